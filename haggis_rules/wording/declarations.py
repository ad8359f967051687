"""What a clause declares, as plain English: the table, the cards, what is kept, what words mean."""

from collections.abc import Iterator, Sequence

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type, show
from haggis_rules.wording.expressions import ExpressionWording
from haggis_rules.wording.phrase import Level, counted, with_article
from haggis_rules.wording.sentences import PlainText, all_of, for_any, listed, sentence


def declared_in(english: ExpressionWording, clause: str) -> Iterator[PlainText]:
    """Tell what a clause declares, patterns aside."""
    yield from _table(english, clause)
    for index, group in enumerate(english.game.groups):
        lines = english.game.lines_of(index)
        for number, (said, cards) in enumerate(lines):
            if said == clause:
                yield _group(english, group, cards, also=number > 0)
        if group.any_suit == clause:
            yield PlainText(
                sentence(
                    f"{english.name_with_article(group.name)} can take any suit that is needed"
                )
            )
    for choice in english.game.choices:
        if english.game.declared.get(f"choice {choice.name}") == clause:
            words = listed([english.name(word) for word in choice.choices], "or")
            name = english.name_with_article(choice.name)
            yield PlainText(sentence(f"{name} is one of these, lowest first: {words}"))
    for zone in english.game.zones:
        if zone.clause == clause:
            yield PlainText(describe_zone(english, zone))
    for option in english.game.options:
        if option.clause == clause:
            yield PlainText(describe_option(english, option))
    for state in english.game.states:
        if state.clause == clause:
            yield PlainText(describe_state(english, state))
    for deal in english.game.deals:
        if deal.clause == clause:
            yield PlainText(_deal(english, deal))
    for definition in english.game.definitions.values():
        yield from _definition(english, clause, definition)


def describe_zone(english: ExpressionWording, zone: ir.Zone) -> str:
    """Tell what a zone is and who sees the cards in it."""
    name = english.name(zone.name)
    cards = [f"{english.name(group.name)} cards" for group in english.game.groups]
    if len(set(zone.audiences)) == 1:
        seen = f"{_does(zone.audiences[0], 'see')} the cards in it"
    else:
        pairs = zip(cards, zone.audiences, strict=True)
        seen = listed([f"{_does(who, 'see')} the {kind} in it" for kind, who in pairs])
    if zone.owner is ir.Owner.NOBODY:
        return sentence(f'the table has a zone for cards, "{name}"; {seen}')
    if zone.owner is ir.Owner.PAIR:
        return sentence(f'each seat has a zone for cards for each seat, "{name}"; {seen}')
    return sentence(f'each {zone.owner.value} has a zone for cards, "{name}"; {seen}')


def describe_state(english: ExpressionWording, state: ir.StateVariable) -> str:
    """Tell what a state variable keeps, how it begins and who knows it."""
    name, kind = english.name(state.name), describe_type(english, state.type)
    opened = ""
    match state.initial:
        case ir.Chance():
            begins = "it is chosen at random when the cards are dealt"
            if state.lasting:
                begins = "it is chosen at random before the first hand"
        case initial:
            first = " the first hand" if state.lasting else ""
            begins = f"it starts{first} as {english.given(initial)}"
            opened = "; this may reveal hidden information" if state.opened else ""
    duration = ", kept from hand to hand" if state.lasting else ""
    known = f"{_does(state.audience, 'know')} it"
    keeper = "the table" if state.owner is ir.Owner.NOBODY else f"each {state.owner.value}"
    kept = sentence(f'{keeper} has a value, "{name}"{duration}: {kind}')
    return f"{kept} {sentence(f'{begins}, and {known}{opened}')}"


def describe_option(english: ExpressionWording, option: ir.Option) -> str:
    """Tell what the players agree on, what is usual, and what is agreed here if that differs."""
    name, usual = english.name(option.name), value_of(english, option, option.usual)
    others = listed([f'"{english.name(other)}"' for other in option.without])
    alone = f" If they agree on another, {others} stays as usual." if others else ""
    differs = option.value != option.usual
    if option.type is Plain.TRUTH:
        here = f", and here they {'do' if option.value else 'do not'}" if differs else ""
        often = "do" if option.usual else "do not"
        intro = sentence(f'before a match, the players may agree on "{name}"')
        return f"{intro} {sentence(f'usually they {often}{here}')}{alone}"
    here = f", and here it is {value_of(english, option, option.value)}" if differs else ""
    values = describe_values(english, option)
    intro = sentence(f'before a match, the players agree on "{name}", {values}')
    return f"{intro} {sentence(f'usually it is {usual}{here}')}{alone}"


