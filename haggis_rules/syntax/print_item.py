"""Tree to text, for the items of a clause."""

from collections.abc import Iterable

from haggis_rules.syntax import ast
from haggis_rules.syntax.layout import BREAK, Doc, DocGroup, DocRows
from haggis_rules.syntax.print_case import show_case
from haggis_rules.syntax.print_expression import (
    names,
    number_range,
    on_condition,
    param,
    quoted,
    value,
)
from haggis_rules.syntax.print_flow import show_action, show_effect, show_promise
from haggis_rules.syntax.print_guard import either, show_value


def item_rows(item: ast.Item) -> DocRows:
    """Write one item, each of its sentences with its depth."""
    match item:
        case ast.Table(seats=seats):
            return [(0, f"table of {either(seats)} seats")]
        case ast.Option(name=name, type=kind, usual=usual):
            return [(0, f"option {name.text} is {_type(kind)}, usually {show_value(usual)}")]
        case ast.Without(name=name, other=other):
            return [(0, f"option {name.text} without {other.text}")]
        case ast.Teams(names=teams):
            return [(0, f"teams {names(teams)} in alternate seats")]
        case ast.Ranks(ranks=ranks):
            return [(0, f"ranks {_ranks(ranks)}")]
        case ast.Runs(ranks=ranks):
            return [(0, f"runs of ranks {_ranks_listed(ranks)}")]
        case ast.Suits(suits=suits):
            return [(0, f"suits {', '.join(map(_suit, suits))}")]
        case ast.Deck():
            return [(0, _deck(item))]
        case ast.AnySuit(group=group):
            return [(0, f"any suit for {group.text}")]
        case ast.Wild():
            return [(0, _wild(item))]
        case ast.WildAsAny(group=group, patterns=patterns):
            return [(0, f"wild {group.text} in {names(patterns)} as any rank")]
        case ast.WildWhen():
            return [(0, _wild_when(item))]
        case ast.Need(bound=bound, count=count, group=group, patterns=patterns):
            number = f"at {bound.text} {count.value}"
            return [(0, f"need {number} {group.text} in {names(patterns)}")]
        case ast.LineNeed(bound=bound, count=count, group=group, patterns=patterns):
            number = f"at {bound.text} {count.value}"
            return [(0, f"need {number} {group.text} in each line of {names(patterns)}")]
        case ast.Pattern():
            return _pattern(item)
        case ast.Zone(name=name, owner=owner, visibility=visibility):
            return [(0, (_name_each("zone ", name, owner), _visibility(visibility)))]
        case ast.Choice(name=name, choices=choices):
            return [(0, f"choice {name.text} is {' or '.join(c.text for c in choices)}")]
        case ast.State():
            return [(0, _state(item))]
        case ast.DealEach(ranks=ranks, to=to):
            return [(0, f"deal one each of {_ranks(ranks)}{_to(to)}")]
        case ast.DealSome(count=count, groups=groups, to=to):
            return [(0, f"deal {count.value} {names(groups)}{_to(to)}")]
        case ast.DealRest(groups=groups, to=to, start=start):
            head = f"deal the rest of {names(groups)}{_to(to)}"
            if start is None:
                return [(0, head)]
            return [(0, DocGroup((f"{head},", BREAK, "starting with ", value(start))))]
        case ast.Define(export=export, signature=signature, value=given):
            head = f"{'export' if export else 'define'} {_signature(signature)}"
            return [(0, DocGroup((head, BREAK, "as ", value(given))))]
        case ast.Score(name=name, param=given, value=worth):
            head = f"score {name.text} of {param(given)}"
            return [(0, DocGroup((head, BREAK, "as ", value(worth))))]
        case ast.Except(name=name, when=when, value=given):
            tail = (BREAK, "as ", value(given))
            return [(0, DocGroup((f"except {name.text}", on_condition(when), tail)))]
        case ast.Action():
            return [(0, show_action(item))]
        case ast.May(action=action, when=when):
            return [(0, DocGroup((f"may {action.text}", BREAK, "only when ", value(when))))]
        case ast.Step(name=name, when=when):
            return [(0, DocGroup((f"step {name.text}", on_condition(when))))]
        case ast.On(name=name, effects=effects):
            return [(0, f"on {name.text}"), *((1, show_effect(effect)) for effect in effects)]
        case ast.Between(effects=effects):
            return [(0, "between hands"), *((1, show_effect(effect)) for effect in effects)]
        case ast.Until(claim=claim):
            return [(0, DocGroup(("match until", BREAK, value(claim))))]
        case ast.Promise():
            return show_promise(item)
        case ast.Breaks(promises=promises, because=because):
            return [(0, f"breaks {names(promises)}"), (1, ("because ", quoted(because)))]
        case ast.Example() | ast.Question():
            return show_case(item)
        case ast.Note(words=words):
            return [(0, ("note ", quoted(words)))]


def _rank(rank: ast.Rank) -> str:
    match rank:
        case ast.Name(text=text):
            return text
        case ast.RankNumber(value=number):
            return str(number.value)


def _ranks(ranks: Iterable[ast.Rank]) -> str:
    return " ".join(map(_rank, ranks))


def _suit(suit: ast.Suit) -> str:
    letters = " or ".join(letter.text for letter in (suit.letter, *suit.others))
    return f"{suit.name.text} {letters}"


def _deck(deck: ast.Deck) -> str:
    count = deck.copies.value
    ranks = f"{_ranks_listed(deck.ranks)} {_deck_suits(deck.suits)}"
    each = " for each seat" if deck.each_seat else ""
    copies = "copy" if count == 1 else "copies"
    return f"deck {deck.name.text} of ranks {ranks}, {count} {copies}{each}"


