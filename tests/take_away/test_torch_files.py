"""Every scheme, rule and method beyond text has PyTorch code: functions alone, which make one file with others."""

import ast

import pytest

from core.beyond_text.contents import METHODS
from core.scaling import RULES
from core.schemes import SCHEMES
from pages.take_away.code import Code
from pages.take_away.export import folder_of, stem_of
from tests.house import ROOT

EVERY = [*SCHEMES.values(), *RULES.values(), *METHODS.values()]


def functions(text):
    return [node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize("path", [*(ROOT / "take_away").rglob("*_torch.py")], ids=lambda path: path.stem)
def test_a_file_holds_functions_alone(path):
    for node in ast.parse(path.read_text("utf-8")).body[1:]:
        assert isinstance(node, ast.FunctionDef | ast.Import | ast.ImportFrom)


@pytest.mark.parametrize("method", EVERY, ids=lambda each: each.name)
def test_every_method_has_pytorch_code(method):
    folder, stem = folder_of(method), stem_of(method)
    names = functions(Code("", cites=[method]).torch())
    own = f", or take_away/{folder}/{stem}_torch.py" if folder == "beyond_text" else ""
    assert names, f"write {stem} into take_away/{folder}_torch.py{own}"
    assert folder == "beyond_text" or stem in names


@pytest.mark.parametrize("methods", [SCHEMES, RULES, METHODS], ids=["schemes", "rules", "beyond text"])
def test_the_code_of_several_is_one_file(methods):
    names = functions(Code("", cites=list(methods.values())).torch())
    assert len(names) == len(set(names))


def test_a_factor_on_cosine_and_sine_is_that_of_core():
    assert {"yarn", "yarn_attention"} <= set(functions(Code("", cites=[RULES["YaRN"]]).torch()))
