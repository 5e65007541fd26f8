"""ModernBERT: windows with a base of their own, and a rule that acts on both."""

from core.config.families.block import FullAndSliding
from core.config.families.family import Family, models
from core.config.families.layer_lists import every
from core.config.keys import LOCAL_THETA

FAMILIES = (
    Family(
        types=("modernbert", "modernbert-decoder"),
        source=models("modernbert"),
        unread=("rope_theta",),
        entries=("global_rope_theta", *LOCAL_THETA, "local_attention"),
        arranged=FullAndSliding(
            bases=(160_000.0, 1e4), local=("local_rope_theta",), whole=("global_rope_theta",), scales_both=True
        ),
        layers=every(3, last=False),
    ),
)
