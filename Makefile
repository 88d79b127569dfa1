# Two commands for everybody, kits and test, and nothing clever:
#   make kits   set up what kits need and make those of all games, in both languages, into output/
#   make test   add the tools of development, then lint, types and a case of each promise, in minutes
#   make test-rest   the cases that `make test` leaves to `.ci/run`
#   make test-all   with the long tests and many more random edits of the data
#   make proofs   what goes through hundreds or thousands of made-up cases, for hours
#   make bench  how fast and in how much memory, beside others, in one table; on an idle machine
#   make site   gallery, manual and the page itself as one folder for any server of files: output/site
#   make bundle  one file that holds Python, the libraries and the program: dist/ludokit
#   make release  that file and the site in a zip, for those who stay off-line: dist/ludokit-*.zip
#   make farm MINUTES=30   look for faults with cases made up at random, as long as one says
#   make same BASE=<commit>   what the checkout prints and says other than that commit does
# Both compare time stamps: with nothing newer, nothing is done. PYTHON names another Python.

PYTHON = python3
VENV = .venv
BIN = $(VENV)/bin
PANGO = libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0

# Stamps, each written last, so work that was interrupted is done again.
READY = $(VENV)/ready
DEV = $(VENV)/dev
TYPESET = $(VENV)/pango
MADE = output/.made
TESTED = $(VENV)/tested

SOURCES := $(shell find generator templates rules_data languages -type f ! -name '*.pyc')
CHECKED := $(SOURCES) $(shell find tests -type f ! -name '*.pyc') $(wildcard *.md docs/*.md docs/manual/*/*.md docs/class-records.yml ludokit.*) LICENSE Makefile

.PHONY: kits test test-all bench bundle release site same farm test-rest proofs setup setup-dev browser runtime lint types cover test-lowest clean FORCE
.DELETE_ON_ERROR:
# No kit is made while pip changes what makes it.
.NOTPARALLEL:

kits: $(MADE)
test: $(TESTED)
setup: $(TYPESET)
setup-dev: $(DEV) $(TYPESET)

# --- set-up -----------------------------------------------------------------------------------

# It holds for this folder and this Python; for another it is made afresh, as after an interruption.
HERE = $(CURDIR) $(shell $(BIN)/python -c 'import sys; print(*sys.version_info[:2])' 2>/dev/null)
ifeq ($(shell cat $(READY) 2>/dev/null),$(HERE))
FRESH =
else
FRESH = --clear
$(READY): FORCE
endif

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "ludokit needs Python 3.11 or newer, which '$(PYTHON)' is not;" \
	    "name one that is: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "Python's venv module is missing; on Debian and Ubuntu type:" \
	    "sudo apt-get install $(notdir $(PYTHON))-venv" >&2; exit 1; }
	@echo "setting up $(VENV) (some minutes the first time)"
	@rm -f $@
	@$(PYTHON) -m venv $(FRESH) $(VENV)
	@$(BIN)/python -m pip install --quiet -e '.[page]'
	@$(BIN)/python -c 'import os, sys; print(os.getcwd(), *sys.version_info[:2])' > $@

# Lint, types and tests need more than kits do. It is added to what is there, which is not ready
# meanwhile: where pip was killed it is made afresh, where pip only failed kits are made as before.
$(DEV): $(READY)
	@echo "adding the tools of development to $(VENV)"
	@mv $(READY) $@.begun
	@$(BIN)/python -m pip install --quiet -e '.[dev]' || { mv $@.begun $(READY); exit 1; }
	@mv $@.begun $(READY) && touch $@

# The libraries that turn guides and rules into PDF. Without them the work goes on, in HTML, and the
# stamp says "no"; once they are there it says "yes" and is newer, so the kits are made again.
HAS_PANGO = test "$$(uname)" != Linux || $(BIN)/python -c 'from ctypes import CDLL as load; \
  load("libpango-1.0.so.0"), load("libpangoft2-1.0.so.0"), load("libharfbuzz-subset.so.0")' \
  2>/dev/null
APT = env DEBIAN_FRONTEND=noninteractive apt-get -qq
ifneq ($(shell cat $(TYPESET) 2>/dev/null),yes)
$(TYPESET): FORCE
endif

$(TYPESET): $(READY)
	@root=; test "$$(id -u)" = 0 || root='sudo -n'; \
	if ! { $(HAS_PANGO); } && test ! -e $@ && $$root apt-get --version >/dev/null 2>&1; then \
	  echo "installing $(PANGO)"; \
	  { $$root $(APT) update; $$root $(APT) install -y --no-install-recommends $(PANGO); } \
	    </dev/null >/dev/null 2>&1; \
	fi; \
	if { $(HAS_PANGO); }; then \
	  echo yes > $@; \
	else \
	  echo "Pango is missing, so guides and rules become HTML files; for PDF, type:"; \
	  echo "  sudo apt-get install $(PANGO)"; \
	  test -e $@ || echo no > $@; \
	fi

