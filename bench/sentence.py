"""What a sentence costs the released model: processor time, and memory of a process that has used it or has not.

A fresh process with one thread for linear algebra imports what the rooms need of core, then the model, and then
reads new sentences of 10 to 32 tokens, of each length in turn.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

import numpy as np
import psutil

from bench.section import Goal, Section, Table
from tests.house import ROOT

LENGTHS, TURNS = (10, 16, 24, 32), 15
PROCESSES = 3
TIME, USED, UNUSED = 40, 60, 1  # goals: ms, MB, MB
WORDS = "time year people way day man thing woman life child world school state family student group".split()


def section() -> Section:
    """Milliseconds by number of tokens, memory, and the goals; the least of several processes."""
    several = [child() for _ in range(PROCESSES)]
    by_length = {n: min(each["ms"][str(n)] for each in several) for n in LENGTHS}
    first, used, unused = (min(each[name] for each in several) for name in ("first", "used", "unused"))
    rows = [[f"{n} tokens", milliseconds] for n, milliseconds in by_length.items()]
    tables = [Table(("a new sentence of", "ms"), [*rows, ["the first one, which reads the file", first]])]
    median = float(np.median(list(by_length.values())))
    goals = [
        Goal(f"a new sentence of {LENGTHS[0]} to {LENGTHS[-1]} tokens, median", median, TIME, "ms"),
        Goal("memory of a process that has read sentences, beyond one that has not", used, USED, "MB"),
        Goal("memory of a process that has imported the model alone", unused, UNUSED, "MB"),
    ]
    return Section(tables, goals)


def child() -> dict[str, float]:
    command = [sys.executable, "-m", "bench.sentence"]
    settings = {"OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}  # as the server has them
    run = subprocess.run(command, cwd=ROOT, env=os.environ | settings, check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


def costs() -> dict[str, float | dict[int, float]]:
    """What this process spends: ms of processor time, and MB."""
    import core.words.orders  # noqa: PLC0415, F401 - what is measured is the import of the next line

    before = memory()
    from core.words import minilm  # noqa: PLC0415

    unused = memory() - before
    first = spent(lambda: minilm.run("the first sentence"))
    rng = np.random.default_rng(0)
    times: dict[int, list[float]] = {n: [] for n in LENGTHS}
    for _ in range(TURNS):
        for n in LENGTHS:
            sentence = sentence_of(n, rng)
            times[n].append(spent(lambda sentence=sentence: minilm.run(sentence)))
    medians = {n: float(np.median(each)) for n, each in times.items()}
    return {"ms": medians, "first": first, "unused": unused, "used": memory() - before}


def sentence_of(tokens: int, rng: np.random.Generator) -> str:
    """Drawn words, each a token, so that no sentence was read before."""
    drawn: Sequence[str] = rng.choice(WORDS, tokens - 2)  # [CLS] and [SEP]
    return " ".join(drawn)


def spent(call: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    start = time.process_time()
    call()
    return 1e3 * (time.process_time() - start)


def memory() -> float:
    """Resident memory of this process, MB."""
    return psutil.Process().memory_info().rss / 1e6


if __name__ == "__main__":
    print(json.dumps(costs()))
