"""A play in which two variants differ as a drawn scene: the cards, the moves, and both ends."""

import re
from collections.abc import Iterator, Sequence

from haggis_rules.analysis.comparison.kept_differences import KeptDetail, KeptDifference, KeptMove
from haggis_rules.site.drawing.illustrated import Illustrated
from haggis_rules.site.markdown import bullets, plain, wrapped
from haggis_rules.site.scenes.scene import BEFORE, MOVES, PASSED, act, who_over
from haggis_rules.wording.people import does, person, possessive
from haggis_rules.wording.sentences import capital

PLAY = "The cards"
_REST = "the rest in "
_SEAT = re.compile(r"\bseat ([0-9]+)\b")
_OWNED = re.compile(r"(\S+) of seat ([0-9]+)(.*)")


def difference_scene(names: Illustrated, one: KeptDifference) -> str:
    """Draw a play in which two variants differ, and below it what it is in each of them."""
    acts = [wrapped("acts", *_acts(names, one))] if one.kind == "hand" else [_plays(names, one)]
    return wrapped("scene", *acts, wrapped("story", bullets(_ends(names, one))))


def _plays(names: Illustrated, one: KeptDifference) -> str:
    return wrapped("acts", act(PLAY, [names.pictures.play(play) for play in one.plays]))


def _acts(names: Illustrated, one: KeptDifference) -> Iterator[str]:
    held = [
        who_over(f"<b>{plain(possessive(seat, first=True))}</b> cards", names.pictures.row(cards))
        for seat, cards in enumerate(one.held, start=1)
    ]
    yield act(BEFORE, held, [plain(_set_up(names, each)) for each in one.set_up])
    moves = [*one.moves] if one.tried is None else [*one.moves, one.tried]
    if moves:
        yield act(MOVES, [_move(names, each) for each in moves])


def _set_up(names: Illustrated, words: str) -> str:
    """Write where the rest lies, as in ``The rest: haggis``, or a value, as in ``Dealer: you``."""
    place = words.removeprefix(_REST)
    if place != words:
        return f"the rest: {_in_words(names, place)}"
    name, _, value = words.partition(" is ")
    return f"{_in_words(names, name)}: {_people(value)}"


def _move(names: Illustrated, one: KeptMove) -> str:
    drawn = " ".join(names.pictures.play(cards) for cards in one.cards)
    words = [
        does(one.seat, names.name(one.action)),
        *(_in_words(names, word) for word in one.words),
    ]
    over = f"<b>{plain(person(one.seat, first=True))}</b> {plain(' '.join(words))}"
    return who_over(over, drawn or PASSED, seat=one.seat)


def _ends(names: Illustrated, one: KeptDifference) -> Iterator[str]:
    """Yield what differs, for each of the two variants."""
    pair = one.first, one.second
    match one.kind:
        case "hand":
            for place, variant in enumerate(pair):
                yield f"**{plain(capital(variant))}**: {_details(names, one.details, place)}"
        case "play":
            for variant in pair:
                said = "a play" if variant == one.only else "not this play"
                yield f"**{plain(capital(variant))}**: {said}"
        case _:
            for variant in pair:
                said = "beats" if variant == one.only else "does not beat"
                yield f"**{plain(capital(variant))}**: the first {said} the second"


def _details(names: Illustrated, details: Sequence[KeptDetail], place: int) -> str:
    """Tell what differs as it is in the first or in the second variant."""
    said = ((each, each.second if place else each.first) for each in details)
    return "; ".join(plain(_detail(names, each, value)) for each, value in said)


def _detail(names: Illustrated, one: KeptDetail, value: str) -> str:
    if one.what.startswith("`"):  # a move, which is the last one that is drawn
        return f"the last move is {value}"
    return f"{_in_words(names, one.what)}: {_people(value)}"


def _in_words(names: Illustrated, words: str) -> str:
    """Return words with people in place of seats, and names as they are said: ``Ann's hand``."""
    owned = _OWNED.match(words)
    if owned is not None:
        name, seat, rest = owned.groups()
        return f"{possessive(int(seat))} {_name(names, name)}{rest}"
    first, blank, rest = words.partition(" ")
    return _people(f"{_name(names, first)}{blank}{rest}")


def _name(names: Illustrated, name: str) -> str:
    """Return a name as it is said; one that only the other game has, without its dots."""
    return names.name(name).replace(".", " ")


def _people(words: str) -> str:
    return _SEAT.sub(lambda found: person(int(found[1])), words)
