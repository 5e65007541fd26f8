"""Files that the tests of the commands read."""

import json
from pathlib import Path

from tests.house import ROOT

WRONG = """{
  "model_type": "qwen2",
  "hidden_size": 3584,
  "num_attention_heads": 28,
  "max_position_embeddings": 131072,
  "rope_theta": 1000000.0,
  "rope_scaling": {
    "rope_type": "yarn",
    "factor": 0.25,
    "original_max_position_embeddings": 32768
  }
}
"""
FINE = Path(__file__).with_name("fine.json").read_text("utf-8")
THREADS = json.loads(Path(__file__).with_name("threads.json").read_text("utf-8"))
"""Reported configs and commands: what is to be found in each, and its corrected form."""
RIGHT = json.loads((ROOT / "tests/model_configs/right_files.json").read_text("utf-8"))
"""Published configs, headers of GGUF files, and files with commands that are right, each with its source."""
DOUBTFUL = FINE.replace("500000.0", "500.0")


def write(folder, **texts):
    """Files by name in a folder; their paths as texts."""
    for name, text in texts.items():
        (folder / f"{name}.json").write_text(text)
    return [str(folder / f"{name}.json") for name in texts]
