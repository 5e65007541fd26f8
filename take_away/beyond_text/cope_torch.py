"""CoPE in PyTorch: distances that count what the query calls worth counting, and a vector for each distance."""

import torch


def cope(queries, logits, positions):
    """What is added to scores (..., n, n) of queries (..., n, dim); positions (max_pos, dim) are learned."""
    last = len(positions) - 1
    gates = torch.sigmoid(logits).tril()  # how much each token counts for each query
    distances = gates.flip(-1).cumsum(-1).flip(-1).clamp(max=last)
    by_distance = queries @ positions.T  # (..., n, max_pos)
    low = distances.floor().long()
    share, high = distances - low, (low + 1).clamp(max=last)
    below, above = by_distance.gather(-1, low), by_distance.gather(-1, high)
    return ((1 - share) * below + share * above).tril()
