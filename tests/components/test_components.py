"""The files of every component."""

import re

import pytest

from components.kit.files import VERSION_PATH, address, module
from components.kit.markup import read_script, read_with_imports, style_of
from tests.house import ROOT

SCRIPTS = [
    path
    for path in sorted((ROOT / "components").rglob("*.js"))
    if "export default function" in path.read_text("utf-8") and "folder" not in path.parts
]


def test_a_mounted_component_has_more_than_one_line():  # Streamlit takes a single line for a path
    assert module(ROOT / "components/pictures/clocks").count("\n") > 1


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_has_an_address_of_its_content_and_fetches_nothing_but_from_the_app_itself(script):
    assert VERSION_PATH.search(f"/{address(script)}")
    for source in (read_with_imports(script), style_of(script.with_suffix(".css"))):
        text = source.replace("fetch(addressOf(", "")
        assert not any(sign in text for sign in ("http://", "https://", "import(", "@import", "fetch("))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_stands_alone_and_gives_every_name_once(script):
    text = read_with_imports(script)
    assert not re.search(r"^import\b", text, re.MULTILINE)
    names = re.findall(r"^(?:export )?(?:async )?(?:function\*?|class|const|let|var) (\w+)", text, re.MULTILINE)
    assert sorted(set(names)) == sorted(names)
    source = script.read_text("utf-8")
    imports = {
        name.strip()
        for listed in re.findall(r"^import \{(.*?)\}", source, re.MULTILINE | re.DOTALL)
        for name in listed.split(",")
    }
    assert imports <= set(names)
    assert all(len(re.findall(rf"\b{name}\b", source)) > 1 for name in imports)  # every import is used


def test_what_is_imported_stands_in_the_script_once(tmp_path):
    (tmp_path / "shared.js").write_text("export const ONE = 1;\n")
    (tmp_path / "dial").mkdir()
    source = 'import { ONE } from "../shared.js";\nexport default function () { return ONE; }\n'
    (tmp_path / "dial/dial.js").write_text(source)
    assert read_script(tmp_path / "dial") == "export const ONE = 1;\nexport default function () { return ONE; }\n"
    (tmp_path / "pair.js").write_text('import { ONE } from "./shared.js";\nexport const TWO = ONE + ONE;\n')
    (tmp_path / "dial/dial.js").write_text(f'import {{ TWO }} from "../pair.js";\n{source}')
    assert read_script(tmp_path / "dial") == (
        "export const ONE = 1;\nexport const TWO = ONE + ONE;\nexport default function () { return ONE; }\n"
    )


@pytest.mark.parametrize("script", sorted((ROOT / "components").rglob("*.js")), ids=lambda script: script.stem)
def test_every_name_that_a_script_imports_is_exported(script):  # a browser would end the whole script, in silence
    for names, file in re.findall(r'^import \{([^}]+)\} from "(\.[^"]+)"', script.read_text("utf-8"), re.MULTILINE):
        other = (script.parent / file).read_text("utf-8")
        exported = re.findall(
            r"^export (?:default )?(?:async )?(?:function\*?|class|const|let) (\w+)", other, re.MULTILINE
        )
        assert {name.split(" as ")[0].strip() for name in names.split(",") if name.strip()} <= {*exported}, file
