"""Headers of GGUF files, written as the format's specification says."""

import struct


def text(value):
    return struct.pack("<Q", len(value)) + value.encode()


def gguf(entries):
    """The header of a file as the format's specification says."""
    result = b"GGUF" + struct.pack("<IQQ", 3, 0, len(entries))
    for name, value in entries.items():
        result += text(name)
        match value:
            case str():
                result += struct.pack("<I", 8) + text(value)
            case float():
                result += struct.pack("<If", 6, value)
            case [int(), *_]:
                result += struct.pack("<IIQ", 9, 4, len(value)) + struct.pack(f"<{len(value)}I", *value)
            case list():
                result += struct.pack("<IIQ", 9, 8, len(value)) + b"".join(map(text, value))
            case _:
                result += struct.pack("<II", 4, value)
    return result


HEADER = gguf(
    {
        "general.architecture": "qwen2",
        "qwen2.context_length": 131072,
        "qwen2.embedding_length": 3584,
        "qwen2.attention.head_count": 28,
        "qwen2.rope.freq_base": 1e6,
        "tokenizer.ggml.tokens": ["a", "b"] * 50,
        "qwen2.rope.scaling.type": "yarn",
        "qwen2.rope.scaling.factor": 4.0,
        "qwen2.rope.scaling.original_context_length": 32768,
    }
)
