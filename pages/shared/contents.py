"""The table of contents: every room by section, and what it declares."""

from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlencode

from core.inputs.settings import PARAMETERS
from core.schemes import SCHEMES
from core.schemes.bias import own_parameter
from core.schemes.scheme import Family
from core.teach.lesson_link import NAMES
from core.teach.questions import CARDS
from model_configs.presets import PRESETS

ALL = tuple(parameter.name for parameter in PARAMETERS)
_BIASES = [scheme for scheme in SCHEMES.values() if scheme.family is Family.BIAS]
OWN_PARAMETERS = tuple(parameter.name for parameter in map(own_parameter, _BIASES) if parameter)
"""Of each bias, the parameter besides its heads that a reader may set."""

YOUR_CONFIG = "your config"
"""The reader's own config where an address names a model; else it names one of `PRESETS`."""

_MODEL = ("model", "target_context", "layer_type", "config")


def _names(*texts: str) -> tuple[str, ...]:
    """Names that texts separate by spaces: as literals many of them would stand one a line."""
    return tuple(" ".join(texts).split())


Views = Mapping[str, Mapping[str | None, tuple[str, ...]]]
"""By the address parameter that chooses a view, then by view, names; None is an address that does not choose."""


class Choice(NamedTuple):
    """The views of a room: `tabs` stand beside the title, the first is the default; `more` under "More"."""

    parameter: str  # of the address
    tabs: tuple[str, ...]
    more: tuple[str, ...] = ()
    # views that are gone → the view that links to them lead to: of this room, or "room:view" of another one
    formerly: Mapping[str, str] = MappingProxyType({})

    @property
    def every(self) -> tuple[str, ...]:
        """All views."""
        return (*self.tabs, *self.more)


@dataclass(frozen=True, kw_only=True)
class Room:
    """What a room declares; pages/<stem>.md has its words, with the question and the drawing of its card."""

    title: str  # in the menu
    views: Choice | None = None  # None for a room of one view
    part_of: str = ""  # the room in whose row of views this one stands; it is then not in the menu
    in_menu: bool = True  # whether the menu and Home's list have it; a part of another room is reached from there
    settings: tuple[str, ...] = ()  # shared settings that change something in it, the one that matters most first
    in_sight: int = 1  # how many of them have their sliders above the picture; the others are one step away
    narrower: Views = field(default_factory=dict)  # in which fewer settings change something, with these
    without_effect: Views = field(
        default_factory=dict
    )  # in which controls of its own change nothing, with their keys
    address: tuple[str, ...] = ()  # its parameters beside the shared settings; a bound widget's belongs to one room
    pictures: tuple[str, ...] = ()  # keys of all that "Take it with you" may offer


