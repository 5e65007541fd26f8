"""Train the models of the room "Longer than trained": `python -m training.extrapolation TEXT`, in half an hour.

TEXT is written by Debian's package bible-kjv 4.38, `bible -f 'Gen1:1-Rev22:21' > TEXT`. Models that exist are kept.
With a further seed behind TEXT only those whose spread is shown are trained.
"""

import hashlib
import json
import platform
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from torch.nn.functional import cross_entropy

from core.long_context.trained.curves import TEXT
from core.long_context.trained.stored import BASE, ENCODINGS, FOLDER, HEAD_DIM, as_tokens, assemble, held_out, stem
from core.scaling import RULES
from core.schemes import SCHEMES
from core.schemes.scheme import Family
from take_away import scaling_torch, schemes_torch
from training.curves import MODELS, accuracy, repeated, text_curve

D_MODEL, HEADS, WIDENING, BUCKETS = 64, 4, 4, 32
BOOK = "King James Bible, public domain, Debian bible-kjv-text 4.38, without references"
BLOCK, HELD_EVERY, TEXTS, TEXT_LENGTH = 20_000, 17, 12, 2049  # characters
FACTOR = 4  # of fine-tuning: times the trained length
RAMP = {"beta_fast": 8.0, "truncate": False}  # of YaRN; of 8 pairs, ends moved to whole pairs would all be alike
ARGUMENTS = {"T5": {"direction": "causal"}}  # of encodings beside positions and sizes
Parameters = dict[str, torch.Tensor]
Sample = tuple[torch.Tensor, int]  # tokens (batch, n + 1), and the place from which the next token is predicted
_SIZE = {"d_model": D_MODEL, "heads": HEADS}
TASKS = {  # what a model learns, over so many tokens; tied: its embedding, transposed, is the unembedding too
    "text": SimpleNamespace(**_SIZE, layers=3, symbols=63, length=128, steps=1600, tied=False, bias=0.02),
    "retrieval": SimpleNamespace(**_SIZE, layers=2, symbols=512, length=64, steps=4000, tied=True, bias=1.0),
}  # bias: deviation of T5's numbers at the start


def start(task: SimpleNamespace, scheme: str, rng: np.random.Generator) -> Parameters:
    """Weights before training: normal with variance 1 / input features, embeddings and learned encodings apart."""
    d_model, hidden = task.d_model, WIDENING * task.d_model
    width = d_model**-0.5
    learned = {
        "learned": {"table": (0.5, task.length, d_model)},
        "T5": {"weights": (task.bias, BUCKETS, task.heads)},
    }
    sizes = {  # deviation and shape
        "embedding": (1.0, task.symbols, d_model),
        "attention": (width, task.layers, 4, d_model, d_model),  # of queries, keys, values, outputs
        "widen": (width, task.layers, d_model, hidden),
        "narrow": (hidden**-0.5, task.layers, hidden, d_model),
    } | ({} if task.tied else {"unembedding": (width, d_model, task.symbols)})
    sizes |= learned.get(scheme, {})
    normal = {name: rng.normal(0, deviation, shape) for name, (deviation, *shape) in sizes.items()}
    return {name: torch.tensor(each, dtype=torch.float32, requires_grad=True) for name, each in normal.items()}


def logits(
    parameters: Parameters,
    tokens: torch.Tensor,  # (batch, n)
    scheme: str,
    frequencies: torch.Tensor | None = None,  # (head_dim / 2,) radians per token, of a scaling rule
    attention_factor: float = 1.0,
    *,
    heads: int = HEADS,
    window: int | None = None,  # tokens that each one looks at, with itself; None for all before it
) -> torch.Tensor:  # (batch, n, symbols)
    """The forward pass; `core.long_context.trained.model` has the same in NumPy."""
    family, encoding = SCHEMES[scheme].family, getattr(schemes_torch, scheme.lower())
    learned = {name: parameters[name] for name in ENCODINGS if name in parameters}
    arguments: dict[str, Any] = learned | ARGUMENTS.get(scheme, {})
    positions, state = torch.arange(tokens.shape[1], device=tokens.device), parameters["embedding"][tokens]
    n, d_model = state.shape[1:]
    head_dim = d_model // heads
    if family is Family.ADDITIVE:
        state = state + encoding(positions, d_model, **arguments).to(state)
    unseen = torch.full((n, n), -torch.inf, device=tokens.device)
    added = unseen.triu(1) + (unseen.tril(-window) if window else 0)  # later ones, and those before the window
    if family is Family.BIAS:
        added = added + encoding(positions, positions, heads, **arguments).to(added)
    layers = (parameters[name] for name in ("attention", "widen", "narrow"))
    for (*inputs, output), widen, narrow in zip(*layers, strict=True):
        each = [(normalised(state) @ matrix).unflatten(-1, (heads, head_dim)).transpose(1, 2) for matrix in inputs]
        queries, keys, values = each  # (batch, heads, n, head_dim)
        if family is Family.ROTARY:
            turned = (encoding(one, positions, BASE, frequencies=frequencies) for one in (queries, keys))
            queries, keys = (attention_factor * one for one in turned)
        weights = (queries @ keys.transpose(-1, -2) / head_dim**0.5 + added).softmax(-1)
        state = state + (weights @ values).transpose(1, 2).flatten(2) @ output
        state = state + torch.relu(normalised(state) @ widen) @ narrow
    return normalised(state) @ parameters.get("unembedding", parameters["embedding"].T / d_model**0.5)


