# Run `make` to see what there is. Nothing needs setting up first: each target makes `.venv` when
# it is missing, and installs again when pyproject.toml has changed.

PYTHON ?= $(shell for one in python3 python3.11 python3.12 python3.13 python3.14; do \
	"$$one" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo "$$one" && break; done)
WORKERS ?= 2
ARGS ?=
# What `make test` runs. A merge runs the slow tests with the others, for tests are gathered once then.
MARKS ?= not slow and not installed
# Which tests of pages `make site-test` runs. The night runs all of them: PAGES=browser.
PAGES ?= browser and not long
# What the site shows as proved: every combination of options; a merge proves the usual ones alone.
PROOFS ?= --every-option
# The experiments that are proved and shown beside what is shipped. One shows how; whole-site has all.
NOTEBOOK ?= doubled-bets
# FRESH=--fresh: the site is proved without any answer from before.
FRESH ?=
# CHECKERS=pyright: which programs check the types; a merge asks only the quicker one.
CHECKERS ?= pyright mypy
# LOCK=requirements/ci.txt: what is installed are these releases alone, each file with its hash.
LOCK ?=

py := .venv/bin/python
pip = $(py) -m pip install --quiet --disable-pip-version-check
haggis := $(py) -m haggis_rules.cli
published = $(shell $(py) -c 'from haggis_rules.ir.load import published; print(*published())')
shipped = $(shell $(py) -c 'from haggis_rules.ir.load import shipped; print(*shipped())')
# Each worker begins with one stretch of the tests, so that a game is compiled by one of them.
pytest := $(py) -m pytest -n $(WORKERS) --dist worksteal
# A game that is not Haggis, so that one sees what the language does by itself.
heron := tests/heron/heron.haggis

# The pages stay plain, so that another builder can take over: see pyproject.toml's bound on mkdocs.
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test slow long nightly site-test chromium proofs lint format types wheel site whole-site docs bench deep clean \
	prove-each findings-pages rules-pages ask-tables word

help: ## show this list
	@echo 'The rules of Haggis: one text to read, run and prove.'
	@echo
	@echo 'New here? Start with these two. Each sets itself up, and needs only Python 3.11 or later.'
	@echo
	@echo '  make run       see the rules checked, asked, played, proved and written out as pages'
	@echo '  make test      see that all readings of the rules agree'
	@echo
	@echo 'Everything:'
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s%s\n", $$1, $$2 }' Makefile
	@echo
	@echo 'Some tests only:  make test ARGS="-k bomb"'
	@echo 'Another Python:   make test PYTHON=python3.12  (when .venv is new)'
	@echo 'The command:      .venv/bin/haggis --help'

