"""Files in which people keep the commands that start engines."""

COMPOSE = """services:
  one:
    image: vllm/vllm-openai:v0.25
    ports: ["8000:8000"]
    command: >
      --model Qwen/Qwen3-VL-8B-Instruct
      --max-model-len 1000000
  two:
    image: lmsysorg/sglang
    command:
      - python
      - -m
      - sglang.launch_server
      - --model-path
      - Qwen/Qwen3-32B  # the large one
      - '{"a": "it''s"}'
    environment: [A=b]
  three:
    image: ghcr.io/ggml-org/llama.cpp:server-cuda
    command: ["-m", "/models/Qwen3-32B-Q4_K_M.gguf", "-c", "131072"]
"""
POD = """spec:
  containers:
    - name: a
      image: vllm/vllm-openai
      args:
        - --model=Qwen/Qwen3-8B
        - --max-model-len=131072
    - name: b
      image: python
      command: ["vllm", "serve", "Qwen/Qwen3-8B"]
      args: ["--max-model-len", "65536"]
    - name: c
      image: nginx
"""
IMAGE = """FROM vllm/vllm-openai
# CMD ["--model", "other"]
ENV A=1
CMD ["--model", "Qwen/Qwen3-8B", \\
  "--max-model-len", "131072"]
"""
SCRIPT = """#!/bin/bash
set -e
# vllm serve old
cd /x && SGLANG_ALLOW=1 python -m sglang.launch_server --model-path Qwen/Qwen3-8B \\
  --context-length 131072 >> log 2>&1 &
"""
UNIT = """[Service]
Environment=A=b
ExecStart=/usr/bin/llama-server -m /m/Qwen3-8B-Q4_K_M.gguf -c 131072
Restart=always
"""
