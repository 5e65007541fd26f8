import numpy as np

from core.schemes.shaw import shaw


def test_offsets_beyond_the_clip_look_the_same():
    bias = shaw([50], 101, 3, clip=4)[:, 0]
    assert (bias[:, :46] == bias[:, [0]]).all()
    assert (bias[:, 54:] == bias[:, [100]]).all()
    assert len(np.unique(bias[0])) == 9


def test_past_and_future_differ():
    bias = shaw([10], 21, 2)[:, 0]
    assert not np.allclose(bias, bias[:, ::-1])
