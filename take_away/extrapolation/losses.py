"""The loss of every character of a text under a trained model, whose weights lie beside this script."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from core.long_context.trained.model import losses, read_on
from core.schemes import SCHEMES

scheme = "RoPE"
file = "text_rope_0.npz"
text = "In the beginning God created the heaven and the earth."
options = {}  # of the scheme's function: lists of numbers become arrays
attention_factor = 1.0  # of a scaling rule
folder = "core/long_context/trained/models"  # of the two files

with np.load(Path(folder) / file) as arrays:
    weights = {name: arrays[name].astype(np.float32) for name in arrays}
args = {name: np.array(value) if isinstance(value, list) else value for name, value in options.items()}
args |= {name: weights.pop(name) for name in ("table", "weights") if name in weights}
model = SimpleNamespace(scheme=SCHEMES[scheme], weights=weights, arguments=args, attention_factor=attention_factor)
alphabet = json.loads((Path(folder) / "held_out.json").read_text("utf-8"))["alphabet"]
tokens = np.array([alphabet.find(each) if each in alphabet else alphabet.find(" ") for each in text])
columns = {"character": [*text[1:]], "loss (nats)": losses(read_on(model, tokens)[0], tokens)}

if __name__ == "__main__":
    for character, loss in zip(*columns.values(), strict=True):
        print(f"{loss:5.2f}  {character!r}")
