# Everything one types here. Needs Python 3.11 or later with venv; the rest comes into .venv.
PYTHON ?= python3
PORT ?= 8501
VENV := .venv
BIN := $(VENV)/bin

# Many readers share the cores already: NumPy's own threads would only wait for each other. And their runs
# share the memory: in few arenas less of it is kept unused.
export OPENBLAS_NUM_THREADS := 1
export MALLOC_ARENA_MAX := 2
export ARROW_DEFAULT_MEMORY_POOL := system

.DEFAULT_GOAL := help
.PHONY: help run test torch lint audit lock bench pictures image clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s  %s\n", $$1, $$2 }' Makefile

run: $(VENV)/.app ## install the app and serve it on http://localhost:8501 (PORT=… for another)
	$(BIN)/python deploy/serve.py --server.port=$(PORT)

test: $(VENV)/.dev ## install all, find or fetch a Chromium and an nginx, run the whole suite (ARGS=… for pytest)
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m tests.deploy.proxy
ifdef ARGS
	$(BIN)/python -m pytest $(ARGS)
else # the browser by itself: beside tests that compute it takes twice as long
	$(BIN)/python -m pytest --numprocesses=auto --maxprocesses=4 --ignore=tests/browser
	$(BIN)/python -m pytest --numprocesses=2 tests/browser
endif

torch: $(VENV)/.torch ## install PyTorch as well, and test the code in PyTorch that readers take away
	$(BIN)/python -m pytest tests/take_away/test_*_torch.py

lint: $(VENV)/.dev audit ## ruff, mypy, and what audit does
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

LOCKED = $(shell sed -n 's/^\([a-z0-9-]*\)==.*/\1/p' requirements.lock)
ADVISORIES := https://pypi.org/pypi/streamlit/1.67.0/json

audit: $(VENV)/.dev ## licences of the libraries in the image, and their known weaknesses where PyPI can be asked
	$(BIN)/pip-licenses --python=$(BIN)/python --packages $(LOCKED) --partial-match --fail-on="GPL;GNU General"
	@if $(BIN)/python -c "from urllib.request import urlopen; urlopen('$(ADVISORIES)', timeout=5)" 2>/dev/null; then \
	  $(BIN)/pip-audit --requirement requirements.lock --disable-pip --require-hashes --progress-spinner off; \
	else echo "pip-audit is skipped: PyPI's advisories cannot be reached from here"; fi

lock: $(VENV)/.dev ## write requirements.lock anew from requirements.txt, with the newest of what that leaves open
	$(BIN)/python -m pip install --quiet uv==0.13.9
	$(BIN)/uv pip compile requirements.txt --universal --python-version 3.11 --generate-hashes --no-header \
	  --quiet --upgrade --output-file requirements.lock

bench: $(VENV)/.dev ## measure, and rewrite docs/measurements.md (ARGS=--check fails on a missed goal, ARGS=soak)
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m bench $(ARGS)

pictures: $(VENV)/.dev ## take the README's pictures from the running app
	$(BIN)/python -m docs.pictures.make

image: ## build the container image clockface
	docker build -t clockface .

clean: ## remove the virtual environment
	rm -rf $(VENV)

# The stamps .app, .dev and .torch say that what the requirements name is installed.
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
	@touch $@