def normalised(state: torch.Tensor) -> torch.Tensor:
    """Every row with a mean square of 1 (RMSNorm without a gain)."""
    return state * torch.rsqrt((state**2).mean(-1, keepdim=True) + 1e-5)


def rotation(rule: str, length: int, factor: float = FACTOR) -> dict[str, Any]:
    """Frequencies and attention factor of the head under a rule, from the functions that readers take away."""
    trained = BASE ** (-torch.arange(0, HEAD_DIM, 2, dtype=torch.float64) / HEAD_DIM)
    if rule == "YaRN":
        frequencies = scaling_torch.yarn(trained, BASE, factor, length, **RAMP)
        return {"frequencies": frequencies, "attention_factor": RULES[rule].attention_factor(factor=factor)}
    return {"frequencies": scaling_torch.linear(trained, factor) if rule == "Linear" else trained}


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


def train(parameters: Parameters, samples: Iterator[Sample], steps: int, scheme: str, **turn: Any) -> list[float]:
    """AdamW, at 3e-3 falling as a cosine after 50 steps, in fine-tuning at 1e-3 throughout. Losses, nats."""
    peak, warm = (1e-3, 5) if turn else (3e-3, 50)
    optimizer = torch.optim.AdamW(parameters.values(), weight_decay=0.01, betas=(0.9, 0.95))
    losses = []
    for step in range(steps):
        fall = 1.0 if turn else 0.5 * (1 + np.cos(np.pi * step / steps))
        optimizer.param_groups[0]["lr"] = peak * min(1, (step + 1) / warm) * fall
        optimizer.zero_grad()
        tokens, first = next(samples)
        scores = logits(parameters, tokens[:, :-1], scheme, **turn)[:, first:]
        loss = cross_entropy(scores.flatten(0, 1), tokens[:, first + 1 :].flatten())
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters.values(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    return losses


def sha256(file: Path) -> str:
    """Of a file's bytes."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def loaded(file: Path) -> Parameters:
    """Weights as they were stored."""
    with np.load(file, allow_pickle=False) as arrays:
        return {name: torch.tensor(arrays[name].astype(np.float32), requires_grad=True) for name in arrays}


def make(names: Sequence[str], seed: int, text: np.ndarray, source: Mapping[str, str]) -> None:
    """Train one of the `MODELS`, and write its weights in half precision, where they come from and its losses."""
    name, scheme, *tuned = names
    task, file = TASKS[name], FOLDER / f"{stem(*names, seed=seed)}.npz"
    rng = np.random.default_rng([seed, bool(tuned)])
    turn, origin, steps = {}, {}, task.steps
    samples = text_samples(text, rng, *((4, FACTOR * task.length) if tuned else (16, task.length)))
    if name == "retrieval":
        samples, source = retrieval_samples(rng, task.length), {"data": "random tokens, from the seed"}
    if tuned:
        rule, steps, first = tuned[0], int(tuned[1]), stem(name, scheme, seed=seed)
        parameters, turn = loaded(FOLDER / f"{first}.npz"), rotation(rule, task.length)
        origin = {"rule": rule, "options": {"factor": FACTOR, **RAMP}, "from": first}
    else:
        parameters = start(task, scheme, rng)
    losses = train(parameters, samples, steps, scheme, **turn)
    halves = {each: weights.detach().numpy().astype(np.float16) for each, weights in parameters.items()}
    np.savez_compressed(file, **halves)
    record = {"scheme": scheme, "task": name, "seed": seed, "steps": len(losses), **origin, "length": task.length}
    record |= {"arguments": ARGUMENTS.get(scheme, {}), "parameters": sum(each.size for each in halves.values())}
    record |= {"training loss": float(np.mean(losses[-50:])), **source, "code": sha256(Path(__file__))}
    record |= {"torch": torch.__version__, "numpy": np.__version__, "python": platform.python_version()}
    record |= {"threads": torch.get_num_threads(), "npz": sha256(file)}
    trained = assemble(record, halves)
    if name == "text":
        reach = task.length if scheme == "learned" else FACTOR * task.length  # a table has no further rows
        tokens = torch.tensor(as_tokens(held_out()[0][:reach]))
        with torch.no_grad():
            last = logits(loaded(file), tokens[None], scheme, **turn)[0, -1]
        record |= {"held out": text_curve(trained).round(4).tolist(), "last logits": last.tolist()}
    else:
        record["held out"] = [round(float(accuracy(trained, task.length, 16).mean()), 4)]
    file.with_suffix(".json").write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    print(file.stem, record["training loss"], record["held out"], flush=True)


def main() -> None:
    """Train what is missing."""
    data, seed = Path(sys.argv[1]), int(*sys.argv[2:])
    torch.set_num_threads(1)
    book = re.sub(r"^\S+ ", "", data.read_text("ascii"), flags=re.MULTILINE)  # a verse a line, without references
    blocks = [book[at : at + BLOCK] for at in range(0, len(book), BLOCK)]
    apart = range(HELD_EVERY // 2, len(blocks), HELD_EVERY)
    beside = {"alphabet": "".join(sorted(set(book))), "texts": [blocks[at][:TEXT_LENGTH] for at in apart][:TEXTS]}
    (FOLDER / "held_out.json").write_text(json.dumps(beside, indent=1) + "\n", "ascii")
    source = {"data": BOOK, "sha256 of the data": sha256(data)}
    text = as_tokens("".join(block for at, block in enumerate(blocks) if at not in apart))
    for names in MODELS[: len(TEXT)] if seed else MODELS:
        if not (FOLDER / f"{stem(*names, seed=seed)}.json").exists():
            make(names, seed, text, source)


if __name__ == "__main__":
    main()
