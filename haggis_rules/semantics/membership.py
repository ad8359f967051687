"""Whether something from outside is a value of a type, so that rules can be asked about it."""

from typing import cast

from haggis_rules.ir.game import Game
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type
from haggis_rules.semantics.state import MASK, WIDTH, Combination
from haggis_rules.semantics.transition import within


def is_value(game: Game, kind: Type, value: object) -> bool:
    """Whether this is a value of the type. A reading need not be one that some cards make."""
    match kind:
        case OptionType(inner=inner):
            return value is None or is_value(game, inner, value)
        case NumberType():
            return type(value) is int and within(kind, value)
        case ChoiceType(choices=choices):
            return type(value) is int and 0 <= value < len(choices)
        case Plain.TRUTH:
            return isinstance(value, bool)
        case Plain.READING:
            return _is_reading(game, value)
        case Plain.COMBINATION:
            return isinstance(value, Combination) and _is_combination(game, value)
        case Plain():
            return type(value) is int and 0 <= value < game.size(kind)


def _is_reading(game: Game, value: object) -> bool:
    if not isinstance(value, tuple) or isinstance(value, Combination) or not value:
        return False
    index, *fields = cast("tuple[object, ...]", value)
    if type(index) is not int or not 0 <= index < len(game.patterns):
        return False
    declared = game.patterns[index].fields
    return len(fields) == len(declared) and all(
        is_value(game, one.type, field) for one, field in zip(declared, fields, strict=True)
    )


def _is_combination(game: Game, value: Combination) -> bool:
    reading, cards = value
    if not _is_reading(game, reading) or type(cards) is not int or cards < 0:
        return False
    counts = [cards >> WIDTH * card & MASK for card in range(len(game.cards))]
    available = all(n <= card.copies for n, card in zip(counts, game.cards, strict=True))
    return available and cards >> WIDTH * len(game.cards) == 0
