"""What is known of the rules of one game: proved, broken, tested or trusted, and nothing else."""

import re
from dataclasses import replace

import pytest

from haggis_rules.ir import game as ir
from haggis_rules.ir.builtin_promises import AUTOMATIC
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game
from haggis_rules.site.content.volume_content import GameFindings, OptionChoice, VolumeContent
from haggis_rules.site.content.volumes import Volumes
from haggis_rules.site.pages.chapter import clause_section
from haggis_rules.site.pages.known_facts import known_page
from haggis_rules.verdicts.evidence import CountingSummary, Evidence
from tests.site.games import TESTS, game, pages_game
from tests.site.proofs import BREACH, found, met, recorded

DEARER = TESTS / "texts" / "dearer-bets.haggis"
ALL = {name.replace(".", "_"): "proved" for name in AUTOMATIC}


def _page(of: Game, known: GameFindings | None = None) -> str:
    return known_page(VolumeContent.of(of, known or GameFindings(), catalog=Volumes.of([of])))


def _all_proved(of: Game) -> dict[str, str]:
    return ALL | {promise.name.replace(".", "_"): "proved" for promise in of.promises}


def test_without_verdicts_the_page_says_so_and_how_to_have_them() -> None:
    page = _page(pages_game(2))
    assert "**Nothing was proved in this build.**" in page
    assert "`haggis verify --verdicts verdicts.json`" in page
    assert "## Scope of the proofs" not in page
    assert "## Trusted, not proved" in page


def test_what_is_proved_is_counted_from_the_verdicts() -> None:
    evidence = {
        "hands.small": Evidence(met=met(0.25, 1.5, untouched=4), approximated=True),
        "beats.asymmetric": Evidence(met=met(0.5)),
    }
    page = _page(pages_game(2), found(evidence, **_all_proved(pages_game(2))))
    many = len(pages_game(2).promises) + len(AUTOMATIC)
    assert f"{many} promises: **proved**." in page
    assert f"**{many} promises** took 3 questions, on which Z3 spent 2.2 s and cvc5 4.5 s" in page
    assert "; 4 more checks needed no solver." in page
    assert (
        "The longest was move 1 of [hands.small](../promises/hands.small.md): 1.5 s and 3.0 s."
        in page
    )
    assert "| [hands.small](../promises/hands.small.md) | 2 + 4 | 1.8 s | 3.5 s |" in page
    assert "In 1 proof the solvers allowed more plays" in page
    assert "Not proved" not in page


def test_helpers_are_counted_by_what_rests_on_them() -> None:
    evidence = {
        "hands.small": Evidence(met=met(0.1), helpers=("beats.asymmetric",)),
        "beats.asymmetric": Evidence(met=met(0.1)),
    }
    page = _page(pages_game(2), found(evidence, **_all_proved(pages_game(2))))
    assert "**1** of them also help" in page
    assert "| [hands.small](../promises/hands.small.md) | 1 | 100 ms | 200 ms | 1 |  |" in page
    assert (
        "[beats.asymmetric](../promises/beats.asymmetric.md) | 1 | 100 ms | 200 ms |  | 1 |" in page
    )


@pytest.mark.parametrize("word", ["refuted", "unknown", "solvers disagree", "proved?"])
def test_doubt_comes_first_and_is_never_among_what_is_proved(word: str) -> None:
    page = _page(pages_game(2), found({}, **(_all_proved(pages_game(2)) | {"hands_small": word})))
    doubt, proved = page.split("## Proved")
    assert f"hands.small: {word}" in doubt
    assert "[hands.small]" not in proved.split("## Scope of the proofs")[0]


def test_what_was_not_judged_is_not_proved() -> None:
    page = _page(pages_game(2), found({}, hands_small="proved"))
    assert "beats.asymmetric: not checked here" in page.split("## Proved")[0]


def test_the_options_say_what_the_proofs_cover() -> None:
    page = _page(pages_game(2), found({}, **_all_proved(pages_game(2))))
    assert "**Option `target`.** Proved for each value: 1 to 500 points." in page
    assert "**Option `pairs`.** Proved for no, the usual, and for no other choice." in page
    pairs = pages_game(2, pairs=True)
    other = GameFindings(
        results=(recorded("hands.small", "proved"),),
        choices=(OptionChoice(pairs, (recorded("pairs.apart", "proved"),)),),
    )
    assert "- With pairs: [pairs.apart](../promises/pairs.apart.md), proved" in _page(
        pages_game(2), other
    )
    assert "**Option `pairs`.** Proved for no, the usual, and for yes." in _page(
        pages_game(2), other
    )
    assert "pairs.apart" not in _page(pages_game(2), replace(other, choices=()))
    both = OptionChoice(pairs, (recorded("pairs.apart", "proved"),))
    line = "**Options together.** Proved for each further combination of truths and choices: 2."
    assert line in _page(pages_game(2), replace(other, joint_choices=(both, both)))
    assert "**Options together.**" not in _page(pages_game(2), other)
    half = replace(other, joint_choices=(both, replace(both, results=())))
    assert "Proved for some further combinations of truths and choices: 1 of 2." in _page(
        pages_game(2), half
    )
    doubted = replace(other, choices=(OptionChoice(pairs, (recorded("pairs.apart", "unknown"),)),))
    assert "**Option `pairs`.** Proved for no, the usual, and for no other" in _page(
        pages_game(2), doubted
    )


