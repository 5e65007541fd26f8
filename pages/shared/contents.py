"""The table of contents: every room by section, and what it declares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlencode

from core.config.presets import PRESETS
from core.inputs.settings import PARAMETERS
from core.schemes import SCHEMES
from core.schemes.bias import own_parameter
from core.schemes.scheme import Family

ALL = tuple(parameter.name for parameter in PARAMETERS)
_ALL_BUT_LENGTH = tuple(name for name in ALL if name != "length")
_BIASES = [scheme for scheme in SCHEMES.values() if scheme.family is Family.BIAS]
OWN_PARAMETERS = tuple(parameter.name for parameter in map(own_parameter, _BIASES) if parameter)
"""Of each bias, the parameter besides its heads that a reader may set."""

OWN = "your config"
"""The reader's own config where an address names a model; else it names one of `PRESETS`."""

_MODEL = ("model", "target_context", "layer_type", "config")


Views = Mapping[str, Mapping[str | None, tuple[str, ...]]]
"""By the address parameter that chooses a view, then by view, names; None is an address that does not choose."""


class Source(NamedTuple):
    """Which modules make a picture: the one of core that computes its numbers, and the one that draws it."""

    computed: str
    drawn: str


class Choice(NamedTuple):
    """The views of a room: `tabs` stand beside the title, the first is the default; `more` under "More"."""

    parameter: str  # of the address
    tabs: tuple[str, ...]
    more: tuple[str, ...] = ()

    @property
    def every(self) -> tuple[str, ...]:
        """All views."""
        return (*self.tabs, *self.more)


@dataclass(frozen=True, kw_only=True)
class Room:
    """What a room declares.

    Parameters
    ----------
    title : str
        In the menu.
    views : Choice or None
        None for a room of one view.
    part_of : str
        The room in whose row of views this one stands; it is then not in the menu.
    in_menu : bool
        Whether the menu and Home's list have it; a part of another room is reached from there.
    settings : tuple of str
        Shared settings that change something in it; the sidebar offers these.
    narrower : Views
        In which fewer settings change something, with these.
    idle : Views
        In which some of the room's own controls change nothing, with the keys of these.
    address : tuple of str
        Parameters of its address beside the shared settings. A name that a widget is bound to belongs to one room.
    pictures : mapping of str to Source
        By key, everything that "Take it with you" may offer.
    """

    title: str
    views: Choice | None = None
    part_of: str = ""
    in_menu: bool = True
    settings: tuple[str, ...] = ()
    narrower: Views = field(default_factory=dict)
    idle: Views = field(default_factory=dict)
    address: tuple[str, ...] = ()
    pictures: Mapping[str, Source] = field(default_factory=dict)


_QUESTIONS = {  # module of core.teach.questions → slugs of its cards
    "words": "add-loses first-dims swamp invariant",
    "sinusoidal": "sine-alone base-is-length geometric fast-dims unique learned direction always-falls",
    "schemes": "relative values pairs rope-decay decoder alibi-heads past-the-end",
    "long_context": "extrapolate squeeze three-rules temperature slow-pairs precision",
    "images_and_prompts": "axial-diagonal resampled-edge image-positions one-column",
    "time_and_signals": "unit-time shift-one slow-first more-bandwidth",
}

