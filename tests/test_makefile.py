"""`make kits` and `make test` in a made-up checkout whose programs only say they were called."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]
APT = "sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("make") is None, reason="needs make on Linux"
)

# `python -m venv [--clear] FOLDER` makes an environment whose programs are made up too.
PYTHON = f"""#!/bin/sh
case "$*" in
  *ctypes*) test -e "$ROOT/pango-is-here" ;;
  *ensurepip*) test ! -e "$ROOT/no-ensurepip" ;;
  *version_info\\ \\<*) test ! -e "$ROOT/too-old" ;;
  "-m venv"*)
    echo "venv${{4:+ $3}}" >> "$ROOT/called"
    for folder; do :; done
    mkdir -p "$folder/bin"
    cp "$0" "$folder/bin/python"
    for name in ludokit ruff mypy; do cp "$ROOT/bin/$name" "$folder/bin/"; done ;;
  "-m pip"*)
    for wanted; do :; done
    echo "pip $wanted" >> "$ROOT/called"
    test ! -e "$ROOT/pip-is-killed" || kill -9 $PPID
    test ! -e "$ROOT/pip-fails" ;;
  "-m generator.site"*|"-m tests.same"*|"-m tests.farm"*) echo "$*" >> "$ROOT/called" ;;
  "-m pytest"*"not long") echo pytest >> "$ROOT/called"; test ! -e "$ROOT/pytest-fails" ;;
  "-m pytest"*) shift 6; echo "pytest $*" >> "$ROOT/called" ;;
  *) exec "{sys.executable}" "$@" ;;