def test_counting_is_told_when_it_was_asked_about() -> None:
    known = found({}, **_all_proved(pages_game(2)))
    counted = (CountingSummary("single", 9, 7), CountingSummary("pair", 4, 4))
    page = _page(pages_game(2), replace(known, counted=counted))
    assert "allows for 11 of 13 readings of 2 patterns." in page
    assert "**Combinations.**" not in _page(pages_game(2), known)


def test_only_a_measure_says_that_a_hand_ends() -> None:
    assert "**A hand comes to an end**, by [ends](../promises/ends.md)" in _page(
        game("heron/heron.haggis"), found({}, **_all_proved(game("heron/heron.haggis")))
    )
    assert "**No end.**" in _page(
        game("heron/heron.haggis"),
        found({}, **(_all_proved(game("heron/heron.haggis")) | {"ends": "unknown"})),
    )


def test_a_breach_stands_with_its_reason_and_is_not_called_proved() -> None:
    rogers = load_game("rogers", players=2)
    evidence = {"bets.lost": Evidence(breach=BREACH)}
    known = found(evidence, **(_all_proved(rogers) | {"bets_lost": "expected breach"}))
    page = _page(rogers, known)
    proved, broken = page.split("## Expected breaches")
    assert "[bets.lost]" not in proved
    assert "### bets.lost { #bets.lost }" in broken
    assert "is broken by [What bets pay](" in broken
    assert "Shortened from the match of seed 7" in broken
    assert '{"record":1}' not in broken


def test_what_hands_show_is_not_called_proved() -> None:
    results = (recorded("auto.used", "used", "each of 7 parts is used"), recorded("x", "proved"))
    page = _page(pages_game(2), GameFindings(results=results))
    before, shown = page.split("## Shown by example hands")
    assert "- [auto.used](../promises/auto.used.md): each of 7 parts is used" in shown
    assert "auto.used: used" not in before


class _Checked:
    """What came of a case."""

    detail = ""

    def __init__(self, *, passed: bool) -> None:
        self.passed = passed


def test_examples_and_questions_are_counted_and_those_that_fail_are_named() -> None:
    good = [_Checked(passed=True) for _ in pages_game(2).cases]
    page = _page(pages_game(2), GameFindings(cases=good))
    assert "Each was played through, and all hold." in page
    bad = [_Checked(passed=False), *good[1:]]
    page = _page(pages_game(2), GameFindings(cases=bad))
    assert "and 1 of them do not hold: [" in page
    assert pages_game(2).cases[0].words.split(".")[0] in page
    assert "They were not played in this build." in _page(pages_game(2))
    assert "These rules have none." in _page(replace(pages_game(2), cases=()))


def test_what_the_text_opens_is_listed_with_the_clause_that_opens_it() -> None:
    page = _page(load_game("neeps", players=6))
    _, _, opened = page.partition("## Information revealed on purpose")
    listed = [line for line in opened.split("\n## ")[0].splitlines() if line.startswith("- ")]
    assert len(listed) == 2
    for line, clause in zip(listed, ("passing.message", "passing.response"), strict=True):
        assert re.search(rf"Revealed by \[[^]]+\]\([^)]+#{re.escape(clause)}\)", line)
        assert "everybody sees these cards when" in line
        assert "this may reveal hidden information" in line
    assert "[auto.secret](../promises/auto.secret.md)" in opened


def test_what_is_opened_between_hands_is_listed_too() -> None:
    long = game("heron/long-heron.haggis")
    assert "Opened on purpose" not in _page(long)
    between = tuple(
        replace(one, effect=ir.Openly(one.effect))
        for one in long.between
        if isinstance(one.effect, ir.Let)
    )
    page = _page(replace(long, between=between))
    assert page.count("this may reveal hidden information") == len(between) == 2
    assert "between two hands: " in page


def test_the_page_of_a_clause_marks_what_the_clause_opens() -> None:
    content = VolumeContent.of(load_game("neeps", players=6))
    for name, opens in (("passing.message", True), ("passing.pips", False)):
        section = clause_section(content, content.game.clauses[name])
        assert ("this may reveal hidden information" in section) is opens
        assert ("openly move all" in section) is opens


def test_the_page_of_a_clause_shows_what_a_house_rule_has_changed_in_it() -> None:
    content = VolumeContent.of(load_game(DEARER, players=2))
    section = clause_section(content, content.game.clauses["bets.amounts"])
    assert "House rule: this departs from the sources" in section
    assert "as an edit of the clause of classic" in section
    assert '!!! example "Changed by dearer-bets"' in section
    assert "Because at our table a big bet should hurt." in section
    assert "a big bet 30" in section.partition("Before, it read: ")[2]
    assert "a big bet 40" in section.partition("Before, it read: ")[0]
    assert "+   as (40 when" in section
    asked = clause_section(content, content.game.clauses["bets.pay"])
    assert "Before, it read" not in asked
    assert "House rule" not in asked
    assert '+   answer "Yes. They score 40' in asked
