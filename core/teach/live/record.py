"""The state of a class as one frozen record; each change gives a new one with the next number."""

from __future__ import annotations

import csv
import io
import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from core.inputs.whole_text import no_formula
from core.teach.live import untrusted
from core.teach.live.codes import Keys
from core.teach.live.move import Move, Playback
from core.teach.live.question import Question
from core.teach.live.tally import Distribution, count
from core.teach.live.untrusted import LiveError

MOST_ROUNDS = 100
MOST_TABS = 8  # of a teacher, whose last moves are known
PACES = ("class", "own")
CLASS_RULES = ("paused", "look", "pace")


@dataclass(frozen=True)
class Round:
    """A question, asked once."""

    number: int  # from 1, in the order of asking; a question that is reset gets a new one
    question: Question
    state: Literal["open", "closed", "revealed"] = "open"
    here: int | None = None  # browsers in the class when it was closed
    distribution: Distribution | None = None  # of the answers, once it is closed

    def visible_state(self) -> dict[str, Any]:
        """What the class may see: counts once closed, distribution and truth once revealed."""
        is_revealed, distribution = self.state == "revealed", self.distribution
        question = self.question.to_json()
        del question["factor"]
        return question | {
            "number": self.number,
            "state": self.state,
            "here": self.here,
            "answers": distribution.answers if distribution else None,
            "distribution": distribution.to_json() if distribution and is_revealed else None,
            "truth": self.question.truth if is_revealed else None,
        }


@dataclass(frozen=True)
class LiveClass:
    """A class."""

    keys: Keys
    life: str  # new whenever the class is made, also after the server has lost it
    seq: int = 1  # number of the state
    # tabs and numbers of their last moves, by which replayed ones are known; the newest first
    tabs: tuple[tuple[str, int], ...] = ()
    move: Move | None = None  # what the class sees
    behind: Move | None = None  # where the teacher stands while the class is paused, if that has changed
    paused: bool = False
    look: bool = True  # whether students may look around by themselves
    pace: str = "class"  # "class" or "own"
    ended: bool = False
    round: Round | None = None  # the question that stands
    rounds: tuple[Round, ...] = ()  # those before
    last_number: int = 0  # of the last round
    steps: tuple[int, ...] = ()  # browsers at each step of a lesson at own pace when the class ended

    # ---- Changes.

    def _next(self, **changes: Any) -> LiveClass:
        if self.ended:
            raise LiveError("ended", "this class has ended")
        return replace(self, seq=self.seq + 1, **changes)

    def apply_move(self, move: Move, by: str, turn: int) -> LiveClass:
        """The class after a move; the same record for a replayed one, and the same picture while paused."""
        before = dict(self.tabs)
        if turn <= before.pop(by, -1):
            return self
        change = {"behind": move} if self.paused else {"move": move}
        return self._next(tabs=((by, turn), *before.items())[:MOST_TABS], **change)

    def set_rules(self, rules: Mapping[str, Any]) -> LiveClass:  # raises LiveError if a value breaks its law
        """The class under other rules: any of "paused", "look" and "pace"."""
        untrusted.only(dict(rules), CLASS_RULES)
        flags = {name: untrusted.flag(rules[name], name) for name in ("paused", "look") if name in rules}
        pace = {"pace": untrusted.one_of(rules["pace"], "pace", PACES)} if "pace" in rules else {}
        goes_on = self.paused and flags.get("paused") is False and self.behind
        resumed_move = {"move": self.behind, "behind": None} if goes_on else {}
        return self._next(**flags, **pace, **resumed_move)

    def ask(self, question: Question) -> LiveClass:
        """The class with a new question; the one before must have been closed."""
        before = (*self.rounds, self.round) if self.round else self.rounds
        if len(before) >= MOST_ROUNDS:
            raise LiveError("full", f"questions of a class must be at most {MOST_ROUNDS}, got one more")
        return self._next(
            round=Round(self.last_number + 1, question), rounds=before, last_number=self.last_number + 1
        )

    def close(self, answers: Sequence[float], here: int) -> LiveClass:
        """The class with its question closed and counted."""
        current = self._current_round()
        if current.state != "open":
            return self
        distribution = count(current.question, answers)
        return self._next(round=replace(current, state="closed", here=here, distribution=distribution))

    def reveal(self) -> LiveClass:
        """The class with its closed question revealed."""
        current = self._current_round()
        if current.state == "open":
            raise LiveError("closed", "a question must be closed before it is revealed")
        return self._next(round=replace(current, state="revealed"))

    def again(self) -> LiveClass:
        """The same question, asked anew; the answers so far stay in the counts."""
        return self.ask(self._current_round().question)

    def reset(self) -> LiveClass:
        """The same question, asked anew; the answers so far are dropped."""
        question = self._current_round().question
        return replace(self, round=None).ask(question)

    def without_question(self) -> LiveClass:
        """The class with no question."""
        before = (*self.rounds, self.round) if self.round else self.rounds
        return self._next(round=None, rounds=before)

    def end(self, steps: Sequence[int] = ()) -> LiveClass:
        """The class after its end; `steps` as in the record."""
        return self if self.ended else replace(self.without_question(), ended=True, steps=tuple(steps))

    def check_open(self, number: Any) -> Question:
        """The question that takes answers."""
        if self.ended:
            raise LiveError("ended", "this class has ended")
        asked_number = untrusted.number(number, "number", 1, whole=True)
        if self.round is None or self.round.state != "open" or self.round.number != asked_number:
            raise LiveError("closed", f"question {asked_number} takes no answers any more")
        return self.round.question

    @property
    def open_number(self) -> int | None:
        """Number of the question that takes answers."""
        return self.round.number if self.round and self.round.state == "open" else None

    def _current_round(self) -> Round:
        if self.round is None:
            raise LiveError("closed", "there is no question: ask one first")
        return self.round

    # ---- What others see.

    def visible_state(self) -> dict[str, Any]:
        """What every student may see, as JSON."""
        return {
            "life": self.life,
            "seq": self.seq,
            "code": self.keys.code,
            "ended": self.ended,
            "paused": self.paused,
            "look": self.look,
            "pace": self.pace,
            "move": self.move.to_json() if self.move else None,
            "question": self.round.visible_state() if self.round else None,
        }


