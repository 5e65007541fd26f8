"""Model types whose class scales the frequencies where the config is silent."""

from core.config.families.family import Family, models
from core.config.families.layer_lists import every

_OSS = {"factor": 32.0, "beta_fast": 32.0, "beta_slow": 1.0, "truncate": False}
_MISTRAL = {"beta_fast": 32.0, "beta_slow": 1.0, "mscale": 1.0, "mscale_all_dim": 1.0, "llama_4_scaling_beta": 0.1}
_LLAMA = {"rope_type": "llama3", "low_freq_factor": 1.0, "high_freq_factor": 4.0}

_HALF = {"rope_type": "default", "rope_theta": 1e4, "partial_rotary_factor": 0.5}

FAMILIES = (
    Family(
        types=("gpt_oss", "openai_privacy_filter"),
        source=models("gpt_oss"),
        entries=("initial_context_length",),
        default={"rope_type": "yarn", "original_max_position_embeddings": 4096, **_OSS},
        layers=every(2),
    ),
    Family(
        types=("apertus",),
        source=models("apertus"),
        default={"factor": 8.0, "original_max_position_embeddings": 8192, "rope_theta": 1.2e7, **_LLAMA},
    ),
    Family(
        types=("cwm",),
        source=models("cwm"),
        default={"factor": 16.0, "original_max_position_embeddings": 8192, "rope_theta": 1e6, **_LLAMA},
        layers=every(4, last=False),
    ),
    Family(
        types=(
            "nemotron3_5_transcribe_asr_audio",
            "nemotron3_5_transcribe_word_timestamp",
            "nemotron3_5_transcribe_audio",
        ),
        source=models("nemotron3_5_transcribe"),
        default=_HALF,
    ),
    Family(
        types=("cosmos3_edge_text",),
        source=models("cosmos3_edge"),
        default={"rope_type": "default", "rope_theta": 1e8, "mrope_section": [24, 20, 20]},
    ),
    Family(
        types=("moonshine_streaming",),
        source=models("moonshine_streaming"),
        default=_HALF | {"partial_rotary_factor": 0.8},
    ),
    Family(
        types=("higgs_audio_v2",),
        source=models("higgs_audio_v2"),
        default={
            **_LLAMA,
            "factor": 32.0,
            "low_freq_factor": 0.125,
            "high_freq_factor": 0.5,
            "original_max_position_embeddings": 1024,
            "rope_theta": 5e5,
        },
    ),
)
