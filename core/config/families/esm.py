"""ESM: learned positions in the first models, rotary ones of a fixed base since."""

from core.config.families.family import Family, models
from core.config.families.part import Part


def _esm(part: Part) -> str | None:
    return "RoPE" if part.entries.word("position_embedding_type") == "rotary" else "Learned"


FAMILIES = (Family(types=("esm",), source=models("esm"), scheme=_esm),)
