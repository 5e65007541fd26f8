"""Words in Markdown files, by their headings."""

import re


def sections(text: str) -> dict[str, str]:
    """Text under each second-level heading of a Markdown file, by heading."""
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return {title.strip(): body.strip() for title, body in zip(parts[1::2], parts[2::2], strict=True)}
