"""Every finding has one home, a section beside its check: complete, said in full, and led to by its symptom."""

import ast
import re

import pytest

from docs.make_findings import PAGE, page
from model_configs.all_findings import CHECKS
from model_configs.forms.names import RENAMED
from model_configs.model_config import read_config
from model_configs.records import FIELDS, FILES, FOLDER, by_symptom, records, texts
from model_configs.rules import RULES_IN_CONFIGS
from model_configs.sentences import Names
from tests.house import ROOT

TREES = {path.relative_to(FOLDER).as_posix(): ast.parse(path.read_text("utf-8")) for path in FOLDER.rglob("*.py")}
TEXTS = {  # module → the plain texts in its code
    name: {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)} for name, tree in TREES.items()
}
SEVERITY = "(error|warning|info)"
MAKER = rf"{SEVERITY}|{SEVERITY} if .+ else {SEVERITY}"  # functions that make a finding of a rule's name
ALL_CHECKS = [*CHECKS, *(check for record in RULES_IN_CONFIGS.values() for check in record.checks)]
HOMES = {anchor.replace("-", "_"): name for name in FILES for anchor in texts(name)}  # finding → its file
each = pytest.mark.parametrize("record", records().values(), ids=lambda record: record.rule)


def home(check):
    """The file that should have a check's section, without its ending."""
    return check.__module__.removeprefix("model_configs.").replace(".", "/")


def test_every_file_of_sections_is_in_the_table_of_contents():
    files = {path for path in FOLDER.rglob("*.md") if "### Says" in path.read_text("utf-8")}
    assert {FOLDER / f"{name}.md" for name in FILES} == files, "add it to FILES of model_configs/records.py"
    assert [*records()] == [*HOMES]


def test_every_function_that_yields_findings_is_a_check_with_a_section_beside_it():
    checks = {
        (name.removesuffix(".py"), node.name)
        for name, tree in TREES.items()
        for node in (tree.body if name.startswith("findings/") else ())
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
        if ast.unparse(node.returns or ast.Constant(None)) == "Iterator[Finding]"
    } - {("findings/invalid", "no_frequencies")}  # of the command
    listed = {
        (check.__module__.removeprefix("model_configs.").replace(".", "/"), check.__name__) for check in CHECKS
    }
    assert checks == listed, "add the function to CHECKS of its module, and that to model_configs/all_findings.py"
    for check in ALL_CHECKS:
        beside = check.__module__.removeprefix("model_configs.").replace(".", "/")
        assert HOMES[check.__name__] == beside, f"{check.__name__} needs a section in {beside}.md"


def test_every_finding_that_is_made_has_a_section_and_every_section_is_made_beside_it():
    made = {
        node.args[0].value
        for tree in TREES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)
        if re.fullmatch(MAKER, ast.unparse(node.func))
    }
    assert made <= {*records()}
    assert [rule for rule, name in HOMES.items() if rule not in TEXTS[f"{name}.py"]] == []


@each
def test_every_case_of_a_sentence_is_one_that_code_knows(record):
    cases = {label.partition(": ")[2] for label in record.says} - {""}
    assert {label.partition(": ")[0] for label in record.says} <= {"what", "why", "instead", "see"}
    assert cases <= set().union(*TEXTS.values()), "no code asks for this sentence"


@each
def test_an_entry_that_a_form_calls_otherwise_is_a_field(
    record,
):  # a name in quotation marks is what programs print
    names = "|".join(sorted((name for name in RENAMED if "_" in name), key=len, reverse=True))
    bare = re.compile(rf"(?<![\w{{'./-])({names})(?![\w}}])")
    if record.rule != "form":  # of files that have these very names
        assert [label for label, text in record.says.items() if bare.search(text)] == []


@each
def test_a_section_says_everything_and_what_it_stands_on(record):
    assert all(
        getattr(record, name.lower()).endswith((".", "…", "known", "check", "`", ")")) or name == "Versions"
        for name in FIELDS
    )
    assert all(getattr(record, name.lower()) for name in FIELDS)
    assert record.title.endswith(".")
    assert "](https://" in record.evidence or record.evidence == "none: a limit of this check"
    for path in re.findall(r"`(tests/[\w/.]+)`", record.evidence):
        assert (ROOT / path).is_file()


def test_a_case_or_a_value_that_is_missing_is_refused():
    record = records()["base_small"]
    with pytest.raises(ValueError, match=r"a case of base_small must have a sentence, got 'nobody'"):
        record.message(["nobody"], {}, Names())
    with pytest.raises(KeyError, match="entry"):
        record.message([], {}, Names())
    with pytest.raises(ValueError, match="must not be called as an entry is, got 'factor'"):
        records()["factor_whole"].message([], {"factor": 2}, Names())


def test_a_stranger_s_word_stays_on_its_line_and_is_no_field():
    name = "rope\n{rope_theta}"
    found = read_config({"head_dim": 64, "rope_theta": 1e6, "max_position_embeddings": 4096, name: 3}).findings()
    (finding,) = [each for each in found if each.rule == "unread_beside"]
    assert finding.message.startswith("rope\N{REPLACEMENT CHARACTER}{rope_theta} is 3")
    assert finding.message.count("\n") == 2


def test_the_page_is_as_it_would_be_written():
    assert PAGE.read_text("utf-8") == page(), "write it: make findings"


@pytest.mark.parametrize(
    ("symptom", "rule"),
    [
        ("garbage after 32k", "target"),
        ("KeyError rope_theta at start with an override", "override_replaces"),
        ("EAGLE crashes beyond 2048 tokens", "draft_length"),
        ("YaRN has no effect on Qwen3-VL in vLLM", "override_unreached"),
        ("llama-server always capped at trained length", "length_capped"),
        ("short texts got worse with yarn", "yarn_is_static"),
        ("unrecognized arguments: --rope-scaling", "option_removed"),
        ("sliding_window set but full attention on every layer", "window_unused"),
        ("factor-below-one", "factor_below_one"),
        ("each slot gets a quarter", "length_per_slot"),
        ("NaN when max-model-len is 512", "dynamic_below"),
        ("acceptance drops to zero", "draft_length"),
        ("embedding model cuts texts at 2048", "lengths_differ"),
    ],
)
def test_a_symptom_leads_to_its_finding(symptom, rule):
    assert rule in [record.rule for record in by_symptom(symptom)[:5]]


@pytest.mark.parametrize(
    "symptom", ["left padding garbage", "perplexity 4419 after NVFP4", "packed rows leak into each other"]
)
def test_a_symptom_of_something_else_fits_no_finding(symptom):
    assert by_symptom(symptom) == []


def test_words_that_no_section_has_lead_nowhere():
    assert by_symptom("zzz qqq") == by_symptom("") == by_symptom("the of and") == []
    assert by_symptom("x" * 10**6) == []
