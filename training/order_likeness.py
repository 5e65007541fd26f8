"""What the released model makes of Home's orders and of questions: `python -m training.order_likeness`."""

import hashlib
import json

import numpy as np

from core.words.minilm import measured
from core.words.minilm.order_likeness import FILE, measure
from core.words.minilm.stored import FILE as WEIGHTS
from core.words.orders import FIRST_SENTENCE, different_orders


def main() -> None:
    """Write both files."""
    weights = hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()
    values = {name: np.round(each, 5).tolist() for name, each in vars(measured.measure()).items()}
    measured.FILE.write_text(json.dumps({"weights": weights, **values}) + "\n", "utf-8")
    orders = different_orders()
    record = {
        "sentence": " ".join(FIRST_SENTENCE),
        "what": "cosine with the sentence as it stands, in the order of core.words.orders.different_orders",
        "weights": weights,
        "with positions": [round(measure(order, positions=True), 5) for order in orders],
        "without positions": [round(measure(order, positions=False), 5) for order in orders],
    }
    FILE.write_text(json.dumps(record) + "\n", "utf-8")
    others = np.array(record["with positions"][1:])
    print(f"{len(orders)} orders: {others.min():.3f} to {others.max():.3f}, median {np.median(others):.3f}")


if __name__ == "__main__":
    main()
