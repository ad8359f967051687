# Run `make` to see what there is. Nothing needs setting up first: each target makes `.venv` when
# it is missing, and installs again when pyproject.toml has changed.

PYTHON ?= $(shell for one in python3 python3.11 python3.12 python3.13 python3.14; do \
	"$$one" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo "$$one" && break; done)
WORKERS ?= 2
ARGS ?=

py := .venv/bin/python
haggis := $(py) -m haggis_rules.cli
# A game that is not Haggis, so that one sees what the language does by itself.
heron := tests/heron/heron.haggis

# The pages stay plain, so that another builder can take over: see pyproject.toml's bound on mkdocs.
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test slow lint format types wheel site docs bench deep clean

help: ## show this list
	@echo 'The rules of Haggis: one text to read, run and prove.'
	@echo
	@echo 'New here? Start with these two. Each sets itself up, and needs only Python 3.11 or later.'
	@echo
	@echo '  make run     see the rules checked, proved, dealt and written out as pages'
	@echo '  make test    see that all readings of the rules agree'
	@echo
	@echo 'Everything:'
	@echo
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s%s\n", $$1, $$2 }' Makefile
	@echo
	@echo 'Some tests only:  make test ARGS="-k bomb"'
	@echo 'Another Python:   make test PYTHON=python3.12  (when .venv is new)'
	@echo 'The command:      .venv/bin/haggis --help'

run: .venv/made-verify ## check, prove, deal and write out the rules, step by step
	@echo; echo '1. Check: is every rules file understood, with nothing missing and nothing left over?'
	$(haggis) check spec/*.haggis $(heron)
	@echo; echo '2. Form: is every rules file in the one canonical form?'
	$(haggis) fmt --check spec/*.haggis $(heron)
	@echo; echo '3. Proof: do the promises hold for every deal, by two solvers?'
	$(haggis) verify --verdicts build/verdicts.json
	$(haggis) verify $(heron) --verdicts build/heron.json
	@echo; echo '4. Play: hands dealt by the rules.'
	$(haggis) deal neeps-core --seed 1
	$(haggis) deal $(heron) --seed 1 --hands 3
	@echo; echo '5. Pages: the same rules, to read.'
	$(haggis) docs --verdicts build/verdicts.json
	$(haggis) docs $(heron) --verdicts build/heron.json --out build/heron
	@echo
	@echo 'All of it came from one text. Where to look next:'
	@echo '  spec/          the rules themselves: change a clause and run this again'
	@echo '  docs/rules/    the pages just written; `make docs` shows them in a browser'
	@echo '  tests/heron/   a climbing game that is not Haggis, in the same language; pages in build/heron/'
	@echo '  .venv/bin/haggis --help'

test: .venv/made-test ## run the tests but the slow ones; ARGS="..." goes to pytest
	$(py) -m pytest -n $(WORKERS) -m "not slow" $(ARGS)

slow: .venv/made-test ## run the slow tests: every promise, every mutant, every change of a text
	$(py) -m pytest -n $(WORKERS) -m slow $(ARGS)

lint: .venv/made-dev ## check the form of the code, and who imports whom
	$(py) -m ruff format --check .
	$(py) -m ruff check .
	.venv/bin/lint-imports

format: .venv/made-dev ## put the code into form
	$(py) -m ruff check --fix .
	$(py) -m ruff format .

types: .venv/made-dev ## check the types with mypy and pyright
	$(py) -m mypy
	$(py) -m pyright --pythonpath $(py)

wheel: .venv/made-dev ## test what users install, in an environment of its own
	$(py) -m nox -s wheel $(if $(ARGS),-- $(ARGS))

site: .venv/made-dev ## build the site into site/; a broken link fails
	$(haggis) docs
	$(py) -m mkdocs build --strict

docs: site ## build the site and show it on a local address
	@echo 'Open http://127.0.0.1:8000 and stop with Ctrl-C.'
	$(py) -m http.server --bind 127.0.0.1 --directory site 8000

bench: .venv/made-test ## time the engine and the solvers
	@for script in benchmarks/*.py; do \
		[ -e "$$script" ] || continue; \
		echo "== $$script"; $(py) "$$script" || exit 1; \
	done

deep: .venv/made-test ## let Hypothesis look for an hour or more
	HYPOTHESIS_PROFILE=deep $(py) -m pytest -n $(WORKERS) $(ARGS)

clean: ## remove what was generated; .venv stays
	rm -rf build dist site docs/rules .nox .hypothesis .import_linter_cache
	rm -rf .mypy_cache .pytest_cache .ruff_cache
	find . -name .venv -prune -o -name __pycache__ -type d -exec rm -rf {} +

# One stamp for each set of extras in pyproject.toml.
.venv/made-%: pyproject.toml | .venv/made
	$(py) -m pip install --quiet --disable-pip-version-check --editable '.[$*]'
	@touch $@

.venv/made:
	@'$(or $(PYTHON),false)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo 'This needs Python 3.11 or later, and found none: $(or $(PYTHON),no python3).' >&2; \
		echo 'Install one, or name it: make test PYTHON=/path/to/python3.11' >&2; \
		exit 1; }
	'$(PYTHON)' -m venv .venv || { \
		echo 'Python could not make an environment; on Debian, install python3-venv.' >&2; \
		exit 1; }
	@touch $@
