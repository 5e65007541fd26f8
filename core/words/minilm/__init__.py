"""A released model that runs here: `run` reads a sentence, with position ids of one's own."""

from core.words.minilm.model import Run, likeness, run

__all__ = ["Run", "likeness", "run"]
