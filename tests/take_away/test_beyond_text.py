"""Every method beyond text has PyTorch code to take away."""

from core.beyond_text.contents import METHODS
from pages.take_away.code import Code


def test_every_method_offers_its_pytorch_code():
    assert all(Code("", cites=[record]).torch() for record in METHODS.values())
