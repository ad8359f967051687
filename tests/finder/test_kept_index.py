"""The index names clauses by their titles, and is kept by every program that makes it."""

from haggis_rules.finder.index import FinderIndex
from haggis_rules.finder.kept import ROOMS
from haggis_rules.ir.game_cache import PLACES
from haggis_rules.storage.import_closure import import_closure, installed
from haggis_rules.wording.names import CLAUSE_NAME


def test_the_key_has_every_program_that_makes_an_index() -> None:
    entries = ["haggis_rules.finder.index", "haggis_rules.finder.kept"]
    found = import_closure(entries, installed("haggis_rules"))
    rooms = {name.split(".")[1] for name in found if "." in name}
    assert rooms == {place.removesuffix(".py") for place in PLACES} | {*ROOMS}


def test_a_rule_names_another_by_its_title(index: FinderIndex) -> None:
    clauses = {entry["clause"] for entry in index["entries"]}
    said = [entry["words"] for entry in index["entries"]]
    assert not [one for words in said for one in CLAUSE_NAME.findall(words) if one in clauses]
    (wild,) = [words for words in said if "A king can be any rank from 2 to king" in words]
    assert 'must be a pip: see "At least one pip".' in wild
