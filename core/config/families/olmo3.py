"""OLMo 3: a rule for full attention that leaves windows as they are."""

from core.config.families.block import FullAndSliding
from core.config.families.family import Family, models
from core.config.families.layer_lists import every

FAMILIES = (
    Family(
        types=("olmo3",),
        source=models("olmo3"),
        arranged=FullAndSliding(bases=(500_000.0, 500_000.0), local=()),
        layers=every(4),
    ),
)
