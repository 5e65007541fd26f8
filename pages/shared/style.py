"""Style sheets beside the modules that need them."""

from functools import cache
from pathlib import Path


@cache
def style_of(sheet: Path) -> str:
    """A CSS file, read once, as an element of HTML."""
    return f"<style>{sheet.read_text('utf-8')}</style>"
