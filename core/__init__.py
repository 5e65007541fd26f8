"""Numbers in, numbers out: everything that is true without a screen.

Where a line says nothing else, positions, offsets and lengths are in tokens; frequencies have the shape (pairs,)
and are in radians per token; base, scale and factor are dimensionless; d_model, dim and head_dim count features,
heights and widths patches; pairs count from 0, heads from 1; seeds are at least 0; `**parameters` are those of a
scheme. A decorator `checked` says which values are valid.
"""

__version__ = "1.0.0"
