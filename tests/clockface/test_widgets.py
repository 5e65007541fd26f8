"""Widgets take what their sliders take, and refuse everything else with its reason."""

import logging

import pytest
import traitlets

from clockface.widgets import Clocks, RoPE, Sentence


def test_values_at_the_start_and_later_are_checked():
    clocks = Clocks(d_model=64, base=10_000, position=20)
    assert (clocks.d_model, clocks.base, clocks.length, clocks.clocks_shown) == (64, 10_000, 128, 6)
    clocks.base = 9_999.5
    for name, value in {"base": 1, "d_model": 1.5, "clocks_shown": 5, "length": 2**21}.items():
        with pytest.raises(traitlets.TraitError, match=name):
            setattr(clocks, name, value)
    with pytest.raises(traitlets.TraitError, match="head_dim"):
        RoPE(head_dim=3)
    with pytest.raises(TypeError, match=r"Sentence takes d_model, .*; got speed"):
        Sentence(speed=3)


def test_another_widgets_traits_are_its_own():
    first, second = Clocks(base=100), Clocks(base=200)
    first.base = 300
    assert (first.base, second.base) == (300, 200)


def test_the_process_is_as_it_was(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Clocks().save("clocks.mjs")
    assert "export default" in (tmp_path / "clocks.mjs").read_text("utf-8")
    assert logging.root.manager.disable == logging.NOTSET
