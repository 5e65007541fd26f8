"""What `import clockface` offers: functions of core, each documented where it stands."""

from core.frequencies import inverse_frequencies
from core.scaling import RULES
from core.schemes import SCHEMES
from core.schemes.alibi import slopes
from core.schemes.analysis.identify import identify
from core.schemes.rope import rope
from core.schemes.sinusoidal import sinusoidal
from core.schemes.t5 import relative_position_bucket
from core.similarity import dot_product
from model_configs.expected import as_json, as_npz, expected
from model_configs.model_config import ConfigError, ModelConfig, read_config
from model_configs.readings import readings
from model_configs.rewrite import corrected

__all__ = [
    "RULES",
    "SCHEMES",
    "ConfigError",
    "ModelConfig",
    "as_json",
    "as_npz",
    "corrected",
    "dot_product",
    "expected",
    "identify",
    "inverse_frequencies",
    "read_config",
    "readings",
    "relative_position_bucket",
    "rope",
    "sinusoidal",
    "slopes",
]
