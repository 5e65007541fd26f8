"""RoPE on a part of the features of a head."""


def rotary_features(head_dim, part):
    """How many features turn: whole pairs, at least one."""
    return max(2, int(head_dim * part) // 2 * 2)
