"""Where cards make nothing, the page names the clause that the command names."""

import json
import tomllib
from pathlib import Path

import pytest

from tests.ask.asked import asked_of, needs_node, node, page, put
from tests.games import TESTS, rules_of

BY_HAND = TESTS / "near_misses" / "by_hand.toml"
# The module leaves aside what a play needs, but not what each of its lines needs: there the page
# names the pattern, and the command the need.
OTHERWISE = {"8s 8h 9s 9h 10s 10h J Q K": "combinations.stair"}
TABLES = ("classic for 2", "classic for 3", "cats for 2", "heron")


@pytest.mark.slow
@needs_node
@pytest.mark.parametrize("name", TABLES)
def test_the_page_names_the_clause_that_stands_against_cards(name: str, tmp_path: Path) -> None:
    known = tomllib.loads(BY_HAND.read_text(encoding="utf-8"))["play"]
    plays = {one["cards"]: one["clause"] for one in known if one["rules"] == name}
    plays |= {cards: clause for cards, clause in OTHERWISE.items() if cards in plays}
    rules, table = rules_of(name), name.replace(" for ", "-")
    put(tmp_path, [asked_of(rules, table)], [])
    script = Path(__file__).with_name("nearly.mjs")
    for line in node(script, page(), tmp_path, table, *plays).splitlines():
        found = json.loads(line)
        if found["clauses"]:  # more than one other card is wanted where there is none
            assert found["clauses"] == [plays[found["cards"]]], found
        change = found["change"]
        if change is not None:
            cards = [card for card in found["cards"].split() if card != change["removed"]]
            cards += [change["added"]] if change["added"] else []
            made = {rules.show(one) for one in rules.readings(" ".join(cards))}
            assert change["reading"] in made, found


@needs_node
def test_the_page_says_which_card_would_do(tmp_path: Path) -> None:
    rules = rules_of("classic for 2")
    put(tmp_path, [asked_of(rules, "classic-2")], [])
    script = Path(__file__).with_name("nearly.mjs")
    asked = ("9r 10g J", "4r 5r", "J J")
    lines = node(script, page(), tmp_path, "classic-2", *asked).splitlines()
    suits, number, needs = map(json.loads, lines)
    assert suits["change"] == {"removed": "10g", "added": "10r", "reading": "sequence3@J"}
    assert (number["but"], number["change"]["added"]) == ("cards", "6r")
    assert (needs["but"], needs["clauses"], needs["change"]) == ("needs", ["courts.pip"], None)
