"""The conditions under which a clause holds, in words: ``with 2 seats`` as "with two players"."""

from haggis_rules.ir.game import Clause
from haggis_rules.wording.names import GameNames
from haggis_rules.wording.sentences import listed

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def describe_guard(names: GameNames, guard: str) -> str:
    """Tell a guard, as the text has it, in words without a capital or a full stop."""
    parts = guard.removeprefix("with ").split(" and ")
    return listed([_condition(names, part.strip()) for part in parts])


def describe_seats(seats: int) -> str:
    """Say with how many players."""
    return f"with {_number(seats)} {'player' if seats == 1 else 'players'}"


def options_of(clause: Clause) -> set[str]:
    """Name the options that the guard of a clause speaks of."""
    parts = clause.guard.removeprefix("with ").split(" and ") if clause.guard else []
    found = {part.strip().removeprefix("not ").split(" is ")[0] for part in parts}
    return {name for name in found if not _about_seats(name)}


def _condition(names: GameNames, part: str) -> str:
    if _about_seats(part):
        counts = [word for word in part.replace(",", " ").split() if word.isdigit()]
        noun = "player" if counts == ["1"] else "players"
        return f"with {listed([_number(int(count)) for count in counts], 'or')} {noun}"
    option, _, value = part.removeprefix("not ").partition(" is ")
    if value:
        return f"when {names.name(option)} is agreed to be {names.name(value)}"
    agreed = "is not agreed on" if part.startswith("not ") else "is agreed on"
    return f"when the option {names.name(option)} {agreed}"


def _about_seats(part: str) -> bool:
    return part.endswith((" seats", " seat"))


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)
