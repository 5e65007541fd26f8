"""numpydoc stands on the public face; elsewhere a sentence does, and shapes and units stand on their lines."""

import ast
import inspect
import re

import pytest

import clockface
from core.beyond_text.contents import METHODS
from core.scaling import RULES
from core.schemes import SCHEMES
from tests.house import ROOT

EXPORTED = [getattr(clockface, name) for name in clockface.__all__]
RECORDS = [*SCHEMES.values(), *RULES.values(), *METHODS.values()]
PUBLIC = {
    function for function in [*EXPORTED, *(record.function for record in RECORDS)] if inspect.isfunction(function)
}
CONTRACTS = (  # modules whose names are all contracts, or records that a new scheme, rule or finding fills in
    r"core/(frequencies|similarity|method)\.py|core/inputs/parameter\.py|core/(schemes|scaling)/\w+\.py"
    r"|core/words/minilm/model\.py|model_configs/(model_config|model|entries|finding|rules/\w+)\.py"
)
SECTION = re.compile(r"^ *(Parameters|Attributes|Returns|Yields|Raises)\n *-{4,}$", re.MULTILINE)
FLOORS = ("core", "model_configs", "figures", "components", "pages", "deploy", "clockface")


@pytest.mark.parametrize(
    "function", sorted(PUBLIC, key=lambda each: each.__qualname__), ids=lambda each: each.__name__
)
def test_the_public_face_has_numpydoc(function):
    sections = set(SECTION.findall(inspect.getdoc(function)))
    assert "Returns" in sections
    assert "Parameters" in sections or not inspect.signature(function).parameters


def test_elsewhere_a_docstring_does_not_repeat_the_signature():
    public = {(inspect.getsourcefile(inspect.unwrap(each)), each.__name__) for each in PUBLIC}
    repeating = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for floor in FLOORS
        for path in sorted((ROOT / floor).rglob("*.py"))
        if not re.fullmatch(CONTRACTS, path.relative_to(ROOT).as_posix())
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and (str(path), node.name) not in public
        and SECTION.search(ast.get_docstring(node) or "")
    ]
    assert repeating == [], "one sentence is enough; shape and unit stand on the parameter's line"
