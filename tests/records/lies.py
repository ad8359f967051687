"""A record of a match, and small ways in which it can lie."""

from typing import Any

from tests.records.matches import lines_of, played

Lines = list[dict[str, Any]]


def whole(*, seedless: bool = False) -> Lines:
    """Return the lines of a match in its third hand."""
    return lines_of(played("long-heron", 8, 90)[-1], seedless=seedless)


def place(lines: Lines, key: str, number: int = 0) -> int:
    """Find the line of a deal, an action or an end."""
    return [index for index, line in enumerate(lines) if key in line][number]


def deal(lines: Lines, number: int = 0) -> Any:
    return lines[place(lines, "hand", number)]


def deed(lines: Lines, number: int = 0) -> Any:
    return lines[place(lines, "action", number)]


def end(lines: Lines, number: int = 0) -> Any:
    return lines[place(lines, "ended", number)]


def swap_cards(lines: Lines, hand: int = 0) -> None:
    one, other = deal(lines, hand)["dealt"]["fist"][:2]
    one[0], other[-1] = other[-1], one[0]


def swap_hands(lines: Lines) -> None:
    fists = deal(lines)["dealt"]["fist"]
    fists.append(fists.pop(0))


def swap_lines(lines: Lines, one: int, other: int) -> None:
    lines[one], lines[other] = lines[other], lines[one]


def repeat(lines: Lines, index: int) -> None:
    lines.insert(index, lines[index])
