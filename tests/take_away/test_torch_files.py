"""Every scheme, rule and method beyond text has PyTorch code: functions alone, each with a name of its own."""

import ast

import pytest

from core.beyond_text.contents import METHODS
from core.scaling import RULES
from core.schemes import SCHEMES
from pages.take_away.code import Code
from pages.take_away.export import folder_of, stem_of
from tests.take_away.calling import ROOT

FOLDERS = {"schemes": SCHEMES, "scaling": RULES, "beyond_text": METHODS}


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_method_has_pytorch_code(folder):
    stems = {stem_of(method) for method in FOLDERS[folder].values()}
    present = {path.stem.removesuffix("_torch") for path in (ROOT / "take_away" / folder).glob("*_torch.py")}
    missing = sorted(f"take_away/{folder}/{stem}_torch.py" for stem in stems - present)
    assert not missing, f"write {', '.join(missing)}"
    helpers = {"schemes": set(), "scaling": {"turns"}, "beyond_text": set()}
    assert present - stems == helpers[folder]


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_two_files_define_a_function_of_one_name(folder):
    """An export puts the files of several methods into one."""
    defined = {}
    for method in FOLDERS[folder].values():
        path = ROOT / "take_away" / folder / f"{stem_of(method)}_torch.py"
        for node in ast.parse(path.read_text("utf-8")).body[1:]:
            assert isinstance(node, ast.FunctionDef | ast.Import | ast.ImportFrom), (
                f"{path.name} must hold functions"
            )
            if isinstance(node, ast.FunctionDef):
                assert defined.setdefault(node.name, path) == path, (
                    f"{node.name} stands in {defined[node.name]} too"
                )


@pytest.mark.parametrize(
    "method", [*SCHEMES.values(), *RULES.values(), *METHODS.values()], ids=lambda each: each.name
)
def test_the_pytorch_code_that_is_offered_is_one_file_with_its_function(method):
    tree = ast.parse(Code("", cites=[method]).torch())
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert {"draw", "finish"}.isdisjoint(names)
    assert folder_of(method) == "beyond_text" or stem_of(method) in names
    assert "yarn_attention" in names or method.name != "YaRN"