def _ranks_listed(ranks: Iterable[ast.Rank | ast.RankSpan]) -> str:
    return " ".join(
        f"{_rank(one.lowest)} to {_rank(one.highest)}"
        if isinstance(one, ast.RankSpan)
        else _rank(one)
        for one in ranks
    )


def _deck_suits(suits: ast.Name | ast.SomeSuits) -> str:
    if isinstance(suits, ast.Name):
        return suits.text
    word = "suit" if len(suits.suits) == 1 else "suits"
    return f"in {word} {' and '.join(suit.text for suit in suits.suits)}"


def _wild(wild: ast.Wild) -> Doc:
    head = f"wild {wild.group.text} {wild.card.text} in {names(wild.patterns)}"
    return DocGroup((f"{head} as rank {wild.rank.text}", on_condition(wild.when)))


def _wild_when(wild: ast.WildWhen) -> Doc:
    head = f"wild {wild.group.text} {wild.card.text} in {names(wild.patterns)}"
    return DocGroup((f"{head} as any rank", on_condition(wild.when)))


def _pattern(pattern: ast.Pattern) -> DocRows:
    rows: DocRows = [(0, f"pattern {pattern.name.text}")]
    if pattern.fields:
        rows.append((1, f"with {', '.join(map(_field, pattern.fields))}"))
    rows.extend((1, _made(made)) for made in pattern.mades)
    if pattern.alike:
        rows.append((1, f"alike in {names(pattern.alike)}"))
    if pattern.ranked:
        rows.append((1, f"ranked by {names(pattern.ranked)}"))
    return [*rows, (1, ("written ", quoted(pattern.written)))]


def _field(field: ast.Field) -> str:
    match field:
        case ast.NumberField(name=name, low=low, high=high):
            return f"{name.text} from {low.value} to {high.value}"
        case ast.OpenField(name=name, low=low):
            return f"{name.text} {low.value} or more"
        case ast.CardField(kind=kind, name=name):
            return f"{kind.text} {name.text}"
        case ast.ChoiceField(name=name, choices=choices):
            return f"{name.text} one of {' '.join(c.text for c in choices)}"


def _made(made: ast.Made) -> str:
    amount = show_value(made.amount)
    cards = "card" if amount == "1" else "cards"
    parts = ["made of", amount, cards, _place(made.place)]
    match made.suits:
        case ast.SuitRule(words=words):
            parts.append(f"in {words.text}")
        case ast.SuitOfField(field=field):
            parts.append(f"in suit {field.text}")
        case None:
            pass
    match made.highest:
        case ast.HighestOfRanks(ranks=ranks, suit=suit):
            parts.append(f"with the highest of rank {' then '.join(one.text for one in ranks)}")
            if suit is not None:
                parts.append(f"in suit {suit.text}")
        case ast.HighestInSuit(suit=suit):
            parts.append(f"with the highest in suit {suit.text}")
        case None:
            pass
    if made.when is not None:
        parts.append(f"when {made.when.field.text} is {made.when.choice.text}")
    return " ".join(parts)


def _place(place: ast.Place) -> str:
    match place:
        case ast.OfRank(rank=rank):
            return f"of rank {rank.text}"
        case ast.AnotherRank():
            return "of another rank"
        case ast.OtherRanks(count=count):
            return f"on each of {show_value(count)} other ranks"
        case ast.AnyOtherRanks(count=count):
            return f"on each of {show_value(count)} other ranks, alike or not"
        case ast.RunOfRanks(length=length, top=top):
            return f"on each of {show_value(length)} ranks ending at {top.text}"
        case ast.ListedRanks(ranks=ranks):
            return f"on each of the ranks {_ranks(ranks)}"


def _name_each(lead: str, name: ast.Name, owner: ast.Name | None) -> str:
    return f"{lead}{name.text}" + ("" if owner is None else f" of each {owner.text}")


def _to(to: ast.ZoneEach) -> str:
    return _name_each(" to ", to.name, to.owner)


def _visibility(visibility: Iterable[ast.SeenBy]) -> str:
    return "".join(
        f", {'' if s.group is None else s.group.text + ' '}seen by {s.audience.text}"
        for s in visibility
    )


def _state(state: ast.State) -> Doc:
    lead = "match state " if state.lasting else "state "
    head = f"{_name_each(lead, state.name, state.owner)} is {_type(state.type)},"
    return DocGroup(
        (head, BREAK, "at first ", _initial(state.initial), _visibility(state.visibility))
    )


def _initial(initial: ast.Initial) -> Doc:
    match initial:
        case ast.AnyValue():
            return "by chance"
        case ast.OpenedValue(value=given):
            return ("openly ", value(given))
        case _:
            return value(initial)


def _type(kind: ast.Type) -> str:
    match kind:
        case ast.Name(text=text):
            return text
        case ast.NumberType() | ast.OpenNumber() | ast.NumberUpTo() | ast.AnyNumber():
            return number_range(kind)
        case ast.OptionType(inner=inner):
            return f"{_type(inner)} or none"


def _signature(signature: ast.Signature) -> str:
    match signature:
        case ast.Constant(name=name):
            return name.text
        case ast.Function(name=name, param=given):
            return f"{name.text} of {param(given)}"
        case ast.Predicate(param=given, name=name):
            return f"{param(given)} is {name.text}"
        case ast.PairPredicate(param=given, name=name, other=other):
            return f"{param(given)} is {name.text} of {param(other)}"
        case ast.RelationOf(left=left, name=name, right=right):
            return f"{param(left)} {name.text} {param(right)}"
