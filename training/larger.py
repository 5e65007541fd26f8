"""Train the larger models of the room "Longer than trained": `python -m training.larger BOOK TEXT…`, on one GPU.

BOOK is written by Debian's package bible-kjv 4.38, `bible -f 'Gen1:1-Rev22:21' > BOOK`; each TEXT is one of the
files of the dictionaries named in `DATA`, unpacked. Only the book is held out and measured. `--small --steps 20` is
a trial of seconds on a CPU; `--seeds 3` trains those again whose spread is to be shown.
"""

import argparse
import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from torch.nn.functional import cross_entropy

from core.frequencies import inverse_frequencies
from core.long_context.trained import curves
from core.long_context.trained.curves import FACTORS, LARGER, TUNED_FACTOR, UNSCALED, YARN, block_means
from core.scaling import RULES
from training.extrapolation import BASE, BLOCK, HELD_EVERY, Parameters, logits, sha256, start

COMMON = {"symbols": 128, "tied": False, "bias": 0.02}
LARGE = SimpleNamespace(d_model=384, heads=6, layers=6, length=1024, batch=64, peak=1e-3, warm=100, **COMMON)
TRIAL = SimpleNamespace(d_model=32, heads=2, layers=2, length=32, batch=4, peak=1e-2, warm=5, **COMMON)
STEPS, DECAY = 1500, 0.1
TUNED_PEAK, TUNED_WARM = 3e-4, 5  # of further training
BOOK_SHARE, TEXTS = 0.35, 12  # of the samples; held out
REACH = 16  # times the trained length
SCHEMES = ("RoPE", "ALiBi", "sinusoidal", "T5", "NoPE", "learned")
SEEDED = ("RoPE", "ALiBi", "sinusoidal")  # of which further seeds are trained
DATA = (
    "35 % King James Bible (Debian bible-kjv 4.38, without references), 65 % dictionaries (Debian dict-foldoc, "
    "dict-jargon, dict-devil, dict-gcide), ASCII; blocks of 20,000 characters, each 17th of the book held out"
)
OPTIMIZER = (
    "AdamW, betas 0.9 0.95, weight decay 0.1, 1e-3 after 100 steps, falling as a cosine, gradients clipped at 1"
)
Texts = Sequence[torch.Tensor]


