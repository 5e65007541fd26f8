"""Places at which a room shows what strangers wrote, each with a way to write there.

A module that shows such text names itself here: `tests/pages/test_verbatim.py` finds those that do not, but for two
that it lists itself. `tests/browser/test_readers_text.py` looks at all places here in Chromium.
"""

import base64
import io
import json
import zlib
from dataclasses import dataclass
from urllib.parse import urlencode

import numpy as np

TEXTS = (
    "https://a.example/x",
    "www.b.example",
    "c@d.example",
    ":material/home: :smile: :streamlit: $x^2$ -> --",
    ":red[r] [l](https://e.example) `k` <b> **s** ~t~",
)
"""Addresses, symbols, formulas and marks that Streamlit draws where nobody prevents it."""


FEW = " ".join(TEXTS[:3])


@dataclass(frozen=True)
class Place:
    """Where a text can stand."""

    modules: tuple[str, ...]  # those of `pages` that put it there by `verbatim.markdown`, if it is Markdown
    address: str  # of the room
    texts: tuple[str, ...] = TEXTS  # what the page must show as it is
    file: tuple[str, bytes] | None = None  # to upload in the room Learned
    paste: str = ""  # to paste as a config in the room Model


def _room(stem: str, **query: object) -> str:
    return f"{stem}?{urlencode(query, doseq=True)}"


def _config(**entries: object) -> str:
    usual = {"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2}
    return json.dumps({**usual, "max_position_embeddings": 64, "rope_theta": 1e4, **entries})


def _packed(config: str) -> str:
    return base64.urlsafe_b64encode(zlib.compress(config.encode())).decode().rstrip("=")


def _of_config(view: str = "Angles", **entries: object) -> str:
    query = {"model_view": view, "beside": "Llama-2-7B"}
    return _room("model", **query, model="your config", config=_packed(_config(**entries)))


def _beside(**entries: object) -> str:
    query = {"model_view": "Two configs", "beside": "your second config"}
    return _room("model", **query, second_config=_packed(_config(**entries)))


def _npz() -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **{FEW.replace("/", "|"): np.zeros((3, 2)), "second": np.zeros((4, 2))})
    return stream.getvalue()


def _safetensors(name: str) -> bytes:
    head = json.dumps({name: {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]}}).encode()
    return len(head).to_bytes(8, "little") + head + bytes(16)


_LAYERS = {name: {"rope_type": "default", "rope_theta": 1e4} for name in TEXTS[1:3]}
_UPLOAD, _FILE = "shared/table_upload", FEW.replace("/", "_")
_SCALING = {"rope_type": "linear", "factor": 2.0}
_WORDS = "$ @ $ @ www . x = > - >"

PLACES = {
    "words of a sentence, swapped": Place(
        ("words/sentence/swap",), _room("sentence", sentence=_WORDS, sentence_view="Swap"), (_WORDS,)
    ),
    "a word that comes twice": Place(("words/sentence/rows",), _room("sentence", sentence=_WORDS), ("$",)),
    "a word on its circle": Place(
        ("words/sentence/pair",), _room("sentence", sentence=_WORDS, sentence_view="One pair"), ("$",)
    ),
    "a sentence beside that of the real model": Place(
        ("words/real_model/shown",), _room("real_model", sentence="a", twin=TEXTS[4]), TEXTS[4:]
    ),
    "a teacher's title and note": Place(
        ("teach/own_step",), _room("matrix", title=FEW, note=TEXTS[3]), (FEW, TEXTS[3])
    ),
    "a teacher's question": Place(
        ("teach/own_step",),
        _room("matrix", title="T", ask=FEW, choice=TEXTS[3:5], right=1),
        (FEW, *TEXTS[3:5]),
    ),
    "what an address asks for in vain": Place(("teach/lesson_way",), _room("matrix", keep=TEXTS[:3]), TEXTS[:3]),
    "an answer that no question has": Place(
        ("teach/questions/request",),
        _room("questions", card=TEXTS[0], guess=TEXTS[3][:40]),
        (TEXTS[0], TEXTS[3][:40]),
    ),
    "a prompt of images": Place(("beyond_text/mrope/prompt",), _room("mrope", prompt=FEW), (FEW[:40],)),
    "a model's type": Place(("long_context/model/understood",), _of_config("Two configs", model_type=FEW), (FEW,)),
    "types of layers": Place(
        ("long_context/model/understood", "long_context/model/engines"),
        _of_config("Two configs", layer_types=TEXTS[1:3], rope_parameters=_LAYERS),
        TEXTS[1:3],
    ),
    "a value of a config that is refused": Place(
        ("long_context/model/slot",), _of_config(rope_scaling={"rope_type": FEW, "factor": 2}), (FEW,)
    ),
    "a second config": Place((), _beside(model_type=FEW), (FEW,)),
    "keys and values of a config": Place(
        ("long_context/model/prose", "long_context/model/findings"),
        "model",
        (TEXTS[0], f"rope_{FEW}"),
        paste=_config(rope_thetaa=TEXTS[0], rope_scaling=_SCALING | {f"rope_{FEW}": 3}),
    ),
    "a model that a command names": Place(
        ("model",), "model", TEXTS[:1], paste=f"vllm serve {TEXTS[0]} --max-model-len 65536"
    ),
    "a drawn signal that is none": Place(
        ("beyond_text/fourier_features/signals",),
        _room("fourier_features", signal="drawn", drawn=f"1,2,3,{TEXTS[1]}"),
        TEXTS[1:2],
    ),
    "the name of a file": Place((_UPLOAD,), "learned", (_FILE,), (f"{_FILE}.csv", b"1,2\n3,4\n")),
    "the name of a tensor": Place((_UPLOAD,), "learned", (FEW,), ("t.safetensors", _safetensors(FEW))),
    "names of tensors to choose from": Place((), "learned", (FEW.replace("/", "|"),), ("t.npz", _npz())),
    "a cell of a table": Place((_UPLOAD,), "learned", TEXTS[:1], ("t.csv", f"1,2\n3,{TEXTS[0]}".encode())),
}
