"""What a loaded model of transformers holds, against `clockface frequencies config.json --out expected.npz`."""

import sys

import numpy as np
from transformers import AutoModel

file = "expected.npz"
folder = "MODEL"  # or a name on the Hugging Face Hub
names = {"inverse_frequencies": "inv_freq", "attention_factor": "attention_scaling", "softmax_scale": "scaling"}

with np.load(file) as archive:
    reference = dict(archive)  # "<type of layers>/<quantity>"
types = {key.split("/")[0] for key in reference}
compared_keys, wrong = set(), []
for path, module in AutoModel.from_pretrained(folder).named_modules():
    for key, expected in reference.items():
        of_type, quantity = key.split("/")
        alone = len(types) == 1 or getattr(module, "layer_type", None) == of_type
        name = names[quantity] if alone else f"{of_type}_{names[quantity]}"
        value = getattr(module, name, None)
        compared_keys.update([key] if value is not None else [])
        if value is not None and not np.allclose(np.asarray(value), expected, rtol=1e-5, atol=0):
            wrong.append(f"{path}.{name} is {np.asarray(value).flat[-1]:.6g}, not {expected.flat[-1]:.6g}")

if __name__ == "__main__":
    print(*wrong, f"{len(compared_keys)} of {len(reference)} compared, {len(wrong)} wrong", sep="\n")
    sys.exit(bool(wrong) or len(compared_keys) < len(reference))
