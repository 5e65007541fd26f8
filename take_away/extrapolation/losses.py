"""The loss of every character of a text under a trained model, whose weights lie beside this script."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from core.long_context.trained.model import losses
from core.schemes import SCHEMES

scheme = "RoPE"
file = "text_rope_0.npz"
text = "In the beginning God created the heaven and the earth."
options = {}  # of the scheme's function
attention_factor = 1.0  # of a scaling rule

with np.load(Path(__file__).with_name(file)) as arrays:
    weights = {name: arrays[name].astype(np.float32) for name in arrays}
options |= {name: weights.pop(name) for name in ("table", "weights") if name in weights}
model = SimpleNamespace(
    scheme=SCHEMES[scheme], weights=weights, arguments=options, attention_factor=attention_factor
)
alphabet = json.loads(Path(__file__).with_name("held_out.json").read_text("utf-8"))["alphabet"]
tokens = np.array([alphabet.find(each) if each in alphabet else alphabet.find(" ") for each in text])
columns = {"character": [*text[1:]], "loss (nats)": losses(model, tokens)}

if __name__ == "__main__":
    print(*(f"{loss:5.2f}  {character!r}" for character, loss in zip(*columns.values(), strict=True)), sep="\n")