SECTIONS: Mapping[str, Mapping[str, Room]] = {
    "": {
        "home": Room(
            title="Home",
            pictures={"two_orders": Source("core.words.orders", "components.pictures.orders")},
        ),
    },
    "Sinusoidal": {
        "matrix": Room(
            title="Matrix",
            views=Choice("layout", ("interleaved",), ("concatenated", "tensor2tensor", "fairseq")),
            settings=ALL,
            address=("layout", "position", "dimension"),
            pictures={"matrix": Source("core.sinusoidal.block_means", "components.pictures.matrix")},
        ),
        "waves": Room(
            title="Waves",
            views=Choice("view", ("Curves", "Wavelengths"), ("Binary counter",)),
            settings=ALL,
            narrower={"view": {"Binary counter": _ALL_BUT_LENGTH}},
            address=("view", "dims", "window", "position"),
            pictures={
                "waves": Source("core.sinusoidal.dimensions", "components.pictures.waves"),
                "wavelengths": Source("core.frequencies", "figures.sinusoidal.wavelengths"),
                "counter_bits": Source("core.sinusoidal.counter", "figures.sinusoidal.counter"),
                "counter_waves": Source("core.sinusoidal.counter", "figures.sinusoidal.counter"),
                "counter_pairs": Source("core.sinusoidal.counter", "figures.sinusoidal.counter"),
            },
        ),
        "clocks": Room(
            title="Clocks",
            settings=ALL,
            address=("clocks_shown", "pairs", "first_pair", "position", "offset", "pair"),
            pictures={"clocks": Source("core.sinusoidal.hands", "components.pictures.clocks")},
        ),
        "similarity": Room(
            title="Two positions",
            views=Choice("picture", ("Curve",), ("Gram matrix", "Random W_q, W_k")),
            settings=ALL,
            address=("picture", "normalised", "overlay", "seed"),
            pictures={
                "similarity": Source("core.similarity", "figures.sinusoidal.offsets"),
                "first_rise": Source("core.similarity", "figures.curves"),
                "gram": Source("core.sinusoidal.gram", "figures.sinusoidal.gram"),
                "random_head": Source("core.sinusoidal.projections", "figures.sinusoidal.offsets"),
            },
        ),
        "shift": Room(
            title="Shift",
            views=Choice("shift_view", ("Same sine",), ("Rotation", "Least squares")),
            part_of="similarity",
            settings=_ALL_BUT_LENGTH,
            address=("shift_view", "offset"),
            pictures={
                "same_sine": Source("core.sinusoidal.shift", "figures.sinusoidal.same_sine"),
                "rotation": Source("core.sinusoidal.shift", "figures.heatmap"),
                "learned_true": Source("core.sinusoidal.learned_shift", "figures.heatmap"),
                "learned_both": Source("core.sinusoidal.learned_shift", "figures.heatmap"),
                "learned_sines": Source("core.sinusoidal.learned_shift", "figures.heatmap"),
            },
        ),
    },
    "Words": {
        "sentence": Room(
            title="Sentence",
            views=Choice("sentence_view", ("One pair", "Embedding + encoding"), ("Swap",)),
            settings=ALL,
            address=(
                "sentence",
                "sentence_view",
                "sqrt_d_model",
                "embedding_seed",
                "word",
                "word_position",
                "word_pair",
                "swap_this",
                "swap_with",
            ),
            pictures={
                "token_rows": Source("core.words.sentence", "figures.words.token_rows"),
                "circle": Source("core.words.pair_points", "components.pictures.circle"),
                "swap": Source("core.words.sentence", "figures.words.token_bars"),
            },
        ),
        "concatenate": Room(
            title="Add or concatenate",
            views=Choice("probes", ("Read back",), ("Swamp", "Layers")),
            part_of="sentence",
            settings=ALL,
            narrower={"probes": dict.fromkeys((None, "Read back", "Layers"), ("base", "scale"))},
            address=("probes", "seed"),
            pictures={
                "read_back": Source("core.words.read_back", "figures.words.shares"),
                "energy": Source("core.words.energy", "figures.words.energy"),
                "layers": Source("core.words.survival", "figures.words.shares"),
            },
        ),
    },
    "Schemes": {
        "rope": Room(
            title="RoPE",
            views=Choice("rotary_view", ("Turn",), ("Score", "Layouts", "Partial", "Values")),
            settings=("length", "base", "scale"),
            address=("rotary_view", "head_dim", "m", "n", "pair", "lock", "vectors", "rotary"),
            pictures={
                "rotation": Source("core.schemes.analysis.rotary_readings", "components.pictures.rotation"),
                "scores": Source("core.schemes.analysis.rotary", "figures.schemes.rotary"),
                "bound": Source("core.schemes.analysis.rotary", "figures.schemes.rotary"),
                "permutation": Source("core.schemes.analysis.rotary_layouts", "figures.heatmap"),
                "layouts": Source("core.schemes.analysis.rotary", "figures.schemes.rotary"),
                "features": Source("core.schemes.rope", "figures.heatmap"),
                "partial": Source("core.schemes.analysis.rotary", "figures.schemes.rotary"),
                "values": Source("core.schemes.analysis.rotary_values", "figures.schemes.rotary"),
            },
        ),
        "biases": Room(
            title="Attention biases",
            views=Choice("bias_view", ("Bias",), ("Softmax mass", "Buckets")),
            settings=("length",),
            idle={"bias_view": {"Buckets": ("heads",)}},
            address=("scheme", "heads", "bias_view", *OWN_PARAMETERS),
            pictures={
                "bias_heatmap": Source("core.schemes.analysis.bias_weights", "figures.schemes.bias_by_head"),
                "bias_curves": Source("core.schemes.analysis.bias_weights", "figures.schemes.bias_by_head"),
                "weight": Source("core.schemes.analysis.bias_weights", "figures.schemes.bias_by_head"),
                "mass": Source("core.schemes.analysis.bias_weights", "figures.schemes.bias_by_head"),
                "groups": Source("core.schemes.analysis.offset_groups", "figures.schemes.offset_groups"),
            },
        ),
        "nope": Room(
            title="NoPE",
            views=Choice("nope_view", ("Counting",), ("Random transformer",)),
            part_of="biases",
            settings=("length",),
            narrower={"nope_view": {"Random transformer": ()}},
            address=("nope_view", "seed"),
            pictures={
                "weights": Source("core.schemes.analysis.uniform_attention", "figures.schemes.uniform_attention"),
                "shares": Source("core.schemes.analysis.uniform_attention", "figures.schemes.uniform_attention"),
                "readings": Source("core.schemes.analysis.causal_probe", "figures.schemes.causal_probe"),
                "explained": Source("core.schemes.analysis.causal_probe", "figures.schemes.causal_probe"),
            },
        ),
        "learned": Room(
            title="Learned",
            views=Choice("learned_view", ("Spectrum", "Table"), ("Similarity",)),
            settings=("base", "scale"),
            address=("learned_view", "row"),
            pictures={
                **dict.fromkeys(
                    ("components_learned", "components_sinusoidal"),
                    Source("core.schemes.analysis.spectrum", "figures.schemes.singular_vectors"),
                ),
                "singular_values": Source("core.schemes.analysis.spectrum", "figures.curves"),
                "table_learned": Source("core.schemes.analysis.table", "figures.schemes.learned"),
                "table_sinusoidal": Source("core.sinusoidal.block_means", "figures.schemes.learned"),
                "norms": Source("core.schemes.analysis.table_readings", "figures.schemes.learned"),
                **dict.fromkeys(
                    ("similarity_learned", "similarity_sinusoidal"),
                    Source("core.schemes.analysis.table_readings", "figures.sinusoidal.gram"),
                ),
            },
        ),
        "compare": Room(
            title="Compare",
            views=Choice("compare_view", ("Scores", "Timeline"), ("Side by side",)),
            settings=ALL,
            narrower={"compare_view": dict.fromkeys(("Timeline", "Side by side"), ())},
            address=("compare_view", "schemes", "head", "era", "lesson"),
            pictures={
                "scores": Source("core.schemes.analysis.score_by_offset", "figures.schemes.score_by_offset"),
                "timeline": Source("core.milestones", "figures.schemes.timeline"),
            },
        ),
    },
    "Long context": {
        "stretch": Room(
            title="My model: rules",
            views=Choice(
                "stretch_view",
                ("All pairs",),
                ("One pair", "Rules", "YaRN’s two ramps", "Attention", "Cached keys", "Numbers"),
            ),
            part_of="model",
            settings=("base",),
            narrower={
                "model": dict.fromkeys((OWN, *PRESETS), ()),  # its base is used
                "stretch_view": dict.fromkeys(("Rules", "Attention"), ()),
            },
            idle={
                "stretch_view": {
                    "Rules": ("context", "model", "target_context"),
                    **dict.fromkeys(("YaRN’s two ramps", "Cached keys", "Attention"), ("rules",)),
                }
            },
            address=("context", "rules", "stretch_view", "rotary_dim", "at_pair", *_MODEL),
            pictures={
                "coverage": Source("core.long_context.coverage", "figures.long_context.coverage"),
                **dict.fromkeys(
                    ("frequencies", "wavelengths"),
                    Source("core.long_context.rules", "figures.long_context.rules"),
                ),
                "turns": Source("core.long_context.stretched_model", "figures.long_context.coverage"),
                "ramps": Source("core.long_context.rules", "figures.long_context.rules"),
                "multiplier": Source("core.long_context.rules", "figures.curves"),
                "softmax": Source("core.long_context.sharpness", "figures.long_context.rules"),
                "believed": Source("core.long_context.cached_keys", "figures.long_context.rules"),
                "errors": Source("core.long_context.cached_keys", "figures.long_context.cached_keys"),
            },
        ),
        "model": Room(
            title="My model",
            views=Choice(
                "model_view",
                ("Angles", "For your engine"),
                ("Layer by layer", "Expected numbers", "Side by side", "Every pair", "By symptom"),
            ),
            address=(*_MODEL, "model_view", "beside", "export", "second_config", "symptom"),
            pictures={
                "comb": Source("core.config.pair_wavelengths", "figures.long_context.pair_wavelengths"),
                "layers": Source("core.config.stack", "figures.long_context.layer_strip"),
                "temperature": Source("core.config.temperature", "figures.curves"),
                "beside_combs": Source("core.config.pair_wavelengths", "figures.long_context.pair_wavelengths"),
                "beside_ratio": Source("core.config.model", "figures.curves"),
            },
        ),
        "precision": Room(
            title="Precision",
            views=Choice("precision_view", ("Positions and pairs",), ("Steps and dtypes", "Effect on q · k")),
            settings=ALL,
            address=(
                "precision_view",
                "rounding",
                "dtype",
                "followed",
                "position_dtype",
                "frequency_dtype",
                "angle_dtype",
                "cos_sin_dtype",
            ),
            pictures={
                "stairs": Source("core.long_context.followed_position", "figures.long_context.merged_positions"),
                "error_map": Source("core.long_context.error_map", "figures.long_context.rounding_errors"),
                "steps": Source("core.long_context.error_map", "figures.long_context.rounding_errors"),
                "dtypes": Source("core.long_context.error_map", "figures.long_context.rounding_errors"),
                "score_drift": Source("core.long_context.score_drift", "figures.long_context.score_drift"),
                "rounded_scores": Source("core.long_context.score_drift", "figures.schemes.rotary"),
            },
        ),
    },
    "Beyond text": {
        "images": Room(
            title="Images",
            views=Choice("images_view", ("Patches",), ("Directions", "Rectangle rule", "Windows", "Edge")),
            address=(
                "images_view",
                "resolution",
                "beyond",
                "patch_y",
                "patch_x",
                "wheel_dim",
                "side",
                "target",
                "swin_window",
                "window_trained",
                "rule",
                "new_rows",
                "wave",
            ),
            pictures={
                "patches": Source("core.beyond_text.patch_maps", "components.pictures.patches"),
                **dict.fromkeys(
                    ("wheel_axial", "wheel_mixed", "wheel_golden"),
                    Source("core.beyond_text.directions", "figures.beyond_text.wheel"),
                ),
                "excess": Source("core.beyond_text.rectangle", "figures.curves"),
                **dict.fromkeys(
                    ("fit_target", "fit_axial", "fit_mixed", "fit_golden"),
                    Source("core.beyond_text.rectangle", "figures.beyond_text.offset_map"),
                ),
                "windows": Source("core.beyond_text.swin", "figures.beyond_text.offset_dots"),
                **dict.fromkeys(
                    ("edge_wave", "edge_errors"), Source("core.beyond_text.grid_edge", "figures.curves")
                ),
            },
        ),
        "mrope": Room(
            title="M-RoPE",
            views=Choice("mrope_view", ("Prompt",), ("Pairs", "After a video")),
            part_of="images",
            address=(
                "mrope_view",
                "prompt",
                "factor",
                "time_rule",
                "steps",
                "along",
                "frames",
                "video_side",
            ),
            pictures={
                "tracks": Source("core.beyond_text.prompt", "figures.beyond_text.tracks"),
                "pair_axes": Source("core.beyond_text.axis_steps", "figures.beyond_text.pair_axes"),
                "change": Source("core.beyond_text.axis_steps", "figures.curves"),
                "versions": Source("core.beyond_text.prompt", "figures.beyond_text.tracks"),
            },
        ),
        "timesteps": Room(
            title="Timesteps",
            views=Choice("time_view", ("A slip",), ("Four models",)),
            settings=("d_model", "base"),
            address=("time_view", "switches", "slip", "time"),
            pictures={
                "time_row": Source("core.beyond_text.time_slips", "figures.beyond_text.time_tables"),
                "time_likeness": Source("core.beyond_text.time_slips", "figures.beyond_text.time_tables"),
                "time_strips": Source("core.beyond_text.time_slips", "figures.beyond_text.time_tables"),
                "time_presets": Source("core.beyond_text.time_presets", "figures.beyond_text.time_tables"),
            },
        ),
        "fourier_features": Room(
            title="Fourier features",
            views=Choice("features_view", ("A signal", "Octaves or draws")),
            address=("features_view", "signal", "sigma", "learning_time", "octaves", "drawn"),
            pictures={
                "signal_fit": Source("core.beyond_text.signal_fit", "figures.beyond_text.signals"),
                "wave_times": Source("core.beyond_text.learning", "figures.beyond_text.signals"),
                "bandwidths": Source("core.beyond_text.signal_fit", "figures.beyond_text.signals"),
                "feature_frequencies": Source("core.beyond_text.fourier", "figures.beyond_text.signals"),
                "octaves_fit": Source("core.beyond_text.signal_fit", "figures.beyond_text.signals"),
                "octaves_times": Source("core.beyond_text.learning", "figures.beyond_text.signals"),
            },
        ),
    },
    "Teach": {
        "lessons": Room(title="Lessons", address=("for_projector", "handout", "ending", "guess")),
        "questions": Room(
            title="Questions",
            address=("card", "guess", "revealed", "class_view"),
            pictures={
                f"evidence_{slug}": Source(f"core.teach.questions.{module}", "figures.teach.evidence")
                for module, slugs in _QUESTIONS.items()
                for slug in slugs.split()
            },
        ),
        "class": Room(title="Class", address=("code",)),
        "verified": Room(
            title="Verified",
            views=Choice("verified_view", ("Values", "Released code", "Formulas"), ("Accuracy and versions",)),
            in_menu=False,
            address=("verified_view", "case", "file"),
            pictures={"agreement": Source("core.teach.verified", "figures.teach.agreement")},
        ),
    },
}
"""Section → room (file stem and address) → its record."""

ROOMS: Mapping[str, Room] = {stem: room for rooms in SECTIONS.values() for stem, room in rooms.items()}

_HERE: ContextVar[Room | None] = ContextVar("room", default=None)


def enter(stem: str) -> None:
    """Note which room runs, for `declared`."""
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


def declared(name: str) -> str:
    """The name of an address parameter, if the room that runs declares it.

    Raises
    ------
    LookupError
        If it does not; the message says where to declare it.
    """
    room = _HERE.get()
    if room is not None and name not in room.address:
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


def address(stem: str, asked: Mapping[str, Sequence[str]]) -> str:
    """A room's address with what it asks for, from the app's root."""
    return ("./" if stem == "home" else stem) + (f"?{urlencode(asked, doseq=True)}" if asked else "")
