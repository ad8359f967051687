"""The people at a table in examples, in place of seats by their numbers: you, Ann, Ben."""

NAMES = ("You", "Ann", "Ben", "Cleo", "Dan", "Eve")


def person(seat: int, *, first: bool = False) -> str:
    """Return who sits at a seat, counted from 1; ``first`` where the word begins a sentence."""
    name = NAMES[seat - 1] if 0 < seat <= len(NAMES) else f"Player {seat}"
    return name if first or seat != 1 else name.lower()


def possessive(seat: int, *, first: bool = False) -> str:
    """Return whose something is: ``your``, ``Ann's``."""
    if seat == 1:
        return "Your" if first else "your"
    return f"{person(seat)}'s"


def does(seat: int, action: str) -> str:
    """Return what somebody does, of an action such as ``play`` or ``pass on``: ``plays``."""
    if seat == 1:
        return action
    verb, blank, rest = action.partition(" ")
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        ending = f"{verb}es"
    elif verb.endswith("y") and verb[-2:-1] not in {"a", "e", "i", "o", "u"}:
        ending = f"{verb[:-1]}ies"
    else:
        ending = f"{verb}s"
    return f"{ending}{blank}{rest}"


def does_not(relation: str) -> str:
    """Return the denial of a relation that is called by its verb: ``beats``, ``does not beat``."""
    verb, blank, rest = relation.partition(" ")
    return f"does not {verb.removesuffix('s')}{blank}{rest}"


def is_participle(name: str) -> bool:
    """Whether a place is called by what was done with its cards, such as ``captured``."""
    return len(name) > len("seeds") and name.endswith("ed") and name.isalpha()


def held(name: str) -> str:
    """Return a place by what one holds there: ``hand``, but ``captured cards``."""
    return f"{name} cards" if is_participle(name) else name
