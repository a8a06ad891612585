# Each target sets up what it needs in .venv; only Python 3.11 or newer with pip is expected.
PYTHON ?= python3
VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: demo test lint types unit bench docs clean

demo: $(VENV)/.installed
	@$(BIN)/python examples/demo.py

test: lint types unit

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

unit: $(VENV)/.dev
	$(BIN)/python -m pytest -n auto

bench: $(VENV)/.bench
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
	@touch $@
