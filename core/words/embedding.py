"""A random embedding table, as before training."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import checked
from core.inputs.parameter import check_whole
from core.words.tokens import same_word


def _at_most_all(d_model: int, dimensions: int | None) -> None:
    if dimensions is not None:
        check_whole(dimensions, "dimensions", most=d_model)


@checked(together=_at_most_all)
def embed(
    words: Sequence[str], d_model: int, *, seed: int = 0, is_scaled: bool = True, dimensions: int | None = None
) -> NDArray[np.float64]:  # (n, dimensions); dimensions: how many features of each row, None for all
    """Rows of a random embedding table, one for each word.

    Entries are normal with variance 1 / d_model, as before training, or 1 where `is_scaled`. A row depends only
    on the seed and the word, so a word has the same row in every sentence.

    Source: Vaswani et al. 2017, section 3.4, https://arxiv.org/abs/1706.03762
    """
    count = d_model if dimensions is None else dimensions
    forms = [same_word(word) for word in words]
    by_form = {form: _row(form, count, seed) for form in forms}
    rows = np.array([by_form[form] for form in forms]).reshape(len(forms), count)
    return rows if is_scaled else rows / np.sqrt(d_model)


def _row(form: str, count: int, seed: int) -> NDArray[np.float64]:
    """Normal with variance 1; fewer features are the beginning of the same row."""
    return np.random.default_rng([seed, *form.encode("utf-8", "surrogatepass")]).standard_normal(count)
