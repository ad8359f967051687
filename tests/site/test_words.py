"""What is said of expressions: every kind is, and no two that differ sound alike."""

import typing
from dataclasses import replace

import pytest

from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.ir.traversal import everywhere
from haggis_rules.ir.types import NumberType, Plain
from haggis_rules.wording.expressions import ExpressionWording
from haggis_rules.wording.phrase import Level, Phrase
from tests.site.games import TEXTS, expressions, game, meaning
from tests.site.trees import Trees

NEEPS = "neeps-core"
MANY = 8000


def _sounding_alike(played: Game, seed: int) -> list[str]:
    """Return words that two expressions of one kind, which differ, have in common."""
    english = ExpressionWording.of(played)
    heard: dict[tuple[str, str], object] = {}
    alike: list[str] = []
    for kind, node in expressions(played, seed, MANY):
        words = english.say(node)
        if heard.setdefault((str(kind), words), meaning(node)) != meaning(node):
            alike.append(words)
    return alike


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("text", TEXTS)
def test_expressions_that_differ_sound_different(text: str) -> None:
    assert not _sounding_alike(game(text), seed=1)


def _small_ones_alike(size: int) -> list[str]:
    """Return words that two small expressions, which differ, have in common."""
    played = game("texts/every-word.haggis")
    english, trees = ExpressionWording.of(played), Trees(played)
    alike: list[str] = []
    for kind in (trees.truths, trees.numbers, trees.seats, trees.options):
        heard: dict[str, object] = {}
        for node in (each for number in range(size + 1) for each in kind(number)):
            words = english.say(node)
            if heard.setdefault(words, meaning(node)) != meaning(node):
                alike.append(words)
    return alike


def test_no_two_small_expressions_sound_alike() -> None:
    assert not _small_ones_alike(2)


@pytest.mark.slow
@pytest.mark.long  # smaller ones are compared each time
def test_no_two_larger_expressions_sound_alike() -> None:
    assert not _small_ones_alike(3)


def test_without_brackets_some_would_sound_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(phrase: Phrase, _: Level, *, last: bool = False) -> str:
        assert last in {True, False}
        return phrase.text

    monkeypatch.setattr(Phrase, "fit", never)
    assert _small_ones_alike(2)


@pytest.mark.slow
@pytest.mark.long  # a smaller slip of the same kind is noticed each time
def test_without_brackets_around_what_runs_on_some_would_sound_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fit = Phrase.fit

    def always_last(phrase: Phrase, level: Level, *, last: bool = False) -> str:
        return fit(phrase, level, last=last or phrase.runs_on)

    monkeypatch.setattr(Phrase, "fit", always_last)
    assert _small_ones_alike(3)


def test_without_a_word_for_what_may_be_none_some_would_sound_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def as_it_is(phrase: Phrase) -> Phrase:
        return phrase

    monkeypatch.setattr(Phrase, "maybe", as_it_is)
    assert _small_ones_alike(2)


@pytest.mark.slow
def test_every_kind_of_node_is_said() -> None:
    played = game("texts/every-word.haggis")
    english = ExpressionWording.of(played)
    said: set[type] = set()
    for _, node in expressions(played, 2, MANY):
        assert english.say(node)
        said |= {type(part) for part in everywhere(node)}
    assert said == set(typing.get_args(nodes.Expr))


def _said(definition: str) -> str:
    played = game("texts/every-word.haggis")
    return ExpressionWording.of(played).say(played.definitions[definition].base)


DEFINITIONS = {
    "next.player": """
        the first seat s (if any), going clockwise and starting after p, such that s is playing""",
    "next.leader": """
        the first seat s (if any), going clockwise and starting with the best player, such that s is
        playing""",
    "taker": "the team of the best player",
    "captured.cards": "1 point for each card in the captured of t",
    "playing": "the number of cards in the hand of s is above 0",
    "partner": "the team of s is the team of t and s is not t",
    "spare": "21 minus 2 times the number of cards in the hand of p",
    "lowest.team": """
        the first team t (if any) such that for every seat s such that the team of s is t, s is not
        playing""",
    "pips.left": "the number of pip cards in every hand taken together",
    "mirrors": """
        the rank of the card 10r is 10 and (p is q or the suit of the card 3o is not red)""",
    "sum.of.hands": "the total over every seat s of the number of cards in the hand of s",
    "length.now": """
        the length of the top if there is a top and the top is a sequence, otherwise 3""",
    "near": "the seat 2 places counter-clockwise from p",
    "few": """
        the first rank r (if any) such that there is a card c such that the rank of c is r and the
        number of copies of c in the whole deck is 3""",
}


@pytest.mark.parametrize("definition", DEFINITIONS)
def test_definitions_are_said_in_plain_english(definition: str) -> None:
    assert _said(definition) == " ".join(DEFINITIONS[definition].split())


def test_a_step_is_said_as_a_director_would() -> None:
    (close,) = (step for step in game(NEEPS).steps if step.name == "close")
    assert ExpressionWording.of(game(NEEPS)).say(close.when) == (
        "the stage is tricks and there is a top and the passes is the number of seats s such that "
        "s is playing and s is not the best player (if any)"
    )


def test_what_runs_on_stands_in_brackets_when_something_follows() -> None:
    number = NumberType(0, 6)
    seats = nodes.NumberOf(number, nodes.Binder("s", Plain.SEAT), nodes.Truth(Plain.TRUTH, True))  # noqa: FBT003
    one = nodes.Number(number, 1)
    english = ExpressionWording.of(game(NEEPS))
    assert english.say(nodes.Plus(number, seats, one)) == (
        "(the number of seats s such that true) plus 1"
    )
    assert english.say(nodes.Plus(number, one, seats)) == (
        "1 plus the number of seats s such that true"
    )


def test_names_are_spoken_as_they_are_written_where_two_would_sound_the_same() -> None:
    played = game(NEEPS)
    state = played.states[0]
    similar = (replace(state, name="last.card"), replace(state, name="last-card"))
    english = ExpressionWording.of(replace(played, states=(*played.states, *similar)))
    assert english.name("last.card") == "last.card"
    assert english.name("last-card") == "last-card"
    assert english.name("next.player") == "next player"
