"""The types of play of one pattern: sizes, how far each goes, in how many ways, and one drawn."""

from collections.abc import Iterator, Sequence

from haggis_rules.analysis.possible_types import TypeHeld
from haggis_rules.ir.game import Pattern
from haggis_rules.semantics.patterns import show_field, show_reading
from haggis_rules.site.content.volume_content import VolumeContent
from haggis_rules.site.markdown import code, plain, table
from haggis_rules.wording.sentences import capital

_WAYS = "Ways without wild cards"
WHAT = (
    "This table lists every type of play that {} can contain. The last column counts the groups "
    "of cards in the deck that make one of these plays without wild cards; identical cards count "
    "once."
)


def describe_types(content: VolumeContent) -> Iterator[str]:
    """Say of which hands the tables speak; nothing when that is not known."""
    for held in content.findings.held:
        hand = f"a {content.english.name(held.zone)} of {held.cards} cards, as dealt,"
        yield plain(WHAT.format(hand if held.zone else "the whole deck in one hand"))


def types_table(content: VolumeContent, pattern: int) -> Iterator[str]:
    """Write the types of a pattern, for each zone that it is laid from, and draw one of each."""
    for held in content.findings.held:
        own = [one for one in held.types if one.pattern == pattern]
        if own:
            yield _table(content, own)
            drawn = " ".join(content.english.pictures.row(one.lowest) for one in own)
            yield f"The lowest {'of each' if len(own) > 1 else 'one'}: {drawn}"
        else:
            yield "No dealt hand can contain one."


def _table(content: VolumeContent, types: Sequence[TypeHeld]) -> str:
    pattern = content.game.patterns[types[0].pattern]
    fields = [pattern.fields[place] for place in pattern.alike]
    head = [plain(capital(content.english.name(field.name))) for field in fields]
    head += ["Cards", "Lowest", "Highest", "How many", _WAYS]
    return table(head, (_row(content, pattern, one) for one in types))


def _row(content: VolumeContent, pattern: Pattern, one: TypeHeld) -> list[str]:
    first, last = one.readings[0], one.readings[-1]
    alike = [show_field(content.game, pattern.fields[n].type, first[1 + n]) for n in pattern.alike]
    ways = "very many" if one.plain is None else str(one.plain)
    ends = [code(show_reading(content.game, each)) for each in (first, last)]
    return [*alike, str(one.cards), *ends, str(len(one.readings)), ways]
