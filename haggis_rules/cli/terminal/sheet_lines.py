"""The sheet of a variant in lines of text, each with the clauses that it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from haggis_rules.analysis.sheet import FactSheet
from haggis_rules.analysis.sheet.actions import ActionLine, ParamLine
from haggis_rules.analysis.sheet.deal import DealtCards, ZoneLine
from haggis_rules.analysis.sheet.deck import DeckSheet, GroupLine, WildLine, WorthLine
from haggis_rules.analysis.sheet.match import GoalLine, GrowthLine, MatchSheet
from haggis_rules.analysis.sheet.plays import (
    FieldLine,
    PatternLine,
    PlaysSheet,
    ShapeLine,
    ShownReading,
)
from haggis_rules.analysis.sheet.score import EntryLine, ScoreSheet, SheetSentence
from haggis_rules.cli.terminal.output import count, wrapped
from haggis_rules.wording.sentences import listed

WIDE = 100  # columns that a sheet takes

_Row = tuple[str, str, Sequence[str]]  # what it is about, what it says, its clauses


def sheet_lines(sheet: FactSheet) -> Iterator[str]:
    """Yield the lines of a sheet."""
    teams = f" in the teams {listed(sheet.teams)}" if sheet.teams else ""
    trial = " (experimental)" if sheet.experimental else ""
    yield f"{sheet.variant}{trial} for {sheet.players} players{teams}"
    yield _filled(sheet.words, 2)
    yield from _section(f"Deck: {count(sheet.deck.total, 'card')}", _deck(sheet.deck))
    yield from _section("Deal", _deal(sheet.deal))
    for plays in sheet.plays:
        yield from _plays(plays)
    if sheet.by_state:
        names = listed([f"`{name}`" for name in sheet.by_state])
        yield "\nPlays"
        yield _filled(
            f"What is wild depends on {names}, so this sheet does not list what a hand can hold.", 2
        )
    yield from _actions(sheet.actions)
    yield from _score(sheet.score)
    yield from _match(sheet.match)


def _section(title: str, rows: Iterable[_Row]) -> Iterator[str]:
    yield f"\n{title}"
    yield from _rows(list(rows))


def _rows(rows: Sequence[_Row], indent: int = 2) -> Iterator[str]:
    """Set rows under one another: what they are about to the left, and the rest beside it."""
    wide = max((len(about) for about, _, _ in rows), default=0)
    for about, says, clauses in rows:
        text = f"{says}  {_named(clauses)}" if clauses else says
        hanging = indent + wide + 2
        lines = wrapped(text, hanging, width=WIDE)
        yield f"{' ' * indent}{about.ljust(wide)}  {lines[hanging:]}".rstrip()


def _filled(text: str, indent: int) -> str:
    return "".join(_rows([("", text, ())], indent - 2))


def _named(clauses: Sequence[str]) -> str:
    return f"[{', '.join(clauses)}]"


def _deck(deck: DeckSheet) -> Iterator[_Row]:
    yield from (_group(group) for group in deck.groups)
    yield from (_wild(wild) for wild in deck.wild)
    for kind in deck.kinds:
        yield kind.name, f"holds for {count(kind.cards, 'card')}: {kind.which}", kind.clauses
    yield from (_worth(worth) for worth in deck.worth)


def _group(group: GroupLine) -> _Row:
    suits = f" in {listed(group.suits)}" if group.suits else " without suit"
    copies = "1 copy" if group.copies == 1 else f"{group.copies} copies"
    text = f"{count(group.cards, 'card')}: {' '.join(group.ranks)}{suits}, {copies} of each"
    return group.name, text, group.clauses


def _wild(wild: WildLine) -> _Row:
    ranks = " ".join(wild.ranks) or "nothing"
    return wild.card, f"stands for {ranks} in {listed(wild.inside)}", wild.clauses


def _worth(worth: WorthLine) -> _Row:
    each = ", ".join(f"{one.worth} for each {_any(one.which)}" for one in worth.each)
    text = f"when all cards lie in {worth.place}" if worth.place else "for all cards"
    return worth.name, f"{worth.total} {text}: {each}", worth.clauses


def _any(which: str) -> str:
    return listed(which.split(), "or")


def _deal(zones: Sequence[ZoneLine]) -> Iterator[_Row]:
    for zone in zones:
        about = f"{zone.zone} of each {zone.of}" if zone.of else zone.zone
        clauses = list(dict.fromkeys([zone.clause, *(lot.clause for lot in zone.lots)]))
        if zone.lots:
            lots = ", ".join(map(_lot, zone.lots))
            few = "" if zone.fewest is None else f"{zone.fewest} to "
            many = few + count(zone.cards, "card")
            many += f" for each of {zone.owners}" if zone.of else ""
            yield about, f"{many}: {lots}", clauses
        else:
            yield about, "nothing at the deal", clauses


def _lot(lot: DealtCards) -> str:
    if lot.left:
        few = "" if lot.fewest is None else f"{lot.fewest} or "
        return f"what is left of {lot.which}, {few}{lot.cards}"
    return lot.which if lot.cards == len(lot.which.split()) else f"{lot.cards} {lot.which}"


def _plays(plays: PlaysSheet) -> Iterator[str]:
    if plays.zone:
        yield f"\nPlays from {plays.zone}, {count(plays.cards, 'card')} as dealt"
    else:
        yield f"\nPlays of the whole deck in one hand, {count(plays.cards, 'card')}"
    for name, clauses in plays.arrivals.items():
        yield from _rows([("", f"{name} puts other cards there later", clauses)], 0)
    for pattern in plays.patterns:
        yield from _pattern(pattern, plays.beats)


def _pattern(pattern: PatternLine, beats: Sequence[str]) -> Iterator[str]:
    if pattern.smallest is None or pattern.largest is None:
        yield from _rows([(pattern.name, "no dealt hand can hold one", pattern.clauses)])
        return
    few, many = pattern.smallest.cards, pattern.largest.cards
    cards = count(many, "card") if few == many else f"{few} to {count(many, 'card')}"
    types = f"{count(pattern.readings, 'reading')} of {count(pattern.types, 'type')}"
    yield from _rows([(pattern.name, f"{cards}, {types}", pattern.clauses)])
    parts = [("" if number else "made of", part, ()) for number, part in enumerate(pattern.made)]
    rows: list[_Row] = [*parts, ("ranking", pattern.ranking, ())]
    words = {choice.field for choice in pattern.choices}
    rows += [_field(field) for field in pattern.fields if field.name not in words]
    if few < many:
        rows.append(("smallest", _play(pattern.smallest), ()))
    rows.append(("largest" if few < many else "such as", _play(pattern.largest), ()))
    rows += [_shape(shape) for shape in pattern.shapes if shape.given]
    if pattern.choices:
        how = "from the lowest" if pattern.ordered else "in no order"
        rows.append((listed(list(words)), how, ()))
    for choice in pattern.choices:
        text = "no dealt hand can hold it" if choice.shown is None else _play(choice.shown)
        rows.append((f"  {choice.name}", text, ()))
    if pattern.beats:
        rows.append(("beats", f"every {listed(pattern.beats)}", beats))
    yield from _rows(rows, 4)


def _field(field: FieldLine) -> _Row:
    to = f"{field.low} to {field.high}" if field.many > 1 else field.low
    return field.name, f"{to}, {count(field.many, 'value')}", ()


def _shape(shape: ShapeLine) -> _Row:
    given = " and ".join(f"{name} {value}" for name, value in shape.given.items())
    to = f"{shape.low} to {shape.high}" if shape.low < shape.high else str(shape.low)
    return given, f"{shape.field} {to}; {_play(shape.shown)}", ()


def _play(shown: ShownReading) -> str:
    return f"{count(shown.cards, 'card')}, {shown.play}"


def _actions(actions: Sequence[ActionLine]) -> Iterator[str]:
    if actions:
        yield "\nActions"
    for action in actions:
        yield from _rows([(action.name, _who(action), [action.clause])])
        chooses = "by chance" if action.by_chance else "chooses"
        rows: list[_Row] = [(chooses, _param(param), ()) for param in action.params]
        if action.params and not action.by_chance:
            seen = "from all but the actor" if action.secret else "from nobody"
            rows.append(("hidden", seen, ()))
        rows += [("only when", one.words, [one.clause]) for one in action.only_when]
        if action.clauses != (action.clause,):
            rows.append(("rests on", _named(action.clauses), ()))
        yield from _rows(rows, 4)


def _who(action: ActionLine) -> str:
    return f"for one seat: {action.who}" if action.turn else f"for any seat such that {action.who}"


def _param(param: ParamLine) -> str:
    values = f": {', '.join(param.values)}" if param.values else ""
    counts = [f"; {name} {', '.join(map(str, each))}" for name, each in param.counts.items()]
    return f"{param.name}, {param.words}{values}{''.join(counts)}"


def _score(score: ScoreSheet) -> Iterator[str]:
    if not score.entries:
        yield "\nScore\n  this variant has no score sheet"
        return
    yield f"\nScore of each {score.of}: {_range(score.low, score.high)} in a hand"
    for entry in score.entries:
        yield from _entry(entry)


def _entry(entry: EntryLine) -> Iterator[str]:
    yield from _rows([(entry.name, _range(entry.low, entry.high), entry.clauses)])
    rows: list[_Row] = [("in words", entry.words, ())]
    for about, found in (("pays", entry.pays), ("where", entry.means), ("kept by", entry.set_by)):
        rows += [(about, _sentence(one), [one.clause]) for one in found]
    yield from _rows(rows, 4)


def _range(low: int | None, high: int | None) -> str:
    match low, high:
        case None, None:
            return "any number of points, with no known bound"
        case None, high:
            return f"at most {high} points, with no known lower bound"
        case low, None:
            return f"{low} points or more, with no known bound"
        case low, high:
            return f"{low} points" if low == high else f"from {low} to at most {high} points"


def _sentence(one: SheetSentence) -> str:
    return f"{one.words} {'; '.join(one.points)}".rstrip()


def _match(match: MatchSheet) -> Iterator[str]:
    yield "\nMatch"
    rows: list[_Row] = []
    for option in match.options:
        here = f", here {option.here}" if option.here != option.usual else ""
        ends = "; the end of the match depends on it" if option.ends else ""
        text = f"option: {option.values}, usually {option.usual}{here}{ends}"
        rows.append((option.name, text, [option.clause]))
    for about, found in (
        ("start", match.start),
        ("between", match.between),
        ("until", match.until),
    ):
        rows += [(about, _sentence(one), [one.clause]) for one in found]
    rows += [_growth(line) for line in match.growth]
    rows += [_goal(line) for line in match.goals]
    if match.one_hand:
        rows.append(("until", "a match is one hand", ()))
    elif not match.until:
        rows.append(("until", "the rules do not say when a match ends", ()))
    yield from _rows(rows)


def _growth(line: GrowthLine) -> _Row:
    start = "" if line.start is None else f"begins with {line.start} and "
    return line.name, f"{start}{_grows(line.low, line.high)}", [line.clause]


def _grows(low: int | None, high: int | None) -> str:
    verb = "grows" if low is not None and low >= 0 else "changes"  # else it may fall as well
    match low, high:
        case None, None:
            return f"{verb} with each hand, with no known bound"
        case None, high:
            return f"{verb} by at most {high} with each hand, with no known lower bound"
        case low, None:
            return f"{verb} by {low} or more with each hand, with no known bound"
        case low, high:
            to = "" if low == high else f" to at most {high}"
            return f"{verb} by {low}{to} with each hand"


def _goal(line: GoalLine) -> _Row:
    goal = f"{line.option}, {line.goal}," if line.option else str(line.goal)
    hands = count(line.hands, "hand")
    text = f"reaches {goal} after {hands}" if line.surely else f"cannot reach {goal} before {hands}"
    return line.name, text, ()
