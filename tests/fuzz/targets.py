"""What is done with an input of each kind, and what may come of it: acceptance or a named refusal.

Anything else that is raised is a fault of this program. What is accepted is used: rules are played
by both readings and made into pages, and a record is written and read again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from functools import cache
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from shutil import copy
from tempfile import TemporaryDirectory
from typing import NamedTuple

from haggis_rules import (
    Action,
    Breach,
    IllegalAction,
    MatchState,
    NoSuchQueryError,
    NotationError,
    Rules,
)
from haggis_rules.cli import main
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.records.reader import read
from haggis_rules.records.replay import replay
from haggis_rules.records.writer import text_of
from haggis_rules.semantics.state import Combination
from haggis_rules.site.writer import pages
from haggis_rules.syntax.format import format_text
from haggis_rules.syntax.parse import parse
from tests.fuzz.both_readings import differ, legal_by_both, play_by_both
from tests.fuzz.changing import other_json, other_line
from tests.fuzz.seeds import corpus_texts, matches, rules, small
from tests.fuzz.splicing import rule_text

HANDS = 2  # that are played by rules that pass
TABLES = 2  # of rules that pass are played
KEPT = 0.02  # of the inputs are changed ones of those that are kept

REFUSALS = (NotationError, IllegalAction, NoSuchQueryError)


class Target(NamedTuple):
    """A kind of input: how it is made, and what is done with it: whether it is accepted.

    ``seconds`` of the processor's time is more than any input may take.
    """

    make: Callable[[Random], str]
    take: Callable[[str], bool]
    seconds: float


# Rules.


def take_rules(text: str) -> bool:
    """Check a text as ``haggis check`` does; if it passes, play it and make its pages."""
    path = _place() / "input.haggis"
    path.write_text(text, "utf-8", newline="")
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        code = main(["check", str(path)])
    if code:
        return False
    source = SourceFile("input.haggis", text)
    differ(
        "the text as it is laid out", parse(SourceFile("again", format_text(source))), parse(source)
    )
    games, _ = check_everywhere(path)
    for game in games[:TABLES]:
        own = Rules(game, checked=True)  # as evaluation, which looks for two steps that wait
        for seed in range(HANDS):
            play_by_both(own, seed)
        pages(game)
    return True


@cache
def _folder() -> TemporaryDirectory[str]:
    made = TemporaryDirectory(prefix="haggis-fuzz-")
    for path in small():
        copy(path, made.name)
    return made


def _place() -> Path:
    """Return a folder in which the small texts lie, so that others can extend them."""
    return Path(_folder().name)


# What is read by rules: each input names the rules by their number, and says what it is.


def _of(text: str) -> tuple[Rules, str, str]:
    number, form, rest = text.split(" ", 2)
    return rules()[int(number)], form, rest


def _made(
    sources: Callable[[], tuple[str, ...]], change: Callable[[str, Random], str], kind: str
) -> Callable[[Random], str]:
    def make(chance: Random) -> str:
        known = corpus_texts(kind)
        source = chance.choice(known if known and chance.random() < KEPT else sources())
        number, form, rest = source.split(" ", 2)
        return f"{number} {form} {change(rest, chance)}"

    return make


def _numbered(form: str, texts: Callable[[MatchState], list[str]]) -> list[str]:
    """Return inputs of a form, some of each match."""
    return [
        f"{number} {form} {text}"
        for number, own in enumerate(rules())
        for one in matches()
        if one.rules == own
        for text in texts(one)
    ]


@cache
def records() -> tuple[str, ...]:
    """Return records of matches."""
    return tuple(_numbered("record", lambda match: [text_of(match)]))


def take_record(text: str) -> bool:
    """Read a record and replay it; what comes of it is written and replayed again."""
    own, _, rest = _of(text)
    try:
        found = replay(own, read(BytesIO(rest.encode("utf-8", "surrogatepass"))))
    except REFUSALS:
        return False
    again = replay(own, read(BytesIO(text_of(found).encode())))
    differ("the match of its own record", again, found)
    return True


def _other_record(text: str, chance: Random) -> str:
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    match chance.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, chance.choice(lines))
        case 2:
            return text[: chance.randrange(len(text))]
        case 3 | 4 if lines[at]:
            lines[at] = other_json(lines[at], chance)
        case _:
            lines[at] = other_line(lines[at], chance)
    return "\n".join(lines)


@cache
def positions() -> tuple[str, ...]:
    """Return positions in one line, whole and as a seat sees them."""
    seen = [
        f"{one.split(' ', 1)[0]} view {one.split(' ', 2)[2]}"
        for one in _numbered(
            "view", lambda m: [m.position.view(s).to_text() for s in range(m.rules.players)]
        )
    ]
    return (*_numbered("state", lambda match: [match.to_text(), match.position.to_text()]), *seen)


def take_position(text: str) -> bool:
    """Read a position; what it says is written and read again."""
    own, form, rest = _of(text)
    try:
        if form == "view":
            view = own.view_from_text(rest)
            differ("the view as it is written", own.view_from_text(view.to_text()), view)
            return True
        state = own.state_from_text(rest)
    except REFUSALS:
        return False
    differ("the state as it is written", own.state_from_text(own.state_to_text(state)), state)
    return True


@cache
def notations() -> tuple[str, ...]:
    """Return cards, plays and actions."""

    def actions(match: MatchState) -> list[str]:
        return [match.rules.show_action(one, seated=True) for one in _some_actions(match)]

    def plays(match: MatchState) -> list[str]:
        chosen = [value for one in _some_actions(match) for value in one.arguments]
        return [match.rules.show(one) for one in chosen if isinstance(one, Combination)]

    def cards(match: MatchState) -> list[str]:
        return [one.partition(" =")[0] for one in plays(match)]

    each = (_numbered("action", actions), _numbered("play", plays), _numbered("cards", cards))
    return tuple(one for several in each for one in several)


def _some_actions(match: MatchState) -> list[Action]:
    found = [one for seat in match.to_act for one in match.actions(seat)]
    return Random(1).sample(found, min(9, len(found)))


def take_notation(text: str) -> bool:
    """Read cards, a play or an action; an action is judged by both readings and by each door."""
    own, form, rest = _of(text)
    try:
        match form:
            case "cards":
                cards = own.parse_cards(rest)
                differ("the cards as they are written", own.parse_cards(own.show(cards)), cards)
            case "play":
                play = own.parse_play(rest)
                differ("the play as it is written", own.parse_play(own.show(play)), play)
            case _:
                _judge(own, own.parse_action(rest))
    except REFUSALS:
        return False
    return True


def _judge(own: Rules, action: Action) -> None:
    plays = [one for one in action.arguments if isinstance(one, Combination)]
    if all(one.reading in own.readings(one.cards) for one in plays):
        shown = own.show_action(action, seated=True)
        differ("the action as it is written", own.parse_action(shown), action)
    for match in (one for one in matches() if one.rules == own and one.to_act):
        differ("whether it is legal", *legal_by_both(match.position, action))
        for number in range(own.players):
            door = match.seat(number)
            differ(
                "whether a door lets it through", door.is_legal(action), not door.why_not(action)
            )


@cache
def documents() -> tuple[str, ...]:
    """Return matches, hands, actions and deals as JSON."""

    def each(match: MatchState) -> list[str]:
        return [json.dumps(match.to_json())]

    def hands(match: MatchState) -> list[str]:
        return [json.dumps(match.position.to_json())]

    def actions(match: MatchState) -> list[str]:
        return [json.dumps(match.rules.action_to_json(one)) for one in _some_actions(match)]

    return (*_numbered("match", each), *_numbered("hand", hands), *_numbered("action", actions))


def take_document(text: str) -> bool:
    """Make a match, a hand or an action of JSON; what it is is written and read again."""
    own, form, rest = _of(text)
    data = json.loads(rest)
    try:
        match form:
            case "match":
                found = own.match(data)
                differ("the match as it is written", own.match(found.to_json()), found)
            case "hand":
                table = own.position(data)
                differ("the hand as it is written", own.position(table.to_json()), table)
            case _:
                _judge(own, own.action_from_json(data))
    except REFUSALS:
        return False
    except Breach:  # a hand may begin where no play leads, and there the rules have no answer
        if form != "hand":
            raise
        return False
    return True


@cache
def views() -> tuple[str, ...]:
    """Return what seats see of hands and matches, as JSON."""

    def of_hand(match: MatchState) -> list[str]:
        seats = range(match.rules.players)
        return [json.dumps(match.position.view(seat).to_json()) for seat in seats]

    def of_match(match: MatchState) -> list[str]:
        return [json.dumps(match.view(seat).to_json()) for seat in range(match.rules.players)]

    return (*_numbered("hand", of_hand), *_numbered("match", of_match))


def take_view(text: str) -> bool:
    """Read a view and deal what is hidden; that must look the same to the seat."""
    own, form, rest = _of(text)
    data = json.loads(rest)
    try:
        if form == "hand":
            view = own.view_from_json(data)
            dealt = own.determinize(view, Random(1)).view(view.seat)
            # A view may leave out what was seen, as a line of text does.
            differ("the view dealt", dealt if view.seen else replace(dealt, seen=()), view)
        else:
            seen = own.match_view_from_json(data)
            differ("the match dealt", own.determinize(seen, Random(1)).view(seen.seat), seen)
    except REFUSALS:
        return False
    return True


TARGETS: dict[str, Target] = {
    "rules": Target(rule_text, take_rules, 20),
    "records": Target(_made(records, _other_record, "records"), take_record, 5),
    "positions": Target(_made(positions, other_line, "positions"), take_position, 5),
    "notations": Target(_made(notations, other_line, "notations"), take_notation, 5),
    "json": Target(_made(documents, other_json, "json"), take_document, 5),
    "views": Target(_made(views, other_json, "views"), take_view, 10),
}
