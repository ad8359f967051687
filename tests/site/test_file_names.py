"""Names that some disks take for one another, or refuse, have files of their own."""

import re
from pathlib import Path

import pytest

from haggis_rules.ir.load import load_game
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.site.ask.seatings import seating
from haggis_rules.site.content.volumes import promise_page
from haggis_rules.site.markdown import file_name_of
from haggis_rules.site.writer import write_pages
from tests.fuzz.seeds import small

LONG = "n" * 300
NAMES = (
    *("foo", "Foo", "fOO", "foo.bar", "foo-bar", "Foo.bar", "foo_bar", "index", "Index"),
    *("con", "nul.x", "auto.Secret", LONG, f"{LONG}a", f"{LONG}.b"),
)
MOST = 255  # bytes of a file's name that most disks take
(TERN,) = [one.read_text("utf-8") for one in small() if one.stem == "tern"]
OPTIONS = "option target is 1 to 9 points, usually 4"


@pytest.fixture
def strange(tmp_path: Path) -> Path:
    """Return a text with a promise of each name, a long chapter, and options that look alike."""
    promises = "\n".join(
        f'clause c.{name}\n  "It is." cites sheet "x"\n  promise {name} always turn is turn'
        for name in NAMES
    )
    others = (
        "option Quick is truth, usually true option quick is truth, usually false",
        "option no-quick is truth, usually false",
    )
    text = TERN.replace("variant tern", "variant Tern").replace(
        OPTIONS, " ".join((OPTIONS, *others))
    )
    path = tmp_path / "strange.haggis"
    path.write_text(f'{text}\nchapter "{"long " * 100}"\n{promises}\n', "utf-8")
    return path


def alike(name: str) -> str:
    """Return a name as the least able disk keeps it."""
    return name.casefold()


@pytest.mark.parametrize("name", NAMES)
def test_the_file_of_a_name_is_one_that_every_disk_takes(name: str) -> None:
    file = file_name_of(name)
    assert re.fullmatch(r"[A-Za-z][\w.-]*\w", file)
    assert alike(file.partition(".")[0]) not in {"con", "nul"}
    assert len(f".half-{file}.jsonl") < MOST


def test_no_two_names_have_files_that_a_disk_takes_for_one() -> None:
    assert len({alike(file_name_of(name)) for name in NAMES}) == len(NAMES)
    assert len({alike(promise_page(name)) for name in NAMES}) == len(NAMES)
    assert [name for name in NAMES if file_name_of(name) == name] == [
        "foo", "foo.bar", "foo-bar", "foo_bar", "index"
    ]  # fmt: skip


def test_the_pages_of_names_that_look_alike_are_all_there(strange: Path, tmp_path: Path) -> None:
    games = [load_game(strange, players=players) for players in (2, 3)]
    paths = write_pages(games, tmp_path / "pages")
    names = [str(path.relative_to(tmp_path)) for path in paths]
    assert len({alike(name) for name in names}) == len(names)
    assert all(path.is_file() and len(path.name) < MOST for path in paths)
    listed = (tmp_path / "pages" / "promises" / "index.md").read_text("utf-8")
    linked = re.findall(r"\]\(([^)#]+)\.md\)", listed)
    for name in NAMES:
        file = promise_page(name).removeprefix("promises/")
        assert file in linked
        page = (tmp_path / "pages" / "promises" / f"{file}.md").read_text("utf-8")
        assert f"\n`{name}` · " in page


def test_options_that_look_alike_have_tables_of_their_own(tmp_path: Path) -> None:
    names = {"quick": "true", "Quick": "false", "no-quick": "false"}
    options = [f"option {name} is truth, usually {usual}" for name, usual in names.items()]
    patterns = "".join(
        f'clause w.{number} with {name}\n "It is." cites sheet "x"\n'
        f"pattern p{number} with rank top made of 3 cards of rank top ranked by top "
        f'written "p{number}@{{top}}"\n'
        for number, name in enumerate(names)
    )
    path = tmp_path / "text.haggis"
    text = TERN.replace(OPTIONS, " ".join((OPTIONS, *options)))
    path.write_text(f"{text}\n{patterns}", "utf-8")
    games, _ = check_everywhere(path)
    found = seating(path, [one for one in games if one.seats == 2])
    tables = [one.name for one in found.settings]
    assert len({alike(name) for name in tables}) == len(tables) == 8
    assert {"tern-2", "tern-2+no-quick", "tern-2+no-quick=true"} < set(tables)
