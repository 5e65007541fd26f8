"""What released models' files say of position: read, checked, corrected, engines compared."""

from model_configs.entries import ConfigError
from model_configs.model_config import ModelConfig, read_config

__all__ = ["ConfigError", "ModelConfig", "read_config"]
