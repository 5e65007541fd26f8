"""The promises that all context-extension rules keep, run over the table of contents."""

import inspect
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import core.scaling
from core.frequencies import inverse_frequencies
from core.scaling import RULES
from core.scaling.rule import Rule

FOLDER = Path(core.scaling.__file__).parent
LLAMA_2 = inverse_frequencies(128)

every = pytest.mark.parametrize("rule", RULES.values(), ids=RULES)


def arguments(trained, **changes):
    """All arguments that any rule may take; searched divisors lie between 1 and the factor."""
    lengths = {"factor": 8.0, "original": 4096.0, "sequence_length": 32_768.0, "base": 10_000.0} | changes
    divisors = np.linspace(1, lengths["factor"], len(trained))
    return lengths | {"short_factor": divisors, "long_factor": divisors}


def test_every_rule_file_is_in_the_table_of_contents():
    files = {path.stem for path in FOLDER.glob("*.py") if "\nRULE = Rule(" in path.read_text("utf-8")}
    listed = {Path(inspect.getfile(inspect.unwrap(rule.function))).stem for rule in RULES.values()}
    missing = sorted(files - listed)
    assert not missing, f"add a line to core/scaling/__init__.py for {', '.join(missing)}"


@every
def test_factor_1_changes_nothing(rule):
    unchanged = rule.apply(LLAMA_2, **arguments(LLAMA_2, factor=1.0, sequence_length=4096.0))
    cure = f"at factor=1 `{rule.function.__name__}` must return the frequencies it was given (docstring of Rule)"
    np.testing.assert_allclose(unchanged.inverse, LLAMA_2, rtol=1e-15, err_msg=cure)
    assert unchanged.attention_factor == 1, cure


@every
@pytest.mark.parametrize("pairs", [1, 2, 64])
def test_every_pair_gets_a_frequency_and_the_argument_is_left_alone(rule, pairs):
    trained = inverse_frequencies(2 * pairs)
    before = trained.copy()
    scaled = rule.apply(trained, **arguments(trained))
    assert scaled.inverse.shape == (pairs,)
    assert scaled.inverse.dtype == np.float64
    assert np.isfinite(scaled.inverse).all()
    assert isinstance(scaled.attention_factor, float)
    assert not np.shares_memory(scaled.inverse, trained)
    np.testing.assert_array_equal(trained, before)
    np.testing.assert_array_equal(rule.apply(trained.tolist(), **arguments(trained)).inverse, scaled.inverse)


slower = pytest.mark.parametrize(
    "rule", [rule for rule in RULES.values() if rule.slower], ids=[n for n, r in RULES.items() if r.slower]
)


@slower
@given(
    pairs=st.integers(1, 256),
    base=st.floats(1.5, 1e8),
    factor=st.floats(1, 1024),
    original=st.floats(2, 2**20),
    reached=st.floats(0, 3),
)
@example(pairs=4, base=1e4, factor=1.01, original=4096, reached=1)  # a rule that rounds has a faster pair here
def test_no_pair_turns_faster_where_the_rule_promises_it(rule, pairs, base, factor, original, reached):
    trained = inverse_frequencies(2 * pairs, base)
    changes = {"base": base, "factor": factor, "original": original, "sequence_length": reached * factor * original}
    scaled = rule.apply(trained, **arguments(trained, **changes))
    assert (scaled.inverse >= 0).all()
    assert (scaled.inverse <= trained * (1 + 1e-12)).all(), "a rule that lets a pair turn faster says slower=False"
    assert scaled.attention_factor >= 1


@every
def test_a_bad_value_of_every_parameter_is_refused_by_name(rule):
    for parameter in rule.parameters:
        with pytest.raises(ValueError, match=rf"^{parameter.name} must be .*got 'nonsense'"):
            rule.apply(LLAMA_2, **arguments(LLAMA_2) | {parameter.name: "nonsense"})


@every
@pytest.mark.parametrize(("name", "value"), [("factor", 0), ("factor", np.nan), ("original", 1), ("base", 1)])
def test_a_bad_length_is_refused_by_every_rule_that_takes_it(rule, name, value):
    functions = [rule.function, *filter(None, [rule.attention])]
    if not any(name in inspect.signature(function).parameters for function in functions):
        return
    with pytest.raises(ValueError, match=rf"^{name} must be a finite number .*got {value}$"):
        rule.apply(LLAMA_2, **arguments(LLAMA_2) | {name: value})


def test_a_record_that_declares_what_its_function_does_not_take_is_refused():
    facts = {name: getattr(RULES["YaRN"], name) for name in Rule.__dataclass_fields__}
    with pytest.raises(TypeError, match="YaRN declares 'beta_fast', but its function takes frequencies, factor"):
        Rule(**facts | {"function": RULES["Linear"].function})
