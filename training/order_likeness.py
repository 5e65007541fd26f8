"""What the released model makes of each order on Home, stored: `python -m training.order_likeness`, a minute."""

import hashlib
import json

import numpy as np

from core.words.minilm.order_likeness import FILE, measure
from core.words.minilm.stored import FILE as WEIGHTS
from core.words.orders import FIRST_SENTENCE, different_orders


def main() -> None:
    """Write the file."""
    orders = different_orders()
    record = {
        "sentence": " ".join(FIRST_SENTENCE),
        "what": "cosine with the sentence as it stands, in the order of core.words.orders.different_orders",
        "weights": hashlib.sha256(WEIGHTS.read_bytes()).hexdigest(),
        "with positions": [round(measure(order, positions=True), 5) for order in orders],
        "without positions": [round(measure(order, positions=False), 5) for order in orders],
    }
    FILE.write_text(json.dumps(record) + "\n", "utf-8")
    values = np.array(record["with positions"][1:])
    print(f"{len(orders)} orders: {values.min():.3f} to {values.max():.3f}, median {np.median(values):.3f}")


if __name__ == "__main__":
    main()