def describe_values(english: ExpressionWording, option: ir.Option) -> str:
    """Say which values an option can have."""
    match option.type:
        case ChoiceType(choices=choices):
            return listed([english.name(choice) for choice in choices], "or")
        case NumberType() as kind:
            return str(kind)
        case Plain():
            return "yes or no"


def value_of(english: ExpressionWording, option: ir.Option, value: int) -> str:
    """Say one of the values of an option."""
    match option.type:
        case ChoiceType(choices=choices):
            return english.name(choices[value])
        case NumberType(unit=unit):
            return f"{value} {unit.value}" if unit else str(value)
        case Plain():
            return "yes" if value else "no"


def describe_audience(audience: ir.Audience) -> str:
    """Say who sees something."""
    match audience:
        case ir.Audience.ALL:
            return "everybody"
        case ir.Audience.NOBODY:
            return "nobody"
        case ir.Audience.OWNER:
            return "only its owner"
        case ir.Audience.TEAM:
            return "only its owner's team"
        case ir.Audience.OTHER:
            return "only the player it is for"
        case ir.Audience.BOTH:
            return "only its owner and the player it is for"


def _does(audience: ir.Audience, verb: str) -> str:
    """Say that an audience does something."""
    many = audience is ir.Audience.BOTH
    return f"{describe_audience(audience)} {verb if many else verb + 's'}"


def describe_type(english: ExpressionWording, kind: Type) -> str:
    """Say what can be a value of a type."""
    match kind:
        case NumberType(bounds=(None, None)):
            return str(kind)
        case NumberType(bounds=bounds):
            return f"a number{',' if None in bounds else ' from'} {kind}"
        case OptionType(inner=inner):
            return f"{describe_type(english, inner)}, or none"
        case ChoiceType():
            return english.name_with_article(kind.name)
        case Plain():
            return with_article(show(kind))


def describe_value(
    english: ExpressionWording, definition: ir.Definition, value: nodes.Expr, when: str
) -> PlainText:
    """Tell what a defined word means, under a condition unless that is empty."""
    head = english.head(definition).fit(Level.CLAIM, last=True)
    lead = f"{for_any(definition.params)}, " if definition.params else ""
    lead += f"when {when}, " if when else ""
    match value:
        case nodes.Truth(value=True):
            return PlainText(sentence(f"{lead}{head}"))
        case nodes.Truth():
            denied = english.head(definition).denied or f"it is not the case that {head}"
            return PlainText(sentence(f"{lead}{denied}"))
        case _ if definition.type is Plain.TRUTH:
            return all_of(english, f"{lead}{head} exactly when", value)
        case _:
            return PlainText(sentence(f"{lead}{head} is {english.given(value)}"))


def _definition(
    english: ExpressionWording, clause: str, definition: ir.Definition
) -> Iterator[PlainText]:
    if definition.clause == clause:
        yield describe_value(english, definition, definition.base, "")
        if definition.name in english.game.scores:
            yield PlainText(describe_entry(english, definition))
    for exception in definition.exceptions:
        if exception.clause == clause:
            when = english.phrase(exception.when).fit(Level.OR)
            text = describe_value(english, definition, exception.value, when)
            yield PlainText(
                f"As an exception: {text.words[:1].lower()}{text.words[1:]}", text.points
            )


def describe_entry(english: ExpressionWording, definition: ir.Definition) -> str:
    """Tell which line of the score sheet a defined word is."""
    scores = english.game.scores
    line = scores.index(definition.name) + 1
    return f'"{english.name(definition.name)}" is line {line} of {len(scores)} on the score sheet.'


