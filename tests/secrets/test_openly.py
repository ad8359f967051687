"""`openly` stands before an effect, and changes nothing but what the proof of secrecy allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from haggis_rules.codegen import effects as generator
from haggis_rules.codegen.body import Body
from haggis_rules.diagnostics.errors import RuleError
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.engine.rules import Rules
from haggis_rules.ir import game as ir
from haggis_rules.ir.canonical import canonical
from haggis_rules.ir.game_laws import broken_laws
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.ir.lower import lower_everywhere
from haggis_rules.ir.reads import effect_reads, effect_writes
from haggis_rules.mutation import mutants
from haggis_rules.semantics.breach import Breach
from haggis_rules.syntax import ast
from haggis_rules.syntax.parse import parse
from haggis_rules.syntax.print import show
from haggis_verify.analysis.impact import Impact
from haggis_verify.encode.breaches import effects_defined
from haggis_verify.encode.effects import apply
from haggis_verify.obligations.matter import EncodedGame
from tests.engine.games import rules_of
from tests.engine.test_generated_games import check_hand

HEAD = 'language 2 variant v "" clause c "So." on a '


def parsed(text: str) -> ast.File:
    return parse(SourceFile("v.haggis", text))


def opened(effect: ir.Effect) -> ir.Effect:
    """Return an effect with `openly` before what is done."""
    match effect:
        case ir.Let() | ir.Move():
            return ir.Openly(effect)
        case ir.ForEach(effect=inner):
            return replace(effect, effect=opened(inner))
        case ir.Openly():
            return effect


def all_opened(effects: tuple[ir.Effected, ...]) -> tuple[ir.Effected, ...]:
    return tuple(replace(one, effect=opened(one.effect)) for one in effects)


@cache
def open_game(name: str) -> ir.Game:
    """Return a game that does everything openly."""
    game = rules_of(name).game
    return replace(
        game,
        actions=tuple(replace(one, effects=all_opened(one.effects)) for one in game.actions),
        steps=tuple(replace(one, effects=all_opened(one.effects)) for one in game.steps),
        between=all_opened(game.between),
    )


def moves_of(game: ir.Game) -> tuple[ir.ActionSchema | ir.Step, ...]:
    return (*game.actions, *game.steps)


def effects_of(game: ir.Game) -> Iterator[ir.Effected]:
    for move in moves_of(game):
        yield from move.effects
    yield from game.between


@pytest.mark.parametrize(
    "effect",
    [
        "openly let b of x be 1 when y",
        "openly move all from a to b, shown to all when c",
        "for each seat s openly move all from a of s to b of s",
    ],
)
def test_it_is_printed_as_it_is_read(effect: str) -> None:
    tree = parsed(HEAD + effect)
    assert effect in " ".join(show(tree).split())
    assert parsed(show(tree)) == tree


@pytest.mark.parametrize(
    "effect",
    [
        "openly for each seat s let b of s be 1",
        "openly openly let b be 1",
        "let b be 1 openly",
        "openly may a only when b",
    ],
)
def test_it_stands_before_what_is_done_and_nowhere_else(effect: str) -> None:
    with pytest.raises(RuleError):
        parsed(HEAD + effect)


@pytest.mark.parametrize(
    "name", ["heron", "long-heron", pytest.param("neeps-core", marks=pytest.mark.slow)]
)
def test_a_game_that_does_everything_openly_is_lawful_and_goes_as_before(name: str) -> None:
    game = open_game(name)
    assert game != rules_of(name).game
    assert not list(broken_laws(game))
    check_hand(Rules(game), 1)


def test_a_generator_that_leaves_out_what_is_done_openly_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = generator._effect  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]

    def wrong(node: ir.Effect, body: Body, changes: object) -> None:
        if not isinstance(node, ir.Openly):
            right(node, body, changes)  # type: ignore[arg-type]

    monkeypatch.setattr(generator, "_effect", wrong)
    with pytest.raises((AssertionError, Breach)):
        check_hand(Rules(open_game("heron")), 0)


@pytest.mark.parametrize("name", ["heron", "long-heron"])
def test_it_has_the_terms_of_the_effect_itself(name: str) -> None:
    game = rules_of(name).game
    view = EncodedGame(game).view
    for move, again in zip(moves_of(game), moves_of(open_game(name)), strict=True):
        assert effects_defined(move.effects, game) == effects_defined(again.effects, game)
        if isinstance(move, ir.Step):
            one, other = (apply(each.effects, view) for each in (move, again))
            assert repr(one.table) == repr(other.table)
            assert one.zones == other.zones


def test_it_reads_and_writes_what_the_effect_does() -> None:
    game = rules_of("long-heron").game
    for one in effects_of(game):
        assert effect_reads(game, one.effect) == effect_reads(game, opened(one.effect))
        assert effect_writes(one.effect) == effect_writes(opened(one.effect))


def test_it_is_part_of_what_the_rules_are() -> None:
    assert canonical(open_game("heron")) != canonical(rules_of("heron").game)


def test_a_text_without_the_word_is_a_small_change_that_the_proof_of_secrecy_may_notice() -> None:
    line = list(lineage(source_of("neeps-core")))
    games, _ = lower_everywhere(line)
    found = [one for one in mutants(line, games) if "without openly" in one.name]
    assert {one.name.split("/")[0] for one in found} == {"passing.message", "passing.response"}
    for one in found:
        assert show(one.file).count("openly") == 1
        (game,) = lower_everywhere([*line[:-1], one.file])[0]
        assert Impact(games[0], game).promise("auto.secret")
