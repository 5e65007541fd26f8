"""Every room's words stand in the Markdown file beside it, and all of them are used."""

import ast
import re
from functools import cache

import pytest

from pages.shared import contents
from pages.shared.words import Words, sections
from tests.house import ROOT
from tests.patterns import page_words

ROOMS = list(contents.ROOMS)
FRAMED = {"Title", "Takeaway", "Common mistake", "Sources"}  # pages.shared.room uses these
CARD = {"Card: question", "Card: drawing"}  # pages.shared.card


@pytest.mark.parametrize("stem", ROOMS)
def test_a_room_has_its_words_and_a_source_one_can_open_and_formulas_in_lines_of_their_own(stem):
    words = page_words(stem)
    assert all(words.get(heading) for heading in FRAMED)
    assert "](https://" in words["Sources"]
    assert not re.findall(r"^\$\$.*\$\$$", "\n".join(words.values()), re.M)  # which Streamlit sets at the left


def test_a_headline_of_a_views_own_belongs_to_a_view():
    for stem in ROOMS:
        views = contents.ROOMS[stem].views
        assert {*page_words(stem).under("Takeaway")} <= {*(views.every if views else ())}


def test_every_page_is_in_the_table_of_contents():  # and no other Python file lies where Streamlit would serve it
    assert {path.stem for path in (ROOT / "pages").glob("*.py")} == set(ROOMS)
    assert {path.stem for path in (ROOT / "pages").glob("*.md")} == set(ROOMS)


def test_sections_are_told_by_their_headings():
    text = "preface\n## Title\nClocks\n\n## Sources\n- one\n### not a section\n"
    assert sections(text) == {"Title": "Clocks", "Sources": "- one\n### not a section"}


def test_each_line_of_a_list_of_labels_is_a_section():
    text = "## Labels\n- `Read: file`: A file: one\n\n## Labels: Comb\n- `after`: later\n- `alt`: teeth\n"
    assert sections(text) == {"Read: file": "A file: one", "Comb: after": "later", "Comb: alt": "teeth"}
    with pytest.raises(ValueError, match="each item must be a label, - `name`: text, got 'two: second'"):
        sections("## Labels\n- `one`: first\n- two: second\n")


def test_numbers_get_a_minus_sign_and_raised_powers_and_words_stay():
    words = Words("## A\n{x:.1f}, {y:.0e}, {z}, {{x}}\n\n## B\n$$ {x:.1f} \\cdot {y:.0e} $$\n")
    assert words("A", x=-1.5, y=2e-15, z="well-known") == "−1.5, 2 × 10⁻¹⁵, well-known, {x}"
    assert words("B", x=-1.5, y=2e-15) == "$$ −1.5 \\cdot 2e-15 $$"


def test_a_percent_sign_stands_right_after_its_number():  # as Python and Plotly write it
    folders = ("pages", "lessons", "core", "model_configs", "figures", "take_away")
    files = [file for folder in folders for kind in ("md", "py") for file in (ROOT / folder).rglob(f"*.{kind}")]
    assert [str(file) for file in files if re.search(r"[\d}] %", file.read_text("utf-8"))] == []


def test_a_field_without_a_value_is_an_error():
    with pytest.raises(KeyError, match="y"):
        Words("## A\n{x} {y}\n")("A", x=1)


@cache
def parsed(path):
    return ast.parse(path.read_text("utf-8"))


@cache
def modules(stem):
    """The files of a room: its page and all that it imports; some headings are words of core, such as options."""
    trees, todo = {}, [ROOT / "pages" / f"{stem}.py"]
    while todo:
        path = todo.pop()
        if path in trees or not path.exists():
            continue
        trees[path] = tree = parsed(path)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                ("pages", "core", "model_configs")
            ):
                names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
                files = [ROOT / name.replace(".", "/") for name in names]
                todo += [*(file.with_suffix(".py") for file in files), *(file / "__init__.py" for file in files)]
    return trees


@cache
def texts(tree):
    """Every text in a module: constants as they are, and as patterns those with fields that match anything."""
    nodes = [*ast.walk(tree)]
    filled = [node.values for node in nodes if isinstance(node, ast.JoinedStr)]
    patterns = [
        "".join(re.escape(v.value) if isinstance(v, ast.Constant) else ".+" for v in each) for each in filled
    ]
    constants = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return constants, {pattern for pattern in patterns if re.search(r"\w", pattern.replace(".+", ""))}


def unused(stem, headings):
    """Headings that no text in the room's modules can be."""
    trees = modules(stem).values()
    constants = set().union(*(texts(tree)[0] for tree in trees))
    filled = re.compile("|".join(set().union(*(texts(tree)[1] for tree in trees))) or "(?!)")
    under = tuple(beginning for tree in trees for beginning in unders(tree))

    def used(text):
        return text in constants or filled.fullmatch(text)

    def is_used(name):
        """As a whole, or part by part where a module puts "Layouts: mixed" together."""
        parts = name.split(": ", 1)
        whole = used(name) or name in FRAMED | CARD or name.startswith(under)
        return whole or (len(parts) > 1 and all(map(used, parts)))

    return [name for name in headings if not is_used(name)]


@pytest.mark.parametrize("stem", ROOMS)
def test_every_section_is_used(stem):
    assert unused(stem, [*page_words(stem), "Of: no use"]) == ["Of: no use"]


def unders(tree):
    """Beginnings of headings that a module asks for together, by `words.under("Counter")`."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="under"), args=[ast.Constant(value=str(text))]):
                yield f"{text}: "
