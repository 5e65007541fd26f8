"""The project's own Markdown files, section by section: the one reader of their headings and lists."""

import re

_HEADING = re.compile(r"(#+) +(.+?) *")
_FENCE = re.compile(r"```|~~~")
_LABEL = re.compile(r"(?:`(.+?)`:|\*\*(.+?):\*\*) +(.+)")


def sections(text: str, level: int = 2) -> dict[str, str]:
    r"""The text under each heading of a level, by heading; under "" what stands before the first.

    Headings of other levels stay in the text, and a fence of code holds none.

    >>> sections("# Clock\n\nOne hand.\n\n## Hands\n\nTwo.\n")
    {'': '# Clock\n\nOne hand.', 'Hands': 'Two.'}
    """
    by_heading: dict[str, str] = {}
    for heading, body in in_order(text, level):
        if heading in by_heading:
            raise ValueError(f"a heading must stand once in its file, got {heading!r} again")
        by_heading[heading] = body
    return by_heading


def in_order(text: str, level: int = 2) -> list[tuple[str, str]]:
    """The same as pairs of heading and text, where a heading may stand several times."""
    parts: list[tuple[str, list[str]]] = [("", [])]
    is_code = False
    for line in text.split("\n"):
        is_code ^= _FENCE.match(line) is not None
        heading = None if is_code else _HEADING.fullmatch(line)
        if heading is not None and len(heading[1]) == level:
            parts.append((heading[2], []))
        else:
            parts[-1][1].append(line)
    texts = [(heading, "\n".join(lines).strip()) for heading, lines in parts]
    return [each for each in texts if any(each)]


def items(text: str) -> list[str]:
    """The items of a list, each on one line; nothing but a list is taken."""
    rows: list[list[str]] = []
    for line in filter(str.strip, text.split("\n")):
        if line.startswith("- "):
            rows.append([line[2:].strip()])
        elif rows and line.startswith("  "):
            rows[-1].append(line.strip())
        else:
            raise ValueError(f"each line must be an item, - text, or go on from one by two spaces, got {line!r}")
    return [" ".join(row) for row in rows]


def labels(text: str) -> dict[str, str]:
    r"""The items of a list that each begin with a label, by label: ``- `name`: text`` or ``- **name:** text``.

    >>> labels("- `short`: one line\n- **Long:** two\n  lines")
    {'short': 'one line', 'Long': 'two lines'}
    """
    by_name: dict[str, str] = {}
    for item in items(text):
        match = _LABEL.fullmatch(item)
        if match is None:
            raise ValueError(f"each item must be a label, - `name`: text, got {item!r}")
        name = match[1] or match[2]
        if name in by_name:
            raise ValueError(f"a label must stand once in its list, got {name!r} again")
        by_name[name] = match[3]
    return by_name
