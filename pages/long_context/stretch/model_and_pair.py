"""What the views of Stretch share: the model, the chosen pair, facts for the words, and how a picture is shown."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st

from components.kit.wire import finite
from core.long_context.stretched_model import StretchedModel
from core.scaling import RULES
from core.scaling.rule import Rule
from figures.long_context.rules import Looks, Quantity, looks_of, pair_curves
from figures.spec import Figure
from pages.long_context.stretch.whose import Whose
from pages.shared import address, chart
from pages.shared.columns import Columns
from pages.shared.words import Words
from pages.take_away import derived
from pages.take_away.code import Code
from pages.take_away.derived import Kind


@dataclass(frozen=True)
class ModelAndPair:
    """What every view is drawn from."""

    model: StretchedModel  # under the chosen rules
    pair: int  # the chosen one
    words: Words
    whose: Whose  # where the model's numbers come from

    @property
    def marked_pair(self) -> int | None:
        """The pair that the reader has chosen, which pictures of all pairs mark; None before."""
        return address.if_set("at_pair", self.pair)

    @property
    def looks(self) -> Looks:
        """How rules are drawn."""
        return looks_of({name: rule.look for name, rule in RULES.items()})

    @property
    def facts(self) -> dict[str, Any]:
        """Numbers that many sections read."""
        model = self.model
        names = ("original", "target", "factor", "pairs", "last", "complete")
        facts = {name: getattr(model, name) for name in names} | {"pair": self.pair}
        return facts | {"rest": model.pairs - model.complete, "rules": ", ".join(model.rules)}

    def say(self, heading: str, **more: Any) -> str:
        """A section of the words with these facts and more."""
        return self.words(heading, **self.facts | more)

    def by_pair(self, columns: Mapping[str, Any], code: Code) -> Columns:
        """Columns with an entry for each pair."""
        return Columns(lambda: {"pair": np.arange(self.model.pairs), **columns}, code)

    def pair_curves(self, quantities: Sequence[Quantity], *, height: int) -> Figure:
        """Curves over pairs that are marked at the chosen one; height in pixels."""
        return pair_curves(
            quantities, looks=self.looks, palette=chart.palette(), pair=self.marked_pair, x="pair", height=height
        )

    def picture(
        self,
        figure: Figure,
        columns: Columns,
        key: str,
        *,
        click: bool = False,
        **facts: Any,
    ) -> None:
        """Show a figure, whose alt sentence is the section named after its key; a click may choose a pair."""
        chart.show(
            figure,
            columns,
            alt=self.say(f"{key.capitalize()}: alt", **facts),
            key=key,
            on_point_change=(lambda: take_click(key)) if click else None,
            ghost=True,
        )

    def columns_of(
        self, function: Callable[..., Mapping[str, Any]], kind: Kind, *, cites: Sequence[Rule], **axes: Any
    ) -> Columns:
        """The columns of a picture of the model's pairs."""
        model = {"rotary_dim": self.model.dim, "original": self.model.original, "target": self.model.target}
        values = model | ({"base": self.model.base} if self.whose.rule else {})  # else it is a shared setting
        return derived.columns_of(function, kind, values, cites=cites, **axes)

    def code(
        self, script: str, *, rules: Mapping[str, Rule] | None = None, cites: Sequence[Rule] = (), **values: Any
    ) -> Code:
        """A script of this room with the model's lengths, and with the rules that it goes through."""
        inputs = {"original": self.model.original, "target": self.model.target} | values
        if self.whose.rule:  # else the base is a shared setting
            inputs["base"] = self.model.base
        if rules:
            inputs["rules"] = list(rules)
        return Code(f"stretch/{script}", inputs, tuple((rules or {}).values()), cites)

    def code_of_rules(self, script: str, **values: Any) -> Code:
        """A script that goes through the chosen rules, a model's own with what its config gives it."""
        rules = self.model.rules
        entries = {name: entry for name, entry in self.whose.entries.items() if name in rules}
        return self.code(script, rules=rules, rotary_dim=self.model.dim, entries=entries, **values)


def take_click(key: str) -> None:
    """A click on a pair in any picture chooses it in all of them."""
    match st.session_state[key].point:
        case {"x": int(pair)}:
            address.write(**finite({"at_pair": pair}, "at_pair"))


def percent(share: float) -> str:
    """A share for words and tables; a tiny one is not shown as 0."""
    return "0%" if share == 0 else f"{100 * share:.1f}%" if share >= 0.001 else "less than 0.1%"
