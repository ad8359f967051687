"""Cards in what tools say of a position: each run of cards is drawn among the words around it."""

import re
from itertools import groupby

from haggis_rules.site.drawing.cards import Pictures
from haggis_rules.site.markdown import plain
from haggis_rules.wording.people import held, person, possessive
from haggis_rules.wording.sentences import capital

_OWNED = re.compile(r"(\S+) of seat ([0-9]+)(?::| is) (.*)")
_VALUED = re.compile(r"(\S+) is (.*)")
_DONE = re.compile(r"seat ([0-9]+): (.*)")
_SEAT = re.compile(r"\bseat ([0-9]+)\b")


def drawn(pictures: Pictures, line: str) -> str:
    """Write a line in which cards, and a play with its reading, are drawn."""
    words = line.split()
    kinds = [
        pictures.is_card(word) and before != "seat"
        for before, word in zip(["", *words], words, strict=False)
    ]
    for place, word in enumerate(words):
        if word == "=" and place and kinds[place - 1]:
            kinds[place : place + 2] = [True] * len(kinds[place : place + 2])
    pieces = groupby(zip(kinds, words, strict=True), key=lambda each: each[0])
    return " ".join(
        (pictures.row if are_cards else plain)(" ".join(word for _, word in piece))
        for are_cards, piece in pieces
    )


def with_people(line: str) -> str:
    """Write a line of a position or a match as of people: ``Ann's hand: 3y``, ``Turn: you``."""
    owned = _OWNED.fullmatch(line)
    if owned is not None:
        name, seat, rest = owned.groups()
        place = held(name.replace(".", " "))
        return f"{possessive(int(seat), first=True)} {place}: {_people(rest)}"
    valued = _VALUED.fullmatch(line)
    if valued is not None:
        return f"{capital(valued[1].replace('.', ' '))}: {_people(valued[2])}"
    done = _DONE.fullmatch(line)
    if done is not None:
        return f"{person(int(done[1]), first=True)}: {_people(done[2])}"
    return capital(_people(line))


def _people(words: str) -> str:
    return _SEAT.sub(lambda found: person(int(found[1])), words)
