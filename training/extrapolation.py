"""Train the models of the room "Longer than trained": `python -m training.extrapolation TEXT`, in half an hour.

TEXT is a file that Debian's packages bible-kjv and bible-kjv-text 4.38 write, whose text is in the public domain:
`bible -f 'Gen1:1-Rev22:21' > TEXT`. Every model starts from a seed and differs from the others in its encoding
alone, which is the function that readers take away. Runs that have been done are not done again.
"""

import argparse
import hashlib
import json
import platform
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn.functional import cross_entropy

from core.long_context.trained.curves import RETRIEVAL, TEXT, TUNED_RULES, stem
from core.long_context.trained.measurement import block_means, repeated
from core.scaling import RULES
from core.schemes import SCHEMES
from core.schemes.scheme import Family
from take_away import scaling_torch, schemes_torch

TARGET = Path(__file__).parents[1] / "core/long_context/trained/models"
D_MODEL, HEADS, WIDENING, BUCKETS, BASE = 64, 4, 4, 32, 10_000.0
BLOCK, HELD_EVERY, TEXTS, TEXT_LENGTH = 20_000, 17, 12, 2049  # characters
FACTOR = 4  # of fine-tuning: times the trained length
RAMP = {"beta_fast": 8.0, "truncate": False}  # of YaRN; of 8 pairs, ends moved to whole pairs would all be alike
ARGUMENTS = {"T5": {"direction": "causal"}}  # of encodings beside positions and sizes
Parameters = dict[str, torch.Tensor]
Sample = tuple[torch.Tensor, int]  # tokens (batch, n + 1), and the place from which the next token is predicted


@dataclass(frozen=True)
class Task:
    """What a model learns."""

    layers: int
    symbols: int
    length: int  # tokens in training
    steps: int
    tied: bool = False  # whether the embedding, transposed, is the unembedding too
    bias: float = 0.02  # deviation of T5's numbers at the start


TASKS = {"text": Task(3, 63, 128, 1600), "retrieval": Task(2, 512, 64, 4000, tied=True, bias=1.0)}


@dataclass(frozen=True)
class Run:
    """A model to train; a fine-tuned one starts from the one without a rule and takes `steps` more."""

    task: str
    scheme: str
    seed: int
    rule: str = ""
    steps: int = 0

    @property
    def name(self) -> str:
        """Of its files."""
        tuned = (self.rule, str(self.steps)) if self.rule else ()
        return stem(self.task, self.scheme, *tuned, seed=self.seed)


def runs(seed: int) -> list[Run]:
    """All models of seed 0, in the order of their training; of another seed, those whose spread is shown."""
    text = [Run("text", scheme, seed) for scheme in TEXT]
    retrieval = [Run("retrieval", scheme, seed) for scheme in RETRIEVAL]
    tuned = [Run("text", "RoPE", seed, rule, steps) for rule in TUNED_RULES for steps in (25, 50)]
    return text if seed else text + retrieval + tuned


def start(task: Task, scheme: str, rng: np.random.Generator) -> Parameters:
    """Weights before training: normal with variance 1 / input features, embeddings and learned encodings apart."""

    def normal(*shape: int, deviation: float) -> torch.Tensor:
        return torch.tensor(rng.normal(0, deviation, shape), dtype=torch.float32, requires_grad=True)

    layers, width, hidden = task.layers, D_MODEL**-0.5, WIDENING * D_MODEL
    parameters = {
        "embedding": normal(task.symbols, D_MODEL, deviation=1.0),
        "attention": normal(layers, 4, D_MODEL, D_MODEL, deviation=width),  # of queries, keys, values, outputs
        "widen": normal(layers, D_MODEL, hidden, deviation=width),
        "narrow": normal(layers, hidden, D_MODEL, deviation=hidden**-0.5),
    }
    if not task.tied:
        parameters["unembedding"] = normal(D_MODEL, task.symbols, deviation=width)
    if scheme == "learned":
        parameters["table"] = normal(task.length, D_MODEL, deviation=0.5)
    if scheme == "T5":
        parameters["weights"] = normal(BUCKETS, HEADS, deviation=task.bias)
    return parameters


