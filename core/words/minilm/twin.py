"""A second sentence of the same words, which often says the contrary."""

from core.words.tokens import same_word


def twin(sentence: str) -> str:
    """The sentence with two words swapped: two that follow the same word, else its first word and its last.

    >>> twin("The cat sat on the mat"), twin("dog bites man")
    ('The mat sat on the cat', 'man bites dog')
    """
    words = sentence.split()
    forms = [same_word(word) for word in words]
    pairs = ((i, j) for i in range(1, len(forms)) for j in range(len(forms) - 1, i, -1))
    alike = ((i, j) for i, j in pairs if forms[i] != forms[j] and forms[i - 1] == forms[j - 1])
    first, second = next(alike, (0, len(words) - 1))
    if words:
        words[first], words[second] = words[second], words[first]
    return " ".join(words)