def read_texts(book: Path, others: Sequence[Path], length: int) -> tuple[Texts, torch.Tensor]:
    """The book and the other texts to train on, and what is held out of the book, (texts, length + 1)."""
    verses = re.sub(r"^\S+ ", "", book.read_text("ascii"), flags=re.MULTILINE)
    blocks = [verses[at : at + BLOCK] for at in range(0, len(verses), BLOCK)]
    apart = range(min(HELD_EVERY // 2, len(blocks) - 1), len(blocks), HELD_EVERY)
    held_out = [as_numbers(blocks[at][: length + 1]) for at in apart if len(blocks[at]) > length][:TEXTS]
    text = "".join(block for at, block in enumerate(blocks) if at not in apart)
    rest = "".join(each.read_text("ascii", errors="ignore") for each in others)
    return [as_numbers(each) for each in (text, rest) if each], torch.stack(held_out)


def as_numbers(text: str) -> torch.Tensor:
    """ASCII codes, (n,)."""
    return torch.from_numpy(np.frombuffer(text.encode("ascii"), np.uint8).astype(np.int64))


def samples(texts: Texts, rng: np.random.Generator, batch: int, length: int) -> Iterator[torch.Tensor]:
    """Pieces (batch, length + 1), all of one step from the book or all from the others."""
    while True:
        text = texts[0 if rng.random() < BOOK_SHARE or len(texts) == 1 else 1]
        at = torch.from_numpy(rng.integers(0, len(text) - length, batch))
        yield text[at[:, None] + torch.arange(length + 1)]


def train(
    parameters: Parameters,
    pieces: Iterator[torch.Tensor],
    steps: int,
    scheme: str,
    task: SimpleNamespace,
    **turn: Any,
) -> None:
    """AdamW in bfloat16: at 1e-3 falling as a cosine, in further training at 3e-4 throughout."""
    peak, warm = (TUNED_PEAK, TUNED_WARM) if turn else (task.peak, task.warm)
    device = parameters["embedding"].device
    optimizer = torch.optim.AdamW(parameters.values(), weight_decay=DECAY, betas=(0.9, 0.95))
    for step in range(steps):
        fall = 1.0 if turn else 0.5 * (1 + np.cos(np.pi * step / steps))
        optimizer.param_groups[0]["lr"] = peak * min(1, (step + 1) / warm) * fall
        tokens = next(pieces).to(device)
        with half(device):
            scores = logits(parameters, tokens[:, :-1], scheme, heads=task.heads, **turn)
        optimizer.zero_grad()
        cross_entropy(scores.float().flatten(0, 1), tokens[:, 1:].flatten()).backward()
        torch.nn.utils.clip_grad_norm_(parameters.values(), 1.0)
        optimizer.step()


def rotation(rule: str, task: SimpleNamespace, factor: int, device: torch.device) -> dict[str, Any]:
    """Frequencies and attention factor of a head under a rule as it was released."""
    plain = inverse_frequencies(task.d_model // task.heads, BASE)
    scaled = RULES[rule].apply(plain, base=BASE, original=task.length, factor=factor)
    return {"frequencies": torch.from_numpy(scaled.inverse).to(device), "attention_factor": scaled.attention_factor}


@torch.no_grad()
def curve(
    parameters: Parameters, texts: torch.Tensor, scheme: str, task: SimpleNamespace, **options: Any
) -> list[float]:
    """Mean loss over the held-out texts by block of positions, nats; a learned table ends with its rows."""
    n = min(texts.shape[1] - 1, len(parameters.get("table", texts.T)))
    device, losses = parameters["embedding"].device, []
    for text in texts[:, : n + 1].to(device):
        with half(device):
            scores = logits(parameters, text[None, :-1], scheme, heads=task.heads, **options)[0]
        losses.append(cross_entropy(scores.float(), text[1:], reduction="none").cpu().numpy())
    return [round(float(mean), 4) for mean in block_means(np.stack(losses), LARGER)]


def half(device: torch.device) -> torch.autocast:
    """Matrices are multiplied in bfloat16 on a GPU; weights stay in float32."""
    return torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda")


def copied(parameters: Parameters) -> Parameters:
    """Weights to train on."""
    return {name: each.detach().clone().requires_grad_() for name, each in parameters.items()}


def make(
    scheme: str, seed: int, texts: Texts, task: SimpleNamespace, steps: int, device: torch.device
) -> Parameters:
    """Train a model from the start; what its layers add is smaller, the more there are."""
    rng = np.random.default_rng(seed)
    parameters = start(task, scheme, rng)
    with torch.no_grad():
        for outputs in (parameters["attention"][:, 3], parameters["narrow"]):
            outputs.mul_((2 * task.layers) ** -0.5)
    parameters = {name: each.detach().to(device).requires_grad_() for name, each in parameters.items()}
    train(parameters, samples(texts, rng, task.batch, task.length), steps, scheme, task)
    return parameters


def under_rules(
    rope: Parameters, texts: Texts, held_out: torch.Tensor, task: SimpleNamespace, most: int
) -> dict[str, list[float]]:
    """RoPE cut off, under every rule and factor, and after further training."""
    device, found = rope["embedding"].device, {}
    window = f"last {task.length:,} only"
    found[window] = curve(rope, held_out, "RoPE", task, window=task.length)
    for factor in (1, *FACTORS):
        for name, key in curves.sources_of_rules(factor).items():
            if key not in found:
                found[key] = curve(rope, held_out, "RoPE", task, **rotation(name, task, factor, device))
    for steps in LARGER.tuned_steps[1:]:
        for name, key in curves.sources_of_rules(1, steps).items():
            tuned, turn = copied(rope), rotation(name, task, TUNED_FACTOR, device)
            pieces = samples(
                texts, np.random.default_rng(9), task.batch // TUNED_FACTOR, TUNED_FACTOR * task.length
            )
            train(tuned, pieces, min(steps, most), "RoPE", task, **turn)
            found[key] = curve(tuned, held_out, "RoPE", task, **turn)
    return found


def measure(options: argparse.Namespace) -> Mapping[str, Any]:
    """All curves, and what they rest on."""
    task, device, begun = TRIAL if options.small else LARGE, torch.device(options.device), time.monotonic()
    texts, held_out = read_texts(options.book, options.texts, REACH * task.length)
    schemes, seeds, rules, count = {}, {}, {}, 0
    for scheme in SCHEMES:
        model = make(scheme, 0, texts, task, options.steps, device)
        schemes[scheme] = curve(model, held_out, scheme, task)
        if scheme == "RoPE":
            count, rules = (
                sum(each.numel() for each in model.values()),
                under_rules(model, texts, held_out, task, options.steps),
            )
        print(scheme, *schemes[scheme][-1:], flush=True)
        for seed in range(1, options.seeds) if scheme in SEEDED else ():
            again = make(scheme, seed, texts, task, options.steps, device)
            seeds[f"{scheme}, seed {seed}"] = curve(again, held_out, scheme, task)
    schemes[curves.CURED] = rules[f"{YARN}, factor {LARGER.cured_factor}"]
    rules[UNSCALED] = schemes["RoPE"]
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else device.type
    origin = {"parameters": count, "layers": task.layers, "length": task.length, "batch": task.batch}
    origin |= {"steps": options.steps, "seed": 0, "device": name, "torch": torch.__version__, "data": DATA}
    origin |= {"optimizer": OPTIMIZER}
    origin |= {
        "fine-tuning": f"{TUNED_FACTOR * task.length:,} characters, batch {task.batch // TUNED_FACTOR}, 3e-4"
    }
    origin |= {
        "measured": f"loss on {len(held_out)} held-out texts of the Bible",
        "yarn": "beta 32 and 1, as released",
    }
    origin |= {
        "seconds": round(time.monotonic() - begun),
        "code": sha256(Path(__file__)),
        "book": sha256(options.book),
    }
    return {"provenance": origin, "schemes": schemes, "rules": rules, "seeds": seeds}


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, measure and write the file of curves."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", type=Path)
    parser.add_argument("texts", type=Path, nargs="*")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--to", type=Path, default=LARGER.path)
    options = parser.parse_args(arguments)
    options.to.write_text(json.dumps(measure(options)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