def new_class(keys: Keys) -> LiveClass:
    """A class at its beginning."""
    return LiveClass(keys, life=secrets.token_urlsafe(6))


# ---- The record as a store keeps it.


class UnreadableError(ValueError):
    """A stored record is invalid or of another version."""


def to_json(record: LiveClass) -> dict[str, Any]:
    """The whole record as JSON, for a store that only servers read.

    While replicas are updated one after the other, the release before reads it too: it knows each of these names,
    no others, and one tab alone.
    """
    return {
        **{name: getattr(record, name) for name in ("life", "seq", "paused", "look", "pace", "ended", "steps")},
        "asked": record.last_number,
        "by": " ".join(f"{tab}:{turn}" for tab, turn in record.tabs),
        "turn": record.tabs[0][1] if record.tabs else -1,
        "keys": [*vars(record.keys).values()],
        "move": record.move.to_json() if record.move else None,
        "behind": record.behind.to_json() if record.behind else None,
        "round": _round_to_json(record.round) if record.round else None,
        "rounds": [_round_to_json(each) for each in record.rounds],
    }


def from_json(values: Mapping[str, Any]) -> LiveClass:
    """The record that `to_json` wrote; names that this version does not know are passed over."""
    move, behind, current = values["move"], values["behind"], values["round"]
    tabs = (tab.partition(":") for tab in values["by"].split())
    parts = dict(values) | {
        "keys": Keys(*values["keys"]),
        "tabs": tuple((tab, int(turn or values["turn"])) for tab, _, turn in tabs),
        "move": _move_from_json(move) if move else None,
        "behind": _move_from_json(behind) if behind else None,
        "round": _round_from_json(current) if current else None,
        "rounds": tuple(map(_round_from_json, values["rounds"])),
        "steps": tuple(values["steps"]),
        "last_number": values["asked"],
    }
    return LiveClass(**{each.name: parts[each.name] for each in fields(LiveClass)})


