"""The files behind a picture follow from its declaration in pages/shared/contents.py (docs/architecture.md)."""

import re

import pytest

from pages.shared.contents import ROOMS
from tests.house import ROOT
from tests.test_architecture import imported

PICTURES = [(stem, key, *source) for stem, room in ROOMS.items() for key, source in room.pictures.items()]


def file_of(module):
    """A module's file: `core.similarity` is core/similarity.py; a component is a folder."""
    path = ROOT / module.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def files_of(stem):
    """A room's page and the modules of its views."""
    return [ROOT / f"pages/{stem}.py", *ROOT.glob(f"pages/*/{stem}/*.py")]


def modules_in(file):
    """Modules of core, figures and components that a file imports."""
    names = imported(str(file.relative_to(ROOT)), file.read_text("utf-8"))
    parents = {name if file_of(name).exists() else name.rpartition(".")[0] for name in names}
    return {name for name in parents if name.split(".")[0] in {"core", "figures", "components"}}


def reached(files):
    """All modules of core, figures and components that files import, at any depth."""
    found, todo = set(), set().union(*map(modules_in, files))
    while todo:
        module = todo.pop()
        found.add(module)
        todo |= modules_in(file_of(module)) - found
    return found


def test_there_are_ten_pictures_or_more_in_several_rooms():
    assert len(PICTURES) >= 10
    assert len({stem for stem, *_ in PICTURES}) >= 5


@pytest.mark.parametrize(("stem", "_key", "computed", "drawn"), PICTURES, ids=[f"{p[0]}-{p[1]}" for p in PICTURES])
def test_a_picture_is_made_by_the_modules_that_its_room_declares(stem, _key, computed, drawn):
    assert re.match(r"core\.", computed)
    assert re.match(r"(figures|components\.pictures)\.", drawn)
    files = files_of(stem)
    assert drawn in set().union(*map(modules_in, files)), f"no file of {stem} imports {drawn}"
    assert computed in reached(files), f"no file of {stem} reaches {computed}"
