# Linkwork: common jobs. `make demo` shows what it does; `make test` checks everything.

PYTHON  ?= python3
VENV    := .venv
BIN     := $(VENV)/bin
INSTALL := $(VENV)/.installed
SOURCES := $(shell find src/linkwork/kernels -name '*.py')
WARM    := $(VENV)/.warm
PLAIN   := tests/cases/test_p04a_four_bar.py tests/cases/test_p04h_wheels.py tests/cases/test_p05c_flat_cam.py \
           tests/kernels/test_program.py tests/kernels/test_records.py  # run without the compiler too

.PHONY: help install demo test lint docs bench images outputs methods wheels clean

help:
	@echo "make demo    run the demonstration; writes into demo-output/"
	@echo "make test    lint, types, tests, documentation: all that must pass"
	@echo "make lint    ruff and mypy only"
	@echo "make docs    the manual, into docs/_build/html"
	@echo "make images  the pictures of the README"
	@echo "make outputs what the examples of README and manual print, below them"
	@echo "make methods what editors and type checkers see of the methods of a mechanism"
	@echo "make bench   the measurements in bench/"
	@echo "make wheels  wheels for every system and the source distribution, into dist/"
	@echo "make clean   remove what was made, also the virtual environment"

install: $(INSTALL)

$(INSTALL): requirements.lock.txt pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	touch $@

# Compile the kernels once, so that the test workers do not each do it.
$(WARM): $(INSTALL) $(SOURCES)
	$(BIN)/linkwork warmup
	touch $@

demo: $(INSTALL)
	$(BIN)/linkwork demo

lint: $(INSTALL)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint $(WARM)
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q $(PLAIN)
	$(BIN)/python -m pytest -n 2 --dist loadfile

docs: $(INSTALL)
	$(BIN)/sphinx-build -W --keep-going -q docs docs/_build/html
	@echo "docs/_build/html/index.html"

images: $(INSTALL)
	$(BIN)/python docs/make_images.py

outputs: $(INSTALL)
	$(BIN)/python docs/make_outputs.py

methods: $(INSTALL)
	$(BIN)/python packaging/make_methods.py

bench: $(WARM)
	@set -e; found=0; for file in bench/bench_*.py; do \
	  if [ -e "$$file" ]; then found=1; echo "== $$file"; $(BIN)/python "$$file"; fi; \
	done; test $$found = 1 || echo "bench/ has no bench_*.py yet."

wheels: $(INSTALL)
	@set -e; for system in $$($(BIN)/python -c "from linkwork.kernels.compiler.building import SYSTEMS; print(*SYSTEMS)"); do \
	  LINKWORK_SYSTEM=$$system $(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps -w dist .; \
	done
	$(BIN)/python -c "from setuptools.build_meta import build_sdist; build_sdist('dist')"
	@ls -l dist

clean:
	rm -rf $(VENV) build dist docs/_build docs/reference/joints docs/reference/forces demo-output
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis src/*.egg-info
	find src tests docs -name __pycache__ -type d -prune -exec rm -rf {} +