# The browser that the tests look at the page with; without one they leave that out and say so.
BROWSERS = chromium chromium-browser google-chrome chrome
HAS_BROWSER = for one in $(BROWSERS); do command -v $$one >/dev/null && break; done

browser: $(READY)
	@root=; test "$$(id -u)" = 0 || root='sudo -n'; \
	if ! { $(HAS_BROWSER); } && $$root apt-get --version >/dev/null 2>&1; then \
	  echo "installing chromium"; \
	  { $$root $(APT) update; $$root $(APT) install -y --no-install-recommends chromium; } \
	    </dev/null >/dev/null 2>&1; \
	fi; \
	{ $(HAS_BROWSER); } || { \
	  echo "no browser was found, so the page is not looked at; for that, type:"; \
	  echo "  sudo apt-get install chromium"; \
	}

# What the page of the site runs on, into output/.runtime; where it cannot be had that is said.
runtime: $(DEV)
	@$(BIN)/python -m generator.site --fetch

# --- kits -------------------------------------------------------------------------------------

# The stamp lists what was made: what is no longer there is made again.
ifneq ($(shell while read -r file; do test -e "$$file" || echo "$$file"; done 2>/dev/null < $(MADE)),)
$(MADE): FORCE
endif
$(MADE): $(SOURCES) $(TYPESET)
	@mkdir -p output && rm -f $@ && : > $@.start
	$(BIN)/ludokit kit --all --lang fr
	$(BIN)/ludokit kit --all --lang en
	@find output -type f -newer $@.start ! -name '.made*' > $@.new
	@rm $@.start && mv $@.new $@

# --- site -------------------------------------------------------------------------------------

site: $(TYPESET)
	$(BIN)/python -m generator.site

# --- one file ---------------------------------------------------------------------------------

bundle: $(DEV) $(TYPESET)
	$(BIN)/python -m PyInstaller --noconfirm --log-level WARN --workpath $(VENV)/bundle bundle.spec

release: bundle site
	$(BIN)/python -m tests.release

# --- tests ------------------------------------------------------------------------------------

# Two halves in order, so that neighbours share what they have made; who is done helps the other.
TESTS = $(BIN)/python -m pytest -n 2 --dist worksteal

$(TESTED): $(CHECKED) $(DEV) $(TYPESET)
	@$(MAKE) --no-print-directory lint types browser runtime
	$(TESTS) -m 'not long'
	@touch $@

test-rest: $(DEV) $(TYPESET) browser runtime
	$(TESTS) -m 'rest and not folder' --durations 20

test-all: $(DEV) $(TYPESET) lint types browser runtime
	$(TESTS) -m 'not proof and not benchmark' --edits 400
	@touch $(TESTED)

proofs: $(DEV) $(TYPESET)
	$(TESTS) -m proof --log-cli-level INFO

# Beside others, which are no part of the project's own tools.
bench: $(DEV) $(TYPESET)
	@$(BIN)/python -m pip install --quiet chess pycairo typst || \
	  echo "some rivals cannot be had here; what is measured beside them is left out"
	$(BIN)/python -m pytest -q -m benchmark tests/benchmarks

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(DEV)
	$(BIN)/mypy

# BASE is a commit or a folder; with KEEP=folder what it made is kept there for the next time. GAME and
# ONLY name games and groups (kits, options...) to compare alone; QUICK=yes compares less, ALL=yes more.
BASE = HEAD
same: $(DEV) $(TYPESET)
	$(BIN)/python -m tests.same $(BASE) $(if $(KEEP),--keep $(KEEP)) \
	  $(GAME:%=--game %) $(ONLY:%=--only %) $(if $(QUICK),--quick) $(if $(ALL),--all)

# SEED makes other cases; ONLY names makers (records,tables...) to work alone.
MINUTES = 10
SEED = 1
farm: $(DEV) $(TYPESET)
	$(BIN)/python -m tests.farm --minutes $(MINUTES) --seed $(SEED) $(ONLY:%=--only %)

# Branch coverage: every branch of what judges, 95 of 100 elsewhere.
JUDGES = generator/rules/*,generator/games/*,generator/records/*
cover: $(DEV) $(TYPESET) browser runtime
	$(TESTS) -m 'not long or rest and not folder' --cov --cov-report=
	$(BIN)/python -m coverage report --include='$(JUDGES)' --fail-under=100
	$(BIN)/python -m coverage report --omit='$(JUDGES)' --fail-under=95

# The oldest libraries that pyproject.toml allows, in an environment of their own.
test-lowest:
	$(PYTHON) -m venv --clear .venv-lowest
	.venv-lowest/bin/python -m pip install --quiet -c tests/lowest.txt -e '.[dev]'
	.venv-lowest/bin/python -m pytest -m 'not slow and not long'

clean:
	rm -rf dist $(VENV) .venv-lowest .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage
	find output -mindepth 1 ! -name README.md -delete