esac
"""
SAYS = '#!/bin/sh\necho "$(basename "$0") $*" >> "$ROOT/called"\n'
PROGRAMS = {
    "python": PYTHON,
    "ruff": SAYS,
    "mypy": SAYS,
    "ludokit": f'{SAYS}mkdir -p "output/frogs/$4"\necho kit > "output/frogs/$4/kit.pdf"\n',
    "apt-get": f'{SAYS}case "$*" in *install*) touch "$ROOT/pango-is-here" ;; esac\n',
    "chromium": "#!/bin/sh\n",
    "id": "#!/bin/sh\necho 1000\n",
    "sudo": "#!/bin/sh\nexit 1\n",
}
SET_UP = ["venv --clear", "pip .[page]"]
TOOLS = ["pip .[dev]"]
KITS = ["ludokit kit --all --lang fr", "ludokit kit --all --lang en"]
FETCHED = "-m generator.site --fetch"
CHECKS = ["ruff check .", "ruff format --check .", "mypy ", FETCHED, "pytest"]


# A file of each folder that kits are made of.
MADE_OF = ("generator/kit.py", "templates/a.html", "rules_data/a.yaml", "languages/a.yaml")


@dataclass(frozen=True, slots=True)
class Checkout:
    """A made-up checkout; files named in its root switch what its programs do."""

    root: Path

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in it, as from a terminal of one's own."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
        path = f"{self.root / 'bin'}{os.pathsep}{os.environ['PATH']}"
        return subprocess.run(
            command,
            cwd=self.root,
            env=kept | {"ROOT": str(self.root), "PATH": path},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    def make(self, goal: str, *more: str, code: int = 0) -> str:
        """Make a goal, expect the exit code and return what was printed."""
        ran = self.run("make", goal, "PYTHON=bin/python", *more)
        assert ran.returncode == code, ran
        return ran.stdout + ran.stderr

    def switch(self, name: str) -> None:
        """Turn a switch on, or off when it is on."""
        switch = self.root / name
        if switch.exists():
            switch.unlink()
        else:
            switch.touch()

    def called(self) -> list[str]:
        """Return what was called since this was last asked, and let a while pass."""
        log = self.root / "called"
        lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        for path in self.root.rglob("*"):
            if not path.is_symlink():
                then = path.stat().st_mtime_ns - 10**11
                os.utime(path, ns=(then, then))
        return lines


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """Return a checkout in a folder with a French name, with Pango there and nothing set up."""
    root = tmp_path / "l'école (été)"
    for name, text in PROGRAMS.items():
        file = root / "bin" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        file.chmod(0o755)
    for name in (*MADE_OF, "tests/test_a.py"):
        (root / name).parent.mkdir()
        (root / name).touch()
    (root / ".ci").mkdir()
    for name in ("Makefile", "pyproject.toml", "LICENSE", ".ci/run"):
        shutil.copy(HERE / name, root / name)
    (root / "pango-is-here").touch()
    return Checkout(root)


def test_kits_are_made_once(checkout: Checkout) -> None:
    """The first run sets up and makes the kits of both languages; the second does nothing."""
    checkout.make("kits")
    assert checkout.called() == [*SET_UP, *KITS]
    assert "Nothing to be done" in checkout.make("kits")
    assert checkout.called() == []


@pytest.mark.parametrize("newer", MADE_OF)
def test_newer_sources_make_the_kits_again(checkout: Checkout, newer: str) -> None:
    """A source that changed makes the kits again, without another set-up."""
    checkout.make("kits")
    checkout.called()
    (checkout.root / newer).touch()
    checkout.make("kits")
    assert checkout.called() == KITS


def test_a_deleted_printable_is_made_again(checkout: Checkout) -> None:
    """One printable that was deleted is noticed, as is the whole output folder."""
    checkout.make("kits")
    checkout.called()
    (checkout.root / "output" / "frogs" / "en" / "kit.pdf").unlink()
    checkout.make("kits")
    assert checkout.called() == KITS
    shutil.rmtree(checkout.root / "output")
    checkout.make("kits")
    assert checkout.called() == KITS


def test_newer_dependencies_are_installed_into_what_is_there(checkout: Checkout) -> None:
    """A newer pyproject.toml runs pip again and keeps the environment."""
    checkout.make("setup")
    checkout.called()
    (checkout.root / "pyproject.toml").touch()
    checkout.make("setup")
    assert checkout.called() == ["venv", "pip .[page]"]


def test_an_interrupted_set_up_starts_afresh(checkout: Checkout) -> None:
    """After pip failed half-way the next run clears the environment and goes through."""
    checkout.switch("pip-fails")
    checkout.make("kits", code=2)
    assert checkout.called() == SET_UP
    checkout.switch("pip-fails")
    checkout.make("kits")
    assert checkout.called() == [*SET_UP, *KITS]


def test_tests_only_add_to_what_kits_need(checkout: Checkout) -> None:
    """The tools of development are added to what made the kits, once, and no kit is made again."""
    checkout.make("kits")
    checkout.called()
    checkout.make("test")
    assert checkout.called() == [*TOOLS, *CHECKS]
    for goal in ("kits", "test", "setup-dev"):
        checkout.make(goal)
    assert checkout.called() == []


def test_newer_dependencies_are_those_of_the_tools_too(checkout: Checkout) -> None:
    """A newer pyproject.toml brings the tools up to date at the next test, not at the next kits."""
    checkout.make("test")
    checkout.called()
    (checkout.root / "pyproject.toml").touch()
    checkout.make("kits")
    assert checkout.called() == ["venv", "pip .[page]", *KITS]
    checkout.make("setup-dev")
    assert checkout.called() == TOOLS


def test_tools_that_cannot_be_had_leave_the_kits(checkout: Checkout) -> None:
    """After pip failed to add the tools kits need no set-up, and the next test tries again."""
    checkout.make("kits")
    checkout.called()
    checkout.switch("pip-fails")
    checkout.make("test", code=2)
    assert checkout.called() == TOOLS
    checkout.make("kits")
    assert checkout.called() == []
    checkout.switch("pip-fails")
    checkout.make("test")
    assert checkout.called() == [*TOOLS, *CHECKS]


@pytest.mark.parametrize("goal", ["kits", "setup-dev"])
def test_tools_that_were_half_added_are_cleared_away(checkout: Checkout, goal: str) -> None:
    """Where pip was killed while it added the tools, the environment is made afresh."""
    checkout.make("setup")
    checkout.called()
    checkout.switch("pip-is-killed")
    checkout.make("setup-dev", code=2)
    assert checkout.called() == TOOLS
    checkout.switch("pip-is-killed")
    checkout.make(goal)
    assert checkout.called() == [*SET_UP, *(KITS if goal == "kits" else TOOLS)]


def test_a_moved_checkout_is_set_up_afresh(checkout: Checkout) -> None:
    """An environment knows its folder by name, so a moved checkout gets another."""
    checkout.make("setup")
    checkout.called()
    moved = Checkout(checkout.root.rename(checkout.root.with_name("moved")))
    moved.make("setup")
    assert moved.called() == SET_UP


def test_without_pango_and_rights_the_line_to_type_is_shown(checkout: Checkout) -> None:
    """The kits are made all the same, and again as soon as Pango is there."""
    checkout.switch("pango-is-here")
    assert APT in checkout.make("kits")
    assert checkout.called() == [*SET_UP, *KITS]
    assert APT in checkout.make("kits")
    assert checkout.called() == []
    checkout.switch("pango-is-here")
    assert APT not in checkout.make("kits")
    assert checkout.called() == KITS


@pytest.mark.parametrize("rights", ["id", "sudo"])
def test_with_rights_pango_is_installed(checkout: Checkout, rights: str) -> None:
    """Root, or sudo that asks no password, installs Pango through apt before the kits are made."""
    checkout.switch("pango-is-here")
    script = {"id": "echo 0", "sudo": 'test "$1" = -n && shift && exec "$@"'}[rights]
    (checkout.root / "bin" / rights).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    assert APT not in checkout.make("kits")
    called = checkout.called()
    assert called[-3].startswith("apt-get -qq install -y") and called[-2:] == KITS  # noqa: PT018
    checkout.make("kits")
    assert checkout.called() == []


@pytest.mark.parametrize(
    ("switch", "words"),
    [
        pytest.param("too-old", "ludokit needs Python 3.11 or newer", id="old Python"),
        pytest.param("no-ensurepip", "sudo apt-get install python-venv", id="no venv module"),
    ],
)
def test_what_python_lacks_is_said_in_one_line(checkout: Checkout, switch: str, words: str) -> None:
    """A Python that will not do is named in one line before anything is made."""
    checkout.switch(switch)
    first, *rest = checkout.make("kits", code=2).splitlines()
    assert words in first
    assert all(line.startswith("make:") for line in rest)
    assert not (checkout.root / ".venv").exists()


def test_tests_run_once(checkout: Checkout) -> None:
    """Lint, types and tests run after the set-up, and not again with nothing newer."""
    checkout.make("test")
    assert checkout.called() == [*SET_UP, *TOOLS, *CHECKS]
    checkout.make("test")
    assert checkout.called() == []
    (checkout.root / "tests" / "test_a.py").touch()
    checkout.make("test")
    assert checkout.called() == CHECKS


def test_everything_runs_on_demand(checkout: Checkout) -> None:
    """`make test-all` edits more data, and counts as `make test`; `make proofs` has the rest."""
    checkout.make("test-all")
    every = "pytest -m not proof and not benchmark --edits 400"
    assert checkout.called() == [*SET_UP, *TOOLS, *CHECKS[:-1], every]
    checkout.make("test")
    assert checkout.called() == []
    checkout.make("proofs")
    assert checkout.called() == ["pytest -m proof --log-cli-level INFO"]


def test_a_base_is_compared_with(checkout: Checkout) -> None:
    """`make same` compares with the last commit, or with the one that is named."""
    checkout.make("same")
    assert checkout.called() == [*SET_UP, *TOOLS, "-m tests.same HEAD"]
    checkout.run("make", "same", "BASE=abc", "KEEP=there", "PYTHON=bin/python")
    assert checkout.called() == ["-m tests.same abc --keep there"]
    checkout.run("make", "same", "GAME=sti", "ONLY=kits lists", "QUICK=yes", "PYTHON=bin/python")
    checkout.run("make", "same", "ALL=yes", "PYTHON=bin/python")
    words = "-m tests.same HEAD --game sti --only kits --only lists --quick"
    assert checkout.called() == [words, "-m tests.same HEAD --all"]


def test_the_farm_runs_as_long_as_one_says(checkout: Checkout) -> None:
    """`make farm` hands on minutes, seed and makers."""
    checkout.make("farm")
    assert checkout.called() == [*SET_UP, *TOOLS, "-m tests.farm --minutes 10 --seed 1"]
    checkout.run("make", "farm", "MINUTES=30", "SEED=7", "ONLY=records,games", "PYTHON=bin/python")
    assert checkout.called() == ["-m tests.farm --minutes 30 --seed 7 --only records,games"]


def test_the_site_needs_what_kits_need(checkout: Checkout) -> None:
    """`make site` sets up what kits need, no tools of development, and builds the site."""
    checkout.make("site")
    assert checkout.called() == [*SET_UP, "-m generator.site"]


def test_failed_tests_run_again(checkout: Checkout) -> None:
    """Tests that failed are not remembered as passed."""
    checkout.switch("pytest-fails")
    checkout.make("test", code=2)
    checkout.called()
    checkout.make("test", code=2)
    assert checkout.called() == CHECKS


def test_what_decides_always_runs(checkout: Checkout) -> None:
    """`.ci/run` runs `make test` and the rest from anywhere, even when they have passed before."""
    checkout.make("test")
    checkout.called()
    ran = checkout.run("sh", "-c", 'cd / && exec "$ROOT/.ci/run"')
    rest = "pytest -m rest and not folder --durations 20"
    assert (ran.returncode, checkout.called()) == (0, [*CHECKS, FETCHED, rest])


def test_without_a_browser_the_tests_run_and_say_what_to_type(checkout: Checkout) -> None:
    """Where there is no browser and no right to install one, the other tests run all the same."""
    said = checkout.make("test", "BROWSERS=no-such-browser")
    assert "sudo apt-get install chromium" in said
    assert checkout.called()[-1] == "pytest"
    assert "chromium" not in checkout.make("lint")
