"""For each number of players, the agreements that make a difference to what cards make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from haggis_rules.analysis.sheet.lookups import clauses_of, inside, words_in
from haggis_rules.codegen.wasm.printer import wasm_bytes
from haggis_rules.diagnostics.errors import NotTogetherError
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.state_of_order import BEATS
from haggis_rules.ir.game import Game, Option
from haggis_rules.ir.load import load_game
from haggis_rules.ir.nodes import Agreed, Call
from haggis_rules.ir.traversal import everywhere
from haggis_rules.ir.types import ChoiceType, NumberType, Plain
from haggis_rules.notation.values import Json
from haggis_rules.site.ask.game_words import (
    answers_beats,
    asking,
    clauses_of_readings,
    game_words,
    makeable,
)
from haggis_rules.site.content.volumes import Volume
from haggis_rules.site.markdown import file_name_of
from haggis_rules.wording.names import GameNames

_OFF = "no-"  # before the name of what is not agreed on
PAGES = "../rules/"  # where the pages of the rules are, from the folder of the tables

OptionValue = int | bool
OptionValues = tuple[OptionValue, ...]  # of some options, in their order
Answers = tuple[object, ...]  # what answers rest on: compared, and never looked into


@dataclass(frozen=True, slots=True)
class AgreedRules:
    """Rules under one agreement, what was agreed on, their words and their module."""

    name: str
    rules: Rules
    agreed: Mapping[str, Json]
    words: dict[str, Json]
    module: bytes


@dataclass(frozen=True, slots=True)
class Seating:
    """A variant with one number of seats: its usual game, and all settings that differ.

    ``options`` are those that make a difference, each with its values, and ``settings`` has one
    for each combination of these that can be agreed on, the usual one first.
    """

    usual: Game
    options: tuple[tuple[Option, OptionValues], ...]
    settings: tuple[AgreedRules, ...]


def seating(name_or_path: str | Path, games: Sequence[Game], *, pages: str = PAGES) -> Seating:
    """Gather the words and modules of one number of seats.

    ``games`` are those of ``check_everywhere`` with as many seats, the usual one first, and
    ``pages`` says where their pages are, empty when there are none. Raises as ``load_game`` does,
    and ``NotLoweredError`` where no module can answer about a game.
    """
    usual = games[0]
    options = list(_candidates(games, pages))
    # Every combination of the candidates is typed, then options that never tell two answers apart
    # are dropped. The product grows fast, so ``_candidates`` leaves out what it can.
    found: dict[OptionValues, Game] = {}
    for values in product(*(values for _, values in options)):
        pairs = zip(options, values, strict=True)
        agreed = {option.name: _shown(option, value) for (option, _), value in pairs}
        try:
            found[values] = load_game(name_or_path, players=usual.seats, options=agreed)
        except NotTogetherError:
            continue
    answers = {values: _answers(usual, game, pages) for values, game in found.items()}
    distinguishing = [n for n in range(len(options)) if _distinguishes(n, answers)]
    settings = [
        _setting(usual, game, [(options[n][0], values[n]) for n in distinguishing], pages)
        for values, game in found.items()
        if all(
            values[n] == options[n][0].usual for n in range(len(options)) if n not in distinguishing
        )
    ]
    return Seating(usual, tuple(options[n] for n in distinguishing), tuple(settings))


def entry(seating: Seating) -> dict[str, Json]:
    """Return what the list of all seatings says of one."""
    usual, names = seating.usual, GameNames.of(seating.usual)
    volume = Volume.of(usual)
    return {
        "name": volume.folder,
        "title": volume.title,
        "variant": usual.name,
        "seats": usual.seats,
        "options": [
            {
                "name": option.name,
                "said": names.name(option.name),
                "usual": _shown(option, option.usual),
                "values": [_shown(option, value) for value in values],
            }
            for option, values in seating.options
        ],
        "settings": [
            {"agreed": one.agreed, "words": f"{one.name}.json", "module": f"{one.name}.wasm"}
            for one in seating.settings
        ],
    }


def _candidates(games: Sequence[Game], pages: str) -> Iterator[tuple[Option, OptionValues]]:
    """Yield each option that may make a difference, with all its values, the usual one first.

    One does when another value makes other answers by itself, when a clause is there by it and by
    another option together, or when what beats what speaks of it. A number does so at the values
    that guards name.
    """
    usual = games[0]
    known = {index: _answers(usual, game, pages) for index, game in enumerate(games)}
    mentioned = _mentioned_options(usual)
    for place, option in enumerate(usual.options):
        alone = [n for n, game in enumerate(games) if _changed(game) in ([], [place])]
        values = [option.usual, *(game.options[place].value for game in games)]
        if place in mentioned:
            values += _every(option)
        elif all(known[n] == known[0] for n in alone) and not _shares_a_guard(games, option):
            continue
        if len(several := tuple(dict.fromkeys(values))) > 1:
            yield option, several


def _mentioned_options(game: Game) -> set[int]:
    """Return the options that the order, or what wild cards stand for, speaks of."""
    orders = [inside(game.definitions[BEATS])] if BEATS in game.definitions else []
    nodes = [*(node for some in orders for node in some), *(wild.when for wild in game.wilds)]
    nodes += [wild.applies for wild in game.wilds if wild.applies is not None]
    nodes += [node for word in words_in(game, nodes).values() for node in inside(word)]
    return {one.option for node in nodes for one in everywhere(node) if isinstance(one, Agreed)}


def _every(option: Option) -> range | tuple[bool, bool]:
    """Return all values of an option; of a number, of which there may be many, none."""
    match option.type:
        case ChoiceType(choices=choices):
            return range(len(choices))
        case NumberType():
            return range(0)
        case Plain():
            return (False, True)


def _changed(game: Game) -> list[int]:
    """Return the options that are not as usual."""
    return [place for place, one in enumerate(game.options) if one.value != one.usual]


def _shares_a_guard(games: Sequence[Game], option: Option) -> bool:
    """Whether a guard looks at an option and at another one as well."""
    guards = {clause.guard for game in games for clause in game.clauses.values()}
    names = {one.name for one in games[0].options}
    words = [names & set(guard.split()) for guard in guards]
    return any(option.name in some and len(some) > 1 for some in words)


def _answers(usual: Game, game: Game, pages: str) -> Answers:
    """Return all that can make an answer another one, as it stands in the typed form."""
    order = words_in(game, [Call(Plain.TRUTH, BEATS, ())]) if answers_beats(game) else {}
    mentioned = [game.options[place].value for place in sorted(_mentioned_options(game))]
    addresses = _addresses(usual, game, pages)
    named = {*clauses_of_readings(game), *(c for one in order.values() for c in clauses_of(one))}
    shown = [(name, game.clauses[name].words, addresses.get(name)) for name in sorted(named)]
    cards = (game.ranks, game.suits, game.groups, game.cards)
    patterns = (game.patterns, game.wilds, game.needs)
    return (cards, patterns, order, mentioned, makeable(Rules(game)), shown)


def _distinguishes(place: int, answers: Mapping[OptionValues, Answers]) -> bool:
    """Whether another value of one option ever makes other answers.

    One pass: answers are held against the first with the same values of all other options.
    """
    first_answers: dict[OptionValues, Answers] = {}
    for values, found in answers.items():
        others = (*values[:place], *values[place + 1 :])
        if first_answers.setdefault(others, found) != found:
            return True
    return False


def _setting(
    usual: Game, game: Game, agreed: Sequence[tuple[Option, OptionValue]], pages: str
) -> AgreedRules:
    """Name rules for what is not as usual, and write their words and their module."""
    volume = Volume.of(usual)
    unusual = [_worded(option, value) for option, value in agreed if value != option.usual]
    title = ", ".join([volume.title, *(one.replace("=", " ") for one in unusual)])
    name = file_name_of("+".join([volume.folder, *unusual]))
    shown = {option.name: _shown(option, value) for option, value in agreed}
    rules, low = Rules(game), asking(game)
    found = game_words(rules, low, name, title, _addresses(usual, game, pages))
    return AgreedRules(name, rules, shown, {**found, "agreed": shown}, wasm_bytes(low.module))


def _addresses(usual: Game, game: Game, pages: str) -> dict[str, str]:
    """Say where each clause can be read; one for other options stands on their page."""
    if not pages:
        return {}
    volume = Volume.of(usual)
    return {name: f"{pages}{volume.address(name)}".replace(".md#", "/#") for name in game.clauses}


def _worded(option: Option, value: OptionValue) -> str:
    match option.type:
        case ChoiceType(choices=choices):
            return f"{option.name}={choices[value]}"
        case NumberType():
            return f"{option.name}={value}"
        case Plain() if value:
            # What is called `no-x` is not to be taken for `x` that is off.
            return f"{option.name}=true" if option.name.startswith(_OFF) else option.name
        case Plain():
            return f"{_OFF}{option.name}"


def _shown(option: Option, value: OptionValue) -> int | bool | str:
    """Return a value of an option as ``haggis --option`` takes it."""
    match option.type:
        case ChoiceType(choices=choices):
            return choices[value]
        case NumberType() | Plain():
            return value