def _table(english: ExpressionWording, clause: str) -> Iterator[PlainText]:
    game = english.game
    if game.declared.get("table") == clause:
        many = [str(seats) for seats in game.seatings]
        here = f"; these rules are for {game.seats}" if len(many) > 1 else ""
        yield PlainText(f"The table has {listed(many, 'or')} seats{here}.")
    if game.declared.get("teams") == clause:
        teams = listed([english.name(team) for team in game.teams])
        words = f"There are {len(game.teams)} teams, {teams}"
        yield PlainText(f"{words}, and the seats alternate in this order.")
    if game.declared.get("ranks") == clause:
        yield PlainText(f"From lowest to highest, the ranks are {listed(game.ranks)}.")
    if game.declared.get("runs") == clause:
        yield PlainText(_runs(game))
    if game.declared.get("suits") == clause:
        suits = [
            f"{english.name(suit.name)} ({listed((suit.letter, *suit.others), 'or')})"
            for suit in game.suits
        ]
        fields = (field for pattern in game.patterns for field in pattern.fields)
        ranked = any(field.type is Plain.SUIT for field in fields)
        order = "From lowest to highest, the" if ranked else "The"
        yield PlainText(f"{order} suits are {listed(suits)}.")


def _runs(game: ir.Game) -> str:
    """Say which ranks follow one another, by a part that lies on such ranks."""
    places = [part.place for pattern in game.patterns for part in pattern.parts]
    order = next(one.order for one in places if isinstance(one, ir.Run))
    words = f"where ranks have to be consecutive, they are {listed([game.ranks[r] for r in order])}"
    others = [name for rank, name in enumerate(game.ranks) if rank not in order]
    verb = "belongs" if len(others) == 1 else "belong"
    rest = f"; {listed(others)} {verb} to no run (sequence)" if others else ""
    return sentence(f"{words}, each next to the one before it{rest}")


def _group(
    english: ExpressionWording, group: ir.Group, cards: Sequence[ir.CardClass], *, also: bool
) -> PlainText:
    game = english.game
    ranks = listed([game.ranks[rank] for rank in dict.fromkeys(c.rank for c in cards)])
    there = dict.fromkeys(card.suit for card in cards if card.suit is not None)
    if len(there) == len(game.suits):
        suits = "in each suit"
    elif there:
        suits = f"in {listed([english.name(game.suits[suit].name) for suit in there])}"
    else:
        suits = "without a suit"
    copies = "copy" if cards[0].copies == 1 else "copies"
    total = sum(card.copies for card in cards)
    verb = "is also" if also else "is"
    words = f"{english.name_with_article(group.name)} {verb} a card of rank {ranks} {suits}"
    many = counted(total, "card")
    in_all = f"{many} more" if also else f"{many} in all"
    return PlainText(sentence(f"{words}, {cards[0].copies} {copies} of each, {in_all}"))


def _deal(english: ExpressionWording, deal: ir.Deal) -> str:
    zone = english.game.zones[deal.zone]
    target = f"the {english.name(zone.name)}{_of_each(zone.owner)}"
    match deal:
        case ir.DealEach(cards=cards):
            named = listed([english.game.card_name(card) for card in cards])
            return sentence(f"one each of {named} goes to {target} at the start")
        case ir.DealSome(count=count, groups=groups):
            name = f"{_either(english, groups)} card"
            verb = "is" if count == 1 else "are"
            mixed = f"{_mixed(groups)}, " if _mixed(groups) else ""
            return sentence(f"{mixed}{counted(count, name)} {verb} dealt at random to {target}")
        case ir.DealRest(groups=groups, start=start):
            names = listed([english.name(english.game.groups[one].name) for one in groups])
            mixed = f"{_mixed(groups)}, " if _mixed(groups) else ""
            if zone.owner is ir.Owner.NOBODY:
                return sentence(f"{mixed}the remaining {names} cards go to {target}")
            first = f"{zone.owner.value} 1" if start is None else english.given(start)
            if start is None and zone.owner is ir.Owner.TEAM:
                first = english.name(english.game.teams[0])
            dealt = f"the remaining {names} cards are dealt one by one to {target}"
            return sentence(f"{mixed}{dealt} in turn, starting with {first}, until none are left")


def _either(english: ExpressionWording, groups: tuple[int, ...]) -> str:
    return listed([english.name(english.game.groups[group].name) for group in groups], "or")


def _mixed(groups: tuple[int, ...]) -> str:
    return "shuffled together" if len(groups) > 1 else ""


def _of_each(owner: ir.Owner) -> str:
    return "" if owner is ir.Owner.NOBODY else f" of each {owner.value}"
