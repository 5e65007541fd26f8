"""M-RoPE in PyTorch: positions of a prompt on three axes, and pairs that each follow one of them."""

import torch


def prompt_axes(parts):
    """Time, height and width of each token, shape (3, n); marks before and after an image are text."""
    counter, positions = 0, [torch.zeros(3, 0, dtype=torch.long)]
    for kind, size in parts:
        if kind == "text":
            runs = [torch.arange(size).repeat(3, 1)]
        else:
            mark = torch.zeros(3, 1, dtype=torch.long)
            axes = torch.meshgrid(*map(torch.arange, size), indexing="ij")
            runs = [mark, torch.stack(axes).reshape(3, -1), mark]
        for offsets in runs:
            positions.append(counter + offsets)
            counter += int(offsets.max()) + 1 if offsets.numel() else 0  # also after a video
    return torch.cat(positions, dim=1)


def axis_of_pairs(sections, arrangement="chunked"):
    """0 time, 1 height, 2 width for each pair, from the fastest to the slowest."""
    lengths = torch.as_tensor(sections).long()
    if arrangement == "chunked":
        return torch.repeat_interleave(torch.arange(3), lengths)
    axes = torch.zeros(int(lengths.sum()), dtype=torch.long)
    for axis in (1, 2):
        axes[axis : 3 * int(lengths[axis]) : 3] = axis
    return axes


def mrope(vectors, positions, sections, arrangement="chunked", base=1_000_000.0):
    """Turn vectors of shape (..., n, head_dim) at positions of shape (3, n); queries and keys alike."""
    pairs = vectors.shape[-1] // 2
    frequencies = base ** (-torch.arange(pairs, dtype=torch.float64) / pairs)  # (pairs,) radians per step
    at = torch.as_tensor(positions).double()[axis_of_pairs(sections, arrangement)]  # (pairs, n)
    angles = (at.T * frequencies).to(vectors.device)  # (n, pairs) radians
    x, y = vectors[..., :pairs], vectors[..., pairs:]
    cos, sin = torch.cos(angles).to(vectors.dtype), torch.sin(angles).to(vectors.dtype)
    return torch.cat([x * cos - y * sin, x * sin + y * cos], dim=-1)
