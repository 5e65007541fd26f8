"""Line and column of the entries of a JSON text, also of one with comments or trailing commas."""

import re
from dataclasses import dataclass, field

TOKENS = re.compile(r'"((?:[^"\\]|\\.)*)"(\s*:)?|//[^\n]*|#[^\n]*|/\*.*?\*/|[{}\[\]]', re.DOTALL)
LINE = re.compile(r"line (\d{1,9})")
DEEPEST = 8  # names of a path; those of findings have at most four


@dataclass(frozen=True)
class Places:
    r"""Line and column of each entry of a text, from 1.

    >>> Places('{"a": 1,\n "b": {"c": 2}}').line_and_column("b.c")
    (2, 8)
    """

    text: str = field(repr=False)  # need not be JSON; what does not look like it has no entries
    _starts: dict[str, int] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        trail: list[str] = []  # names under which the open objects and lists stand, outermost first
        name = ""
        for token in TOKENS.finditer(self.text):
            said = token.group()
            if said in {"{", "["}:
                trail.append(name)
                name = ""
            elif said in {"}", "]"}:
                name = trail.pop() if trail else ""
            elif token[2] and len(trail) <= DEEPEST:
                name = token[1]
                self._starts.setdefault(".".join([*trail[1:], name]), token.start())

    def line_and_column(self, path: str) -> tuple[int, int]:
        """Line and column of an entry by its path, else of the object that would hold it, else of the start.

        A path "line 3" is that line.
        """
        if line := LINE.fullmatch(path):
            return int(line[1]), 1
        names = path.split(".")
        paths = (".".join(names[:count]) for count in range(len(names), 0, -1))
        start = next((self._starts[each] for each in paths if each in self._starts), 0)
        return self.text.count("\n", 0, start) + 1, start - self.text.rfind("\n", 0, start)
