"""The README names every folder, room and command, and all documents name only paths that exist."""

import re
from itertools import accumulate

import pytest

from pages.shared.contents import SECTIONS, is_in_menu
from tests.house import ROOT, files

README = (ROOT / "README.md").read_text("utf-8")
PICTURES = ROOT / "docs/pictures/README.md"
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/architecture.md")]
PAGES += sorted((ROOT / "docs/deploy").glob("*.md")) + sorted((ROOT / "docs/decisions").glob("*.md"))
ROOMS = [stem for rooms in SECTIONS.values() for stem in rooms]
TREE = re.compile(r"## The house\n.*?^```\n(.*?)^```", re.DOTALL | re.MULTILINE)
FOLDERS = re.compile(r"( *)((?:[\w<>]+/ ?)+)(?: .*)?")
PATTERNS = {
    "<room>": ROOMS,
    "<section>": ("sinusoidal", "words", "schemes", "long_context", "beyond_text", "teach"),
}


def folders_in_tree(text):
    """Folders of the tree under "The house"; several may stand on a line, children are indented by two spaces."""
    parents = [""]
    for line in TREE.search(text)[1].splitlines():
        match = FOLDERS.fullmatch(line)
        if match:
            depth = len(match[1]) // 2
            here = [f"{parents[depth]}{name}/" for name in re.findall(r"([\w<>]+)/", match[2])]
            parents[depth + 1 :] = [here[0]]
            yield from here


def existing():
    """Folders of the top two levels with files that are committed or could be, without hidden ones."""
    folders = {"/".join(name.split("/")[:-1][:depth]) for name in files() for depth in (1, 2)}
    return {f"{name}/" for name in folders if name and not name.startswith(".")}


def covered(tree):
    """The named folders; a pattern such as <room>/ covers one for each room, whether it exists or not."""
    patterns = [(name, pattern) for name in tree for pattern in PATTERNS if pattern in name]
    return tree | {name.replace(pattern, folder) for name, pattern in patterns for folder in PATTERNS[pattern]}


def differences(tree, folders):
    """Folders that are drawn and do not exist, and folders that exist and are not drawn."""
    gone = {name for name in tree if "<" not in name} - folders
    return sorted(gone), sorted(folders - covered(tree))


def test_the_tree_names_every_folder_of_the_top_two_levels_and_no_other():
    assert differences(set(folders_in_tree(README)), existing()) == ([], [])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_in_a_document_exists(page):
    paths = re.findall(r"`([\w.]+/[\w./-]*)`", page.read_text("utf-8"))
    inside = [name for name in paths if (ROOT / name.split("/")[0]).exists()]
    assert [name for name in inside if not (ROOT / name).exists() and "NNNN" not in name] == []


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=lambda page: page.name)
def test_every_link_of_a_document_leads_somewhere(page):
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", [page for page in PAGES if "docs" in page.parts], ids=lambda page: page.name)
def test_a_page_is_one_page(page):
    assert len(page.read_text("utf-8").split("\n")) <= (41 if page.parent.name == "decisions" else 100)


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.parent.name == "decisions"], ids=lambda page: page.stem[:4]
)
def test_a_decision_says_whether_it_is_in_force_and_since_when(page):
    status = page.read_text("utf-8").split("\n\n")[1]
    assert re.match(r"\*\*Status\.\*\* (In force since|Overtaken by \[\d{4}\]\(.+\) on) \d{4}-\d\d-\d\d", status)


def test_the_table_has_a_line_for_each_room_of_the_menu_in_its_section():
    lines = re.findall(r"^\| ([\w ]*) ?\| \*\*([\w ,-]+)\*\* \| .+ \|$", README, re.MULTILINE)
    rooms = [
        (section or "Start", room.title)
        for section, members in SECTIONS.items()
        for stem, room in members.items()
        if is_in_menu(stem)
    ]
    sections = list(accumulate((section.strip() for section, _ in lines), lambda above, here: here or above))
    listed = list(zip(sections, (title for _, title in lines), strict=True))
    assert listed == rooms, (
        "give each room a line in the table of README.md, in the order of pages/shared/contents.py"
    )


@pytest.mark.parametrize("stem", ROOMS)
def test_every_room_has_a_picture(stem):
    cure = f"take and list it: make pictures ROOM={stem}"
    assert f"]({stem}.png)" in PICTURES.read_text("utf-8"), cure
    assert (PICTURES.parent / f"{stem}.png").exists(), cure


def test_every_make_target_that_the_readme_names_exists():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"\bmake (\w+)(?=[` ])", README)) - {"the"}
    assert targets
    assert [name for name in targets if not re.search(rf"^{name}:", makefile, re.MULTILINE)] == []
