"""The README keeps up with the tree."""

import re

import pytest

from pages.shared.frame import SECTIONS
from tests.house import ROOT

README = (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("stem", [stem for rooms in SECTIONS.values() for stem in rooms])
def test_every_room_has_a_picture(stem):
    assert f"docs/pictures/{stem}.png" in README
    assert (ROOT / "docs/pictures" / f"{stem}.png").exists()


def test_every_link_inside_the_house_leads_somewhere():
    targets = re.findall(r"\]\((?!http)([^)#]+)\)", README)
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_every_make_target_that_the_readme_names_exists():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    named = set(re.findall(r"\bmake (\w+)(?=[` ])", README)) - {"the"}
    assert [name for name in named if not re.search(rf"^{name}:", makefile, re.MULTILINE)] == []
