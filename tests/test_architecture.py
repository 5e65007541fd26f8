"""Arrows point one way: app.py → pages → model_configs, components, figures → core."""

import ast
import re
import sys

import pytest

from tests.house import ROOT, files, imported

ROOM = {
    *("streamlit", "numpy", "pandas", "core", "model_configs", "components", "figures"),
    *("pages.shared", "pages.take_away"),
}
SECTIONS = {f"pages.{name}" for name in ("sinusoidal", "words", "schemes", "long_context", "beyond_text", "teach")}
PLACES = {  # where a module may live, and what it may import beside the standard library; None is anything
    r"app\.py": {"streamlit", "pages.shared", "pages.teach"},
    r"pages/\w+\.py": ROOM | SECTIONS,
    r"pages/shared/plain_markdown\.py": {"markdown_it", "pages.shared"},
    r"pages/(shared|take_away)/\w+\.py": ROOM,
    r"pages/folder/\w+\.py": ROOM | {"pages.folder", "pages.teach"},
    r"pages/(sinusoidal|words|schemes|long_context|beyond_text|teach)/(\w+/)?\w+\.py": ROOM | SECTIONS,
    r"components/__init__\.py": set(),
    r"components/kit/\w+\.py": {"streamlit", "numpy", "components.kit", "core"},
    r"components/(folder|notebook|pictures|controls|classroom|page)/(\w+/)?\w+\.py": {
        "streamlit",
        "numpy",
        "components",
        "core",
    },
    r"figures/((sinusoidal|words|schemes|long_context|beyond_text|teach)/)?\w+\.py": {
        "plotly",
        "numpy",
        "figures",
        "core",
    },
    r"core/inputs/\w+\.py": {"numpy", "core.inputs"},
    r"core/numeric/\w+\.py": {"numpy", "core.inputs", "core.numeric"},
    r"core/long_context/dtypes\.py": {"numpy", "ml_dtypes", "core"},
    r"core/\w+\.py": {"numpy", "core"},
    r"core/(sinusoidal|words(/minilm)?|scaling|long_context(/trained)?|beyond_text)/\w+\.py": {"numpy", "core"},
    r"core/schemes/(analysis/((identify|table_file)/)?)?\w+\.py": {"numpy", "core"},
    r"model_configs/((families|findings|forms|rules)/)?\w+\.py": {"numpy", "core", "model_configs"},
    r"core/teach/((questions|live)/)?\w+\.py": {"numpy", "core"},
    r"clockface/command/serve\.py": {"deploy"},
    r"clockface/command/pages\.py": {"core", "clockface", "pages.folder"},
    r"clockface/command/room\.py": {"core", "model_configs", "clockface", "pages"},
    r"clockface/widgets\.py": {"anywidget", "traitlets", "components", "core", "pages"},
    r"take_away/loaded\.py": {"numpy", "transformers"},
    r"take_away/(\w+/)?\w+\.py": {"numpy", "torch", "matplotlib", "take_away", "core"},
    r"deploy/class_pages\.py": {"segno", "starlette", "components", "core", "pages.teach.live_class"},
    r"deploy/(live/)?\w+\.py": {
        "streamlit",
        "uvicorn",
        "websockets",
        "starlette",
        "redis",
        "components",
        "core",
        "deploy",
    },
    r"training/\w+\.py": {"numpy", "torch", "safetensors", "core", "take_away", "training"},
    r"clockface/(command/)?\w+\.py": {"core", "model_configs", "clockface"},
    r"\.ci/wheel\.py": {"hatchling"},
    r"\.ci/\w+\.py": set(),
    r"docs/make_findings\.py": {"model_configs"},
    r"(tests|bench|docs/pictures)/(\w+/)*\w+\.py": None,
}
REGISTRIES = {"core.schemes", "core.inputs.settings"}  # a figure draws what it is given and asks for no list
NETWORK = {
    "asyncio",
    "ftplib",
    "http",
    "smtplib",
    "socket",
    "ssl",
    "subprocess",
    "urllib.request",
    "websockets",
    "xmlrpc",
}


def faults(path, source):
    """What is wrong with the place of a module and with what it imports."""
    place = next((place for place in PLACES if re.fullmatch(place, path)), None)
    if place is None:
        return [f"{path} lives in no declared place"]
    if PLACES[place] is None:
        return []
    barred = REGISTRIES if path.startswith("figures/") else set()
    return [
        f"{path} imports {name}"
        for name in imported(path, source)
        if is_within(name, barred, library=False) or not is_within(name, PLACES[place])
    ]