run: .venv/made-verify ## see the rules checked, asked, proved, played and written out
	@mkdir -p build
	@echo
	@echo 'The rules of Haggis are a text, spec/classic.haggis. This is one of its clauses, with where'
	@echo 'it comes from, the rule itself, and an example that is checked:'; echo
	$(call tour,explain capture.bomb.two)
	@echo '1. CHECK. Is every text understood, in the canonical form, and every example so?'; echo
	$(call tour,check spec/*.haggis $(heron))
	$(call tour,fmt --check spec/*.haggis $(heron))
	@echo '2. ASK. What can these cards be, and does the one play beat the other?'; echo
	$(call tour,readings classic --players 2 "10r J Q")
	$(call tour,beats classic --players 2 "9r 10r J = sequence3@J" "8g 9g 10g")
	@echo '3. PLAY. The engine deals a hand, and chance plays it; here is how it began and ended.'; echo
	$(call brief,deal classic --players 3 --seed 6,build/hand.txt)
	@head -n 14 build/hand.txt; echo '...'; tail -n 12 build/hand.txt; echo
	@echo 'Many hands, to see what they bring:'; echo
	$(call tour,simulate classic --players 2 --hands 200)
	@echo '4. PROVE. Two solvers look at every promise of these rules, for every deal there can be.'
	@echo '   This takes a minute; build/proofs.txt has each promise.'; echo
	$(call brief,verify classic tournament --verdicts build/run.json,build/proofs.txt)
	$(call brief,verify $(heron) --verdicts build/heron.json,build/proofs-heron.txt)
	@echo; grep -h 'promises proved' build/proofs.txt build/proofs-heron.txt; echo
	@echo '5. READ. The same rules as pages.'; echo
	$(call tour,docs classic tournament --verdicts build/run.json --out build/pages)
	$(call tour,docs $(heron) --verdicts build/heron.json --out build/heron)
	@echo 'All of it came from one text. Where to look next:'
	@echo
	@echo '  .venv/bin/haggis play classic --players 2   take a seat'
	@echo '  .venv/bin/haggis --help                     all that you can ask'
	@echo '  make docs                                   the pages in a browser'
	@echo '  spec/                                       the rules: change a clause, run this again'
	@echo '  tests/heron/                                a game that is not Haggis, in the same language'

# Shows a call and what it says; or only the call, and its words when it fails.
define tour
	@echo '$$ haggis $(1)'; $(haggis) $(1); code=$$?; echo; exit $$code
endef
define brief
	@echo '$$ haggis $(1)'; $(haggis) $(1) > $(2) || { cat $(2); exit 1; }
endef

test: .venv/made-test ## run the tests but the slow ones; ARGS="..." goes to pytest
	$(pytest) -m "$(MARKS)" $(ARGS)

slow: .venv/made-test ## run the slow tests: every promise, every mutant, every change of a text
	$(pytest) -m "slow and not long" --durations=20 $(ARGS)

long: .venv/made-test ## run the tests that take minutes each
	$(pytest) -m "long and not browser" $(ARGS)

nightly: .venv/made-dev ## all that a merge has no time for; ARGS="slow proofs": these parts alone
	$(py) tools/nightly.py $(ARGS)

site-test: .venv/made-site-test chromium ## test the built site in Chromium; it is built where it is missing
	@[ -f site/worker.js ] || $(MAKE) site
	$(pytest) --dist loadfile -m "$(PAGES)" tests/browser $(ARGS)

# Without these two no page is looked at, so a test of pages is not skipped for want of them.
chromium: ## install Chromium and Node where they are missing, which tests of pages need
	@command -v chromium >/dev/null && command -v node >/dev/null \
	  || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq -o DPkg::Lock::Timeout=300 chromium nodejs; } \
	  || { echo 'please install Chromium, as `chromium`, and Node.js: pages are tested with them' >&2; exit 1; }
	@chromium --version && node --version

proofs: .venv/made-verify ## prove all promises and patterns, with every option; ARGS=--fresh: anew
	$(py) benchmarks/proofs.py --jobs $(WORKERS) $(ARGS)

lint: .venv/made-dev ## check the form of the code, and who imports whom
	$(py) -m ruff format --check .
	$(py) -m ruff check .
	.venv/bin/lint-imports

format: .venv/made-dev ## put the code into form
	$(py) -m ruff check --fix .
	$(py) -m ruff format .

types: .venv/made-dev ## check the types with pyright and mypy
	$(if $(filter pyright,$(CHECKERS)),$(py) -m pyright --pythonpath $(py))
	$(if $(filter mypy,$(CHECKERS)),$(py) -m mypy)

wheel: .venv/made-dev ## test what users install, in an environment of its own
	$(py) -m nox -s wheel $(if $(ARGS),-- $(ARGS))

site: .venv/made-dev ## prove all, and build the site into site/; a broken link fails
	rm -rf build/planted && $(py) -m tests.planted build/planted
	@$(MAKE) --no-print-directory -j2 prove-each findings-pages
	@$(MAKE) --no-print-directory -j2 rules-pages ask-tables
	SITE_JOBS=$(WORKERS) $(py) -m mkdocs build --strict
	$(py) tools/lean.py site
	$(py) tools/lean_styles.py site
	$(py) tools/policy.py site
	$(py) tools/offline.py site

whole-site: ## the site as it is published, with every experiment of the notebook; takes twice as long
	@$(MAKE) --no-print-directory site NOTEBOOK='$(basename $(notdir $(wildcard spec/notebook/*.haggis)))'

# Each text is proved by itself: see the tool. It shows what was found when a promise is not proved.
prove-each:
	@WORKERS=$(WORKERS) $(py) tools/prove_each.py build/verdicts $(shipped) $(NOTEBOOK) -- $(PROOFS) $(FRESH)

findings-pages:
	$(haggis) findings $(FRESH)

rules-pages:
	$(haggis) docs $(published) $(NOTEBOOK) --pdf $(patsubst %,--verdicts build/verdicts/%.json,$(shipped) $(NOTEBOOK)) \
		--mutants build/planted/mutants $(FRESH)

ask-tables:
	$(haggis) ask-page

docs: site ## build the site and show it on a local address
	@echo 'Open http://127.0.0.1:8000 and stop with Ctrl-C.'
	$(py) -m http.server --bind 127.0.0.1 --directory site 8000

bench: .venv/made-test ## time the engine and the solvers
	@for script in benchmarks/*.py; do \
		[ -e "$$script" ] || continue; \
		echo "== $$script"; $(py) "$$script" || exit 1; \
	done

word: .venv/made ## every place of a word of the language, in each reading: make word W=number_of
	@$(py) tools/word.py $(W)

deep: .venv/made-test ## let Hypothesis look for an hour or more
	HYPOTHESIS_PROFILE=deep $(pytest) $(ARGS)

clean: ## remove what was generated; .venv stays
	rm -rf build dist site docs/rules docs/ask docs/search .nox .hypothesis .import_linter_cache
	rm -rf .mypy_cache .pytest_cache .ruff_cache
	find . -name .venv -prune -o -name __pycache__ -type d -exec rm -rf {} +

# One stamp for each set of extras in pyproject.toml.
.venv/made-%: pyproject.toml | .venv/made
	@# `dev` has all the others, so where it is up to date there is nothing left to install.
	@# The lock has everything that `dev` needs, and what builds the checkout as well.
	[ .venv/made-dev -nt pyproject.toml ] || \
		{ $(if $(LOCK),$(pip) --require-hashes --requirement '$(LOCK)' && \
			$(pip) --no-deps --no-build-isolation --editable .,$(pip) --editable '.[$*]'); }
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
