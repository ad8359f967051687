"""A match that breaks a promise as a drawn scene: who holds what, what they do, and what fails."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from haggis_rules.site.drawing.illustrated import Illustrated
from haggis_rules.site.drawing.inline_cards import drawn, with_people
from haggis_rules.site.markdown import code, plain, wrapped
from haggis_rules.site.scenes.scene import BEFORE, MOVES, PASSED, THEN, act, who_over
from haggis_rules.wording.people import does, held, person, possessive

_MOVE = re.compile(r"seat ([0-9]+): (.+)")
_SKIPPED = re.compile(r"\.\.\. (.*)")
_FOLLOWS = re.compile(r"then (.*)|(the step .*)")
_FAILS = re.compile(r"then (\S+) does not hold")
_CARDS = re.compile(r"(\S+)(?: of (seat|team) (\S+))?: (.+)")
_VALUE = re.compile(r"(.+ is )(\S+)")


class _SceneLine(NamedTuple):
    """One line of a counterexample: the part of the scene, what is drawn there, or a point."""

    part: str
    picture: str = ""
    point: str = ""


def breach_scene(names: Illustrated, lines: Iterable[str]) -> str:
    """Draw the lines of a position, and of the match from there, with people in place of seats."""
    parts = groupby((_line(names, line) for line in lines), key=lambda one: one.part)
    acts = [_act(part, [*several]) for part, several in parts]
    return wrapped("scene", wrapped("acts", *acts))


def _act(part: str, lines: list[_SceneLine]) -> str:
    pictures = [one.picture for one in lines if one.picture]
    points = [one.point for one in lines if one.point]
    return act(part, pictures, points, end=part == THEN)


def _line(names: Illustrated, line: str) -> _SceneLine:
    if moved := _MOVE.fullmatch(line):
        return _SceneLine(MOVES, _move(names, int(moved[1]), moved[2].split()))
    if skipped := _SKIPPED.fullmatch(line):
        return _SceneLine(MOVES, who_over("<b>…</b>", plain(skipped[1])))
    if failed := _FAILS.fullmatch(line):
        return _SceneLine(THEN, point=f"{code(failed[1])} does not hold")
    if follows := _FOLLOWS.fullmatch(line):
        said = (follows[1] or follows[2]).replace("`", "")
        return _SceneLine(THEN, point=drawn(names.pictures, with_people(said)))
    if cards := _CARDS.fullmatch(line):
        return _SceneLine(BEFORE, _place(names, *cards.groups()))
    return _SceneLine(BEFORE, point=_value(names, line))


def _move(names: Illustrated, seat: int, words: list[str]) -> str:
    first = next((n for n, word in enumerate(words) if names.pictures.is_card(word)), len(words))
    done = " ".join(names.name(word).replace(".", " ") for word in words[:first])
    over = f"<b>{plain(person(seat, first=True))}</b> {plain(does(seat, done))}"
    played = " ".join(words[first:])
    return who_over(over, names.pictures.play(played) if played else PASSED, seat=seat)


def _place(names: Illustrated, name: str, owner: str | None, whose: str | None, cards: str) -> str:
    """Write over cards whose they are. Where all others lie is said in words."""
    place = plain(names.name(name).replace(".", " "))
    if owner == "seat" and whose is not None:
        over = f"<b>{plain(possessive(int(whose), first=True))}</b> {held(place)}"
    elif whose is not None:
        over = f"<b>{plain(names.name(whose).capitalize())}'s</b> {held(place)}"
    else:
        over = f"<b>{place.capitalize()}</b>"
    are_cards = names.pictures.is_card(cards.split(maxsplit=1)[0])
    return who_over(over, names.pictures.row(cards) if are_cards else plain(cards))


def _value(names: Illustrated, line: str) -> str:
    """Say a value of the position; a play by what players call it."""
    found = _VALUE.fullmatch(line)
    called = names.pictures.called(found[2]) if found is not None else ""
    said = f"{found[1]}{called}" if found is not None and called else line
    return drawn(names.pictures, with_people(said))
