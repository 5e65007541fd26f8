"""The files of every component."""

import re

import pytest

from components.kit.files import VERSIONED, address, module
from components.kit.markup import read_script, read_style
from tests.house import ROOT

FOLDERS = [*sorted(path.parent for path in (ROOT / "components").glob("*/*/__init__.py")), ROOT / "components/page"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_script_bears_the_folders_name_and_is_imported_from_an_address_of_its_content(folder):
    text = (folder / f"{folder.name}.js").read_text("utf-8")
    assert "export default function" in text
    assert VERSIONED.search(f"/{address(folder / f'{folder.name}.js')}")
    assert module(folder).count("\n") > 1  # Streamlit takes a single line for a path


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_nothing_is_fetched_but_from_the_app_itself(folder):
    for found in (read_script(folder), read_style(folder)):
        text = found.replace("fetch(addressOf(", "")
        assert not any(sign in text for sign in ("http://", "https://", "import(", "@import", "fetch("))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_script_stands_alone_and_gives_every_name_once(folder):
    text = read_script(folder)
    assert not re.search(r"^import\b", text, re.MULTILINE)
    names = re.findall(r"^(?:export )?(?:async )?(?:function\*?|class|const|let|var) (\w+)", text, re.MULTILINE)
    assert sorted(set(names)) == sorted(names)
    own = (folder / f"{folder.name}.js").read_text("utf-8")
    asked = {
        name.strip()
        for listed in re.findall(r"^import \{(.*?)\}", own, re.MULTILINE | re.DOTALL)
        for name in listed.split(",")
    }
    assert asked <= set(names)
    assert all(len(re.findall(rf"\b{name}\b", own)) > 1 for name in asked)  # every import is used


def test_what_is_imported_stands_in_the_script_once(tmp_path):
    (tmp_path / "shared.js").write_text("export const ONE = 1;\n")
    (tmp_path / "dial").mkdir()
    own = 'import { ONE } from "../shared.js";\nexport default function () { return ONE; }\n'
    (tmp_path / "dial/dial.js").write_text(own)
    assert read_script(tmp_path / "dial") == "export const ONE = 1;\nexport default function () { return ONE; }\n"
    (tmp_path / "pair.js").write_text('import { ONE } from "./shared.js";\nexport const TWO = ONE + ONE;\n')
    (tmp_path / "dial/dial.js").write_text(f'import {{ TWO }} from "../pair.js";\n{own}')
    assert read_script(tmp_path / "dial") == (
        "export const ONE = 1;\nexport const TWO = ONE + ONE;\nexport default function () { return ONE; }\n"
    )