def logits(
    parameters: Parameters,
    tokens: torch.Tensor,  # (batch, n)
    scheme: str,
    frequencies: torch.Tensor | None = None,  # (head_dim / 2,) radians per token, of a scaling rule
    attention_factor: float = 1.0,
) -> torch.Tensor:  # (batch, n, symbols)
    """The forward pass; `core.long_context.trained.model` has the same in NumPy."""
    n, family = tokens.shape[1], SCHEMES[scheme].family
    encoding = getattr(schemes_torch, scheme.lower())
    arguments: dict[str, Any] = {name: parameters[name] for name in ("table", "weights") if name in parameters}
    arguments |= ARGUMENTS.get(scheme, {})
    positions, head_dim = torch.arange(n), D_MODEL // HEADS
    state = parameters["embedding"][tokens]
    if family is Family.ADDITIVE:
        state = state + encoding(positions, D_MODEL, **arguments).float()
    scores_add = torch.full((n, n), -torch.inf).triu(1)
    if family is Family.BIAS:
        scores_add = scores_add + encoding(positions, positions, HEADS, **arguments).float()
    for (*inputs, output), widen, narrow in zip(
        parameters["attention"], parameters["widen"], parameters["narrow"], strict=True
    ):
        each = [(normalised(state) @ matrix).unflatten(-1, (HEADS, head_dim)).transpose(1, 2) for matrix in inputs]
        queries, keys, values = each  # (batch, heads, n, head_dim)
        if family is Family.ROTARY:
            queries, keys = (
                attention_factor * encoding(one, positions, BASE, frequencies=frequencies)
                for one in (queries, keys)
            )
        weights = (queries @ keys.transpose(-1, -2) / head_dim**0.5 + scores_add).softmax(-1)
        state = state + (weights @ values).transpose(1, 2).flatten(2) @ output
        state = state + torch.relu(normalised(state) @ widen) @ narrow
    return normalised(state) @ parameters.get("unembedding", parameters["embedding"].T / D_MODEL**0.5)


def normalised(state: torch.Tensor) -> torch.Tensor:
    """Every row with a mean square of 1 (RMSNorm without a gain)."""
    return state * torch.rsqrt((state**2).mean(-1, keepdim=True) + 1e-5)