SECTIONS: Mapping[str, Mapping[str, Room]] = {
    "": {
        "home": Room(title="Home", address=("order", "mask"), pictures=("two_orders",)),
    },
    "Sinusoidal": {
        "matrix": Room(
            title="Matrix",
            views=Choice(
                "layout",
                ("concatenated", "interleaved"),
                formerly=dict.fromkeys(("tensor2tensor", "fairseq"), "concatenated"),
            ),
            settings=("length", "d_model", "base", "scale"),
            in_sight=4,
            address=("layout", "position", "dimension"),
            pictures=("matrix",),
        ),
        "waves": Room(
            title="Waves",
            views=Choice("view", ("Curves", "Wavelengths"), ("Binary counter",)),
            settings=("base", "length", "d_model", "scale"),
            in_sight=4,
            narrower={"view": {"Binary counter": ("base", "d_model", "scale")}},
            address=("view", "dims", "window", "position"),
            pictures=("waves", "wavelengths", "counter"),
        ),
        "clocks": Room(
            title="Clocks",
            settings=("base", "d_model", "length", "scale"),
            in_sight=4,
            address=("clocks_shown", "pairs", "first_pair", "position", "offset", "pair"),
            pictures=("clocks",),
        ),
        "similarity": Room(
            title="Two positions",
            views=Choice("picture", ("Curve",), ("Gram matrix",), {"Random W_q, W_k": "real_model:"}),
            settings=("d_model", "base", "length", "scale"),
            in_sight=4,
            address=("picture", "normalised", "overlay"),
            pictures=("similarity", "first_rise", "gram"),
        ),
        "shift": Room(
            title="Shift",
            part_of="similarity",
            settings=("base", "d_model", "scale"),
            in_sight=4,
            address=("offset",),
            pictures=("same_sine",),
        ),
    },
    "Words": {
        "sentence": Room(
            title="Sentence",
            views=Choice("sentence_view", ("Embedding + encoding", "One pair"), ("Swap",)),
            settings=("d_model", "base", "scale"),
            address=_names(
                "sentence sentence_view sqrt_d_model embedding_seed word word_position word_pair swap_this",
                "swap_with",
            ),
            pictures=("token_rows", "circle", "swap"),
        ),
        "concatenate": Room(
            title="Add or concatenate",
            views=Choice("probes", ("Read back",), ("Layers",), formerly={"Swamp": "Read back"}),
            part_of="sentence",
            settings=("base", "scale"),
            in_sight=0,
            address=("probes", "seed"),
            pictures=("read_back", "layers"),
        ),
        "real_model": Room(
            title="A real model",
            address=("sentence", "twin", "ids", "head", "positions"),
            pictures=("attention", "likeness"),
        ),
    },
    "Schemes": {
        "rope": Room(
            title="RoPE",
            views=Choice("rotary_view", ("Turn", "Score"), ("Layouts",), {"Partial": "Score", "Values": "Turn"}),
            settings=("length", "base", "scale"),
            narrower={"rotary_view": {"Layouts": ()}},
            address=("rotary_view", "head_dim", "m", "n", "pair", "lock", "rotary"),
            pictures=("rotation", "scores", "layouts"),
        ),
        "biases": Room(
            title="Attention biases",
            views=Choice("bias_view", ("Bias",), ("Softmax mass",), {"Buckets": "Bias"}),
            settings=("length",),
            address=("scheme", "heads", "bias_view", *OWN_PARAMETERS),
            pictures=("bias_heatmap", "bias_curves", "weight", "mass"),
        ),
        "nope": Room(
            title="NoPE",
            views=Choice("nope_view", ("Counting",), formerly={"Random transformer": "Counting"}),
            part_of="biases",
            settings=("length",),
            address=("nope_view",),
            pictures=("weights", "shares"),
        ),
        "learned": Room(
            title="Learned",
            views=Choice("learned_view", ("Clocks", "Spectrum", "Table"), ("Similarity",)),
            settings=("base", "scale"),
            in_sight=0,
            address=("learned_view", "table", "position", "row"),
            pictures=_names(
                "hands periods map components_learned components_sinusoidal singular_values table_learned",
                "table_sinusoidal norms similarity_learned similarity_sinusoidal beside_yours beside_right",
            ),
        ),
        "compare": Room(
            title="Compare",
            views=Choice("compare_view", ("Scores", "Timeline"), formerly={"Side by side": "Scores"}),
            settings=("length", "d_model", "base", "scale"),
            narrower={"compare_view": {"Timeline": ()}},
            address=("compare_view", "schemes", "head", "era", "lesson"),
            pictures=("scores", "timeline"),
        ),
    },
    "Long context": {
        "stretch": Room(
            title="My model: rules",
            views=Choice(
                "stretch_view",
                ("All pairs",),
                ("One pair", "YaRN’s two ramps"),
                formerly=dict.fromkeys(("Rules", "Attention", "Cached keys", "Numbers"), "All pairs"),
            ),
            part_of="model",
            settings=("base",),
            narrower={
                "model": dict.fromkeys((YOUR_CONFIG, *PRESETS), ())  # its base is used
            },
            without_effect={"stretch_view": {"YaRN’s two ramps": ("rules",)}},
            address=("context", "rules", "stretch_view", "rotary_dim", "at_pair", *_MODEL),
            pictures=("coverage", "frequencies", "turns", "ramps"),
        ),
        "model": Room(
            title="My model",
            views=Choice(
                "model_view",
                ("Angles", "For your engine"),
                ("Two configs", "Numbers", "By symptom"),
                formerly={
                    "Layer by layer": "Angles",
                    "Side by side": "Two configs",
                    **dict.fromkeys(("Expected numbers", "Every pair"), "Numbers"),
                },
            ),
            address=(*_MODEL, "model_view", "beside", "export", "second_config", "symptom"),
            pictures=("comb", "beside_combs"),
        ),
        "extrapolation": Room(
            title="Longer than trained",
            views=Choice(
                "trained_view",
                ("Encodings", "Play", "Rules"),
                ("Retrieval",),
                formerly={"Your text": "Play", "Trained further": "Rules"},
            ),
            address=_names(
                "trained_view model_size write_from position read_by your_text wanted_length further_steps",
                "larger_wanted_length larger_further_steps retrieval_of retrieval_by",
            ),
            pictures=("encodings", "reading", "rules", "price", "retrieval"),
        ),
        "precision": Room(
            title="Precision",
            part_of="rope",
            views=Choice(
                "precision_view",
                ("Positions and pairs",),
                ("Effect on q · k",),
                {"Steps and dtypes": "Positions and pairs"},
            ),
            settings=("d_model", "base", "scale"),
            in_sight=0,
            address=_names(
                "precision_view rounding dtype followed position_dtype frequency_dtype angle_dtype", "cos_sin_dtype"
            ),
            pictures=("stairs", "error_map", "score_drift", "rounded_scores"),
        ),
    },
    "Beyond text": {
        "images": Room(
            title="Images",
            views=Choice(
                "images_view",
                ("Patches",),
                ("Directions",),
                {"Rectangle rule": "Directions", "Windows": "Patches", "Edge": "Patches"},
            ),
            address=_names("images_view resolution beyond patch_y patch_x wheel_dim target"),
            pictures=_names(
                "patches wheel_axial wheel_mixed wheel_golden fit_target fit_axial fit_mixed fit_golden"
            ),
        ),
        "mrope": Room(
            title="M-RoPE",
            views=Choice("mrope_view", ("Prompt",), ("Pairs",), {"After a video": "Prompt"}),
            part_of="images",
            address=_names("mrope_view prompt factor time_rule steps"),
            pictures=("tracks", "pair_axes"),
        ),
        "timesteps": Room(
            title="Timesteps, Fourier features",
            views=Choice("time_view", ("A slip",), formerly={"Four models": "A slip"}),
            settings=("d_model", "base"),
            in_sight=0,
            address=("time_view", "switches", "slip", "time"),
            pictures=("time_likeness", "time_strips"),
        ),
        "fourier_features": Room(
            title="Fourier features",
            part_of="timesteps",
            views=Choice("features_view", ("A signal", "Octaves or draws")),
            address=("features_view", "signal", "sigma", "learning_time", "octaves", "drawn"),
            pictures=_names("signal_fit wave_times bandwidths feature_frequencies octaves_fit octaves_times"),
        ),
    },
    "Teach": {
        "lessons": Room(title="Lessons", address=("for_projector", "handout", "ending", "guess")),
        "questions": Room(
            title="Questions",
            address=("card", "guess", "revealed", "class_view", "then"),
            pictures=tuple(f"evidence_{slug}" for slug in CARDS),
        ),
        "class": Room(title="Class", address=("code",)),
        "verified": Room(
            title="Verified",
            views=Choice(
                "verified_view",
                ("Values", "Released code", "Formulas"),
                formerly={"Accuracy and versions": "Values"},
            ),
            in_menu=False,
            address=("verified_view", "case", "file"),
            pictures=("agreement",),
        ),
    },
}
"""Section → room (file stem and address) → its record."""