def from_text(text: str, code: str) -> LiveClass:
    """The record of a class from stored text."""
    try:
        record = from_json(json.loads(text))
        visible_state_from_text(json.dumps(record.visible_state()), code)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise UnreadableError(f"{type(error).__name__}: {error}"[:200]) from None
    return record


def visible_state_from_text(text: str, code: str) -> dict[str, Any]:
    """What `LiveClass.visible_state` gave in another process."""
    try:
        state = json.loads(text)
        question = state["question"]
        sound = state["code"] == code and isinstance(state["life"], str) and isinstance(state["seq"], int)
        sound &= question is None or isinstance(question["number"] + len(question["state"]), int)
        missing_names = {"ended", "paused", "look", "pace", "move"} - state.keys()
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise UnreadableError(f"{type(error).__name__}: {error}"[:200]) from None
    if missing_names or not sound:
        raise UnreadableError("a state of another version")
    return dict(state)


def _move_from_json(values: Mapping[str, Any]) -> Move:
    playing = {key: Playback(**each) for key, each in values["playing"].items()}
    hand = {name: tuple(value) if isinstance(value, list) else value for name, value in values["hand"].items()}
    return Move(values["address"], hand, playing, values["at"])


def _round_to_json(round_: Round) -> dict[str, Any]:
    counts = [*vars(round_.distribution).values()] if round_.distribution else None
    return vars(round_) | {"question": round_.question.to_json(), "distribution": counts}


def _round_from_json(values: Mapping[str, Any]) -> Round:
    question = Question(**values["question"] | {"options": tuple(values["question"]["options"])})
    distribution = None
    if values["distribution"]:
        answers, counts, bins, median, right = values["distribution"]
        distribution = Distribution(answers, tuple(counts), tuple(map(tuple, bins)), median, right)
    return Round(**dict(values) | {"question": question, "distribution": distribution})


HEAD = ("round", "question", "answer", "from", "to", "count", "right", "answers", "here", "right answer")


def counts_csv(
    record: LiveClass,
    steps: Sequence[int] = (),  # browsers at each step at own pace; those of the record once the class has ended
    card_text: Callable[[str], str] = str,  # the words of a question of the app, by its slug
) -> str:  # CSV with a line of names; texts that a spreadsheet would take for a formula begin with an apostrophe
    """One row for each option or range of numbers of each closed question, then one for each step."""
    text = io.StringIO()
    write = csv.writer(text, lineterminator="\r\n")
    write.writerow(HEAD)
    for round_ in (*record.rounds, *([record.round] if record.round else [])):
        write.writerows(_rows(round_, card_text))
    write.writerows(
        ["", "step", number, "", "", many, "", "", "", ""] for number, many in enumerate(record.steps or steps, 1)
    )
    return text.getvalue()


def _rows(round_: Round, card_text: Callable[[str], str]) -> Iterator[list[object]]:
    question, distribution = round_.question, round_.distribution
    if distribution is None:
        return
    name = no_formula(question.text or card_text(question.card))
    all_rows = [distribution.answers, round_.here, no_formula(question.right_answer)]
    for index, many in enumerate(distribution.counts):
        right = "" if question.truth is None else "yes" if index == question.truth else "no"
        option = no_formula(question.options[index])
        yield [round_.number, name, option, "", "", many, right, *all_rows]
    for low, high, many in distribution.bins:
        yield [round_.number, name, "", low, high, many, "", *all_rows]
    if not distribution.counts and not distribution.bins:
        yield [round_.number, name, "", "", "", 0, "", *all_rows]