def rotation(rule: str, length: int, factor: float = FACTOR) -> dict[str, Any]:
    """Frequencies and attention factor of the head under a rule, from the functions that readers take away."""
    dim = D_MODEL // HEADS
    trained = BASE ** (-2 * torch.arange(dim // 2, dtype=torch.float64) / dim)
    if rule in ("", "Unscaled"):
        return {"frequencies": trained}
    if rule == "Linear":
        return {"frequencies": scaling_torch.linear(trained, factor)}
    sharpened = RULES[rule].attention_factor(factor=factor)
    scaled = scaling_torch.yarn(trained, BASE, factor, length, **RAMP)
    return {"frequencies": scaled, "attention_factor": sharpened}


def prose(file: Path) -> str:
    """The book without its references, a verse a line."""
    return re.sub(r"^\S+ ", "", file.read_text("ascii"), flags=re.MULTILINE)


def split(book: str) -> tuple[str, str, list[str]]:
    """The alphabet, the text to train on, and the beginnings of the blocks that are held out."""
    blocks = [book[at : at + BLOCK] for at in range(0, len(book), BLOCK)]
    held_blocks = range(HELD_EVERY // 2, len(blocks), HELD_EVERY)
    training_text = "".join(block for at, block in enumerate(blocks) if at not in held_blocks)
    return "".join(sorted(set(book))), training_text, [blocks[at][:TEXT_LENGTH] for at in held_blocks][:TEXTS]


def text_samples(tokens: np.ndarray, rng: np.random.Generator, batch: int, length: int) -> Iterator[Sample]:
    """Pieces of the text from random places."""
    while True:
        at = rng.integers(0, len(tokens) - length, batch)
        yield torch.from_numpy(tokens[at[:, None] + np.arange(length + 1)]), 0


def retrieval_samples(rng: np.random.Generator, length: int) -> Iterator[Sample]:
    """Repeated sequences of 4 to length / 2 tokens, as many as make 2,048 tokens."""
    while True:
        n = int(rng.integers(4, length // 2 + 1))
        yield torch.from_numpy(repeated(rng, 32 * length // (2 * n), n)), n


def mean_loss(parameters: Parameters, sample: Sample, scheme: str, **turn: Any) -> torch.Tensor:
    """Mean loss of the predicted tokens, nats."""
    tokens, first = sample
    predictions = logits(parameters, tokens[:, :-1], scheme, **turn)[:, first:]
    return cross_entropy(predictions.flatten(0, 1), tokens[:, first + 1 :].flatten())


def train(parameters: Parameters, samples: Iterator[Sample], steps: int, scheme: str, **turn: Any) -> list[float]:
    """AdamW, at 3e-3 falling as a cosine after 50 steps, in fine-tuning at 1e-3 throughout. Losses, nats."""
    peak, warm = (1e-3, 5) if turn else (3e-3, 50)
    optimizer = torch.optim.AdamW(parameters.values(), weight_decay=0.01, betas=(0.9, 0.95))
    losses = []
    for step in range(steps):
        fall = 1.0 if turn else 0.5 * (1 + np.cos(np.pi * step / steps))
        optimizer.param_groups[0]["lr"] = peak * min(1, (step + 1) / warm) * fall
        optimizer.zero_grad()
        loss = mean_loss(parameters, next(samples), scheme, **turn)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters.values(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    return losses


@torch.no_grad()
def measurements(parameters: Parameters, run: Run, held_out: torch.Tensor) -> dict[str, list[float]]:
    """Of held-out texts, losses in nats by block of positions, and the last logits; of tokens, the accuracy."""
    length = TASKS[run.task].length
    turn = rotation(run.rule, length) if run.rule else {}
    if run.task == "retrieval":
        n = length // 2
        rows = torch.from_numpy(repeated(np.random.default_rng(0), 16, n))
        right = logits(parameters, rows[:, :-1], run.scheme)[:, n:].argmax(-1) == rows[:, n + 1 :]
        return {"held out": [round(right.float().mean().item(), 4)]}
    rows = held_out[:, : length + 1] if run.scheme == "learned" else held_out  # there are no further rows
    scores = [logits(parameters, row[None, :-1], run.scheme, **turn)[0] for row in rows]
    losses = [cross_entropy(*each, reduction="none").numpy() for each in zip(scores, rows[:, 1:], strict=True)]
    last = scores[0][: FACTOR * length][-1]
    return {"held out": block_means(np.stack(losses)).round(4).tolist(), "last logits": last.tolist()}


def sha256(file: Path) -> str:
    """Of a file's bytes."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def stored(parameters: Mapping[str, torch.Tensor], file: Path) -> None:
    """Write weights in half precision."""
    np.savez_compressed(
        file, **{name: each.detach().numpy().astype(np.float16) for name, each in parameters.items()}
    )


def loaded(file: Path) -> Parameters:
    """Weights as they were stored."""
    with np.load(file, allow_pickle=False) as arrays:
        return {name: torch.tensor(arrays[name].astype(np.float32), requires_grad=True) for name in arrays}


def make(run: Run, folder: Path, book: tuple[str, str, list[str]], source: Mapping[str, str]) -> None:
    """Train one model, measure it, and write its weights and where they come from."""
    alphabet, text, held_texts = book
    task, rng = TASKS[run.task], np.random.default_rng([run.seed, bool(run.rule)])
    code = {symbol: at for at, symbol in enumerate(alphabet)}
    batch, length = (4, FACTOR * task.length) if run.rule else (16, task.length)
    if run.task == "text":
        samples = text_samples(np.array([code[each] for each in text]), rng, batch, length)
    else:
        samples, source = retrieval_samples(rng, length), {"data": "random tokens, from the seed"}
    turn, tuned = {}, {}
    if not run.rule:
        parameters = start(task, run.scheme, rng)
    else:
        origin = Run("text", "RoPE", run.seed).name
        parameters, turn = loaded(folder / f"{origin}.npz"), rotation(run.rule, task.length)
        tuned = {"rule": run.rule, "options": {"factor": FACTOR, **RAMP}, "from": origin}
    losses = train(parameters, samples, run.steps or task.steps, run.scheme, **turn)
    file = folder / f"{run.name}.npz"
    stored(parameters, file)
    held_out = torch.tensor([[code[each] for each in one] for one in held_texts])
    record = {
        "scheme": run.scheme,
        "task": run.task,
        "seed": run.seed,
        "steps": len(losses),
        **tuned,
        "length": task.length,
        "arguments": ARGUMENTS.get(run.scheme, {}),
        "parameters": sum(each.numel() for each in parameters.values()),
        "training loss": float(np.mean(losses[-50:])),
        **measurements(loaded(file), run, held_out),
        **source,
        "code": sha256(Path(__file__)),
        "torch": torch.__version__,
        "numpy": np.__version__,
        "python": platform.python_version(),
        "threads": torch.get_num_threads(),
        "npz": sha256(file),
    }
    file.with_suffix(".json").write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    print(run.name, record["training loss"], record["held out"], flush=True)


def main() -> None:
    """Train what is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text", type=Path)
    parser.add_argument("folder", type=Path, nargs="?", default=TARGET)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    book = split(prose(arguments.text))
    held_out = {"alphabet": book[0], "texts": book[2]}
    (arguments.folder / "held_out.json").write_text(json.dumps(held_out, indent=1) + "\n", "ascii")
    source = {
        "data": "King James Bible, public domain, Debian bible-kjv-text 4.38, without references",
        "sha256 of the data": sha256(arguments.text),
    }
    for run in runs(arguments.seed):
        if not (arguments.folder / f"{run.name}.json").exists():
            make(run, arguments.folder, book, source)


if __name__ == "__main__":
    main()