ROOMS: Mapping[str, Room] = {stem: room for rooms in SECTIONS.values() for stem, room in rooms.items()}

_HERE: ContextVar[Room | None] = ContextVar("room", default=None)


def enter(stem: str) -> None:
    """Note which room runs, for `declared_name`."""
    _HERE.set(ROOMS[stem])


def here() -> Room:
    """The room that runs."""
    room = _HERE.get()
    if room is None:
        raise LookupError("no room runs")
    return room


def stem() -> str:
    """The file stem of the room that runs."""
    room = here()
    return next(stem for stem, each in ROOMS.items() if each is room)


def declared_name(name: str) -> str:
    """The name of a query parameter if it is shared or declared by the room; the error says where to declare it."""
    room = _HERE.get()
    if room is not None and name not in (*ALL, *room.address):
        raise LookupError(f"the room {room.title} must declare its address parameter {name!r} in contents.py")
    return name


def parts(stem: str) -> list[str]:
    """A room of the menu and the rooms that are parts of it, in the order of their tabs."""
    whole = ROOMS[stem].part_of or stem
    return [whole, *(name for name, room in ROOMS.items() if room.part_of == whole)]


def is_in_menu(stem: str) -> bool:
    """Whether the menu names a room."""
    return ROOMS[stem].in_menu and not ROOMS[stem].part_of


def section_of(stem: str) -> str:
    """The section that a room stands in."""
    return next(section for section, rooms in SECTIONS.items() if stem in rooms)


def follow(stem: str, query: Mapping[str, Sequence[str]]) -> tuple[str, dict[str, Sequence[str]]]:
    """A room and its query parameters; where they name a view that is gone, those of the view that has its place.

    Another room gets the parameters that it knows, and those of a lesson's link.
    """
    views = ROOMS[stem].views
    place = views.formerly.get(["", *query.get(views.parameter, ())][-1]) if views else None
    if views is None or place is None:
        return stem, dict(query)
    room, _, view = place.rpartition(":")
    rest = {name: values for name, values in query.items() if name != views.parameter}
    if room:
        views, known_names = ROOMS[room].views, {*ALL, *ROOMS[room].address, *NAMES}
        rest = {name: values for name, values in rest.items() if name in known_names}
    return room or stem, rest | ({views.parameter: [view]} if views and view != views.tabs[0] else {})


def address(stem: str, query: Mapping[str, Sequence[str]]) -> str:
    """A room's address with query parameters, from the app's root."""
    return ("./" if stem == "home" else stem) + (f"?{urlencode(query, doseq=True)}" if query else "")