def is_within(name, packages, *, library=True):
    """Whether a dotted name is in the standard library or is or lies below one of the packages."""
    known = library and name.split(".")[0] in sys.stdlib_module_names
    return known or any(f"{name}.".startswith(f"{package}.") for package in packages)


def test_every_module_lives_in_its_place_and_imports_only_downwards():
    paths = files("*.py")
    assert {"app.py", "core/inputs/parameter.py", "tests/test_architecture.py"} <= set(paths)
    assert [fault for path in paths for fault in faults(path, (ROOT / path).read_text(encoding="utf-8"))] == []


def test_nothing_that_the_app_runs_can_reach_a_network():
    app_paths = r"app\.py|(core|model_configs|figures|components|pages)/"
    paths = [path for path in files("*.py") if re.match(app_paths, path)]
    imports = {name for path in paths for name in imported(path, (ROOT / path).read_text(encoding="utf-8"))}
    assert "numpy" in imports
    assert [name for name in imports if is_within(name, NETWORK, library=False)] == []


@pytest.mark.parametrize(
    ("path", "source", "fault"),
    [
        ("core/frequencies.py", "import numpy, figures.theme", "imports figures.theme"),
        ("core/schemes/rope.py", "from ...pages import home", "imports pages.home"),
        ("core/schemes/rope.py", "import importlib\nimportlib.import_module('streamlit')", "imports streamlit"),
        ("figures/heatmap.py", "from core.inputs.settings import BASE", "imports core.inputs.settings.BASE"),
        ("app.py", "import pages.shared_secret", "imports pages.shared_secret"),
        ("core/utils/text.py", "", "lives in no declared place"),
    ],
)
def test_an_import_against_the_arrows_and_another_place_are_faults(path, source, fault):
    assert faults(path, source) == [f"{path} {fault}"]


def import_graph(sources):
    """Modules by name with those that they import, for type checkers alone too, from their sources by path."""
    names = {re.sub(r"(/__init__)?\.py$", "", path).replace("/", "."): path for path in sources}

    def module_of(name):
        """The module that an imported name is, or is taken from."""
        return next((each for each in (name, name.rpartition(".")[0]) if each in names), None)

    return {
        module: {module_of(name) for name in imported(path, sources[path])} - {None, module}
        for module, path in names.items()
    }


def circles(graph):
    """Modules that import themselves by way of others."""
    members = []
    for module in graph:
        reachable, todo = set(), [*graph[module]]
        while todo:
            other = todo.pop()
            if other not in reachable:
                reachable.add(other)
                todo += graph[other]
        members += [module] * (module in reachable)
    return members


def test_no_imports_go_in_a_circle():
    product = (
        "app.py",
        "clockface/",
        "core/",
        "model_configs/",
        "figures/",
        "components/",
        "pages/",
        "deploy/",
        "take_away/",
    )
    graph = import_graph({f: (ROOT / f).read_text("utf-8") for f in files("*.py") if f.startswith(product)})
    assert len(graph) > 100
    assert circles(graph) == []


def test_no_test_is_imported_by_another():
    """What several tests need stands in a module of its own: in `tests/support`, or near the only section."""
    tests = files("tests/*.py", "bench/*.py", "docs/*.py")
    imports = {path: [*imported(path, (ROOT / path).read_text("utf-8"))] for path in tests}
    assert any(name.startswith("tests.support.") for name in imports["tests/pages/test_rooms.py"])
    assert [
        (path, name) for path, names in imports.items() for name in names if re.search(r"\btest_\w+", name)
    ] == []


def mutable_records(source):
    """Names of the dataclasses whose fields can be changed."""
    return [
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef)
        for decorator in map(ast.unparse, node.decorator_list)
        if re.match(r"(dataclasses\.)?dataclass\b", decorator) and "frozen=True" not in decorator
    ]


def test_nothing_that_the_core_hands_out_can_be_changed():
    records = [
        (path, name)
        for path in files("core/*.py", "model_configs/*.py")
        for name in mutable_records((ROOT / path).read_text(encoding="utf-8"))
    ]
    assert records == []
    assert mutable_records("@dataclasses.dataclass(order=True)\nclass Loose:\n    x: int") == ["Loose"]
