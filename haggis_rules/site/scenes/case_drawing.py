"""Examples and questions beside their clause: how it begins, what is done, what then holds."""

import re
from collections.abc import Iterable, Iterator

from haggis_rules.diagnostics.nouns import counted
from haggis_rules.ir.game import Case
from haggis_rules.site.content.volume_content import CaseSummary
from haggis_rules.site.drawing.cards import FEW, hidden
from haggis_rules.site.drawing.illustrated import Illustrated
from haggis_rules.site.markdown import box, bullets, code, numbered, plain, ticked, within
from haggis_rules.syntax import ast
from haggis_rules.syntax.print import show_expr, show_guard
from haggis_rules.wording.guards import describe_guard
from haggis_rules.wording.people import does, does_not, held, is_participle, person, possessive
from haggis_rules.wording.sentences import sentence

_NAME = re.compile(r"seat (?P<seat>[0-9]+)|(?P<name>[a-z][\w.-]*)(?: of seat (?P<of>[0-9]+))?")
HOLDS, FAILS, UNKNOWN = "✓ Checked: it holds.", "✗ Checked: it does not hold.", "Not checked here."


def case_box(names: Illustrated, case: Case, checked: CaseSummary | None) -> str:
    """Write an example or a question with its answer, and what came of it."""
    answer = f"**{plain(case.answer)}**" if case.answer else ""
    return box(_kind(case, checked), case.words, case_lines(names, case, checked, answer=answer))


def case_lines(
    names: Illustrated, case: Case, checked: CaseSummary | None, *, answer: str = ""
) -> str:
    """Write how an example or a question begins, what is done and what then holds."""
    written = case.written
    blocks = [agreed(names, written), answer, *_body(names, written), *_outcome(checked)]
    return "\n\n".join(block for block in blocks if block)


def outcome(checked: CaseSummary | None) -> str:
    """Say in a few words what came of a case."""
    if checked is None:
        return UNKNOWN
    return HOLDS if checked.passed else FAILS


def agreed(names: Illustrated, written: ast.Example | ast.Question) -> str:
    """Return for which options a case is; the pages are for one number of seats already."""
    guard = written.guard
    if guard is None or all(isinstance(each, ast.SeatsAre) for each in guard.conditions):
        return ""
    return sentence(describe_guard(names, show_guard(guard)))


def _kind(case: Case, checked: CaseSummary | None) -> str:
    if checked is not None and not checked.passed:
        return "failure"
    return "example" if case.answer is None else "question"


def _outcome(checked: CaseSummary | None) -> Iterator[str]:
    yield f"*{outcome(checked)}*"
    if checked is not None and not checked.passed:
        yield ticked(checked.detail)


def _body(names: Illustrated, written: ast.Example | ast.Question) -> Iterator[str]:
    if written.given is not None:
        yield "**Given**"
        yield bullets(_given(names, part) for part in written.given.parts)
    for turn in written.turns:
        if len(turn.done) == 1:
            yield f"**When** {_done(names, turn.done[0])}"
        elif turn.done:
            yield "**When**"
            yield numbered(_done(names, done) for done in turn.done)
        if turn.done or written.given is not None:
            yield "**Then**"
        yield bullets(case_claim(names, claim) for claim in turn.claims)


def _given(names: Illustrated, part: ast.Setting | ast.TheRest | ast.TheDeal) -> str:
    match part:
        case ast.Setting():
            return case_setting(names, part)
        case ast.TheRest(zone=zone):
            return f"{hidden()}all other cards: {_zone(names, zone)}"
        case ast.TheDeal():
            return "the cards are dealt from an unshuffled deck"


def case_setting(names: Illustrated, one: ast.Setting) -> str:
    """Write what a zone holds or what a state is where a case begins."""
    said = _setting_value(names, one.value)
    match one.owner:
        case None:
            return f"{_with_names_in_words(names, one.name.text)}: {said}"
        case ast.SeatLiteral(number=number):
            owned = _with_names_in_words(names, one.name.text, first=False)
            if isinstance(one.value, ast.PlayLiteral):
                owned = held(owned)
            return f"{possessive(number.value)} {owned}: {said}"
        case owner:
            owned = _with_names_in_words(names, one.name.text)
            return f"{owned} of {case_value(names, owner)}: {said}"


def case_cards(names: Illustrated, cards: ast.PlayLiteral, *, brief: bool = False) -> str:
    """Draw cards that lie somewhere; where it is to be ``brief``, many of them are written only."""
    if not cards.text.text:
        return "no cards"
    drawn = names.own_letters(cards.text.text)
    return code(drawn) if brief and len(drawn.split()) > FEW else names.pictures.row(drawn)


def _setting_value(names: Illustrated, value: ast.Expr) -> str:
    """Write what a place holds or a name is; only what is done with cards is drawn in a list."""
    if not isinstance(value, ast.PlayLiteral):
        return case_value(names, value)
    return code(names.own_letters(value.text.text)) if value.text.text else "no cards"


def _zone(names: Illustrated, zone: ast.ZoneOf) -> str:
    match zone:
        case ast.OwnedZone(name=name, owner=ast.SeatLiteral(number=number)):
            return f"{possessive(number.value)} {held(names.name(name.text))}"
        case ast.OwnedZone(name=name, owner=owner):
            return f"{held(names.name(name.text))} of {case_value(names, owner)}"
        case ast.PlainZone(name=name) | ast.EveryZone(name=name):
            return _with_names_in_words(names, name.text)
        case ast.AllZones():
            return "all zones"


def _done(names: Illustrated, done: ast.Done) -> str:
    seat = done.seat.value
    return f"{person(seat)} {does(seat, _action(names, done.action, done.arguments))}"


def _action(names: Illustrated, action: ast.Name, arguments: Iterable[ast.Argument]) -> str:
    chosen = [case_value(names, argument) for argument in arguments]
    return " ".join([plain(names.name(action.text)), *chosen])


def case_claim(names: Illustrated, claim: ast.Claim) -> str:
    """Write what holds in a case."""
    match claim:
        case ast.Can(seat=seat, negated=negated, action=action, arguments=arguments):
            verb = "cannot" if negated else "can"
            return f"{person(seat.value)} {verb} {_action(names, action, arguments)}"
        case ast.Makes(play=play, readings=readings):
            return _makes(names, play.text, [] if readings is None else readings.text.split())
        case ast.SeesCards(seat=seat, cards=cards, zone=zone):
            who = f"{person(seat.value)} {does(seat.value, 'see')}"
            return f"{who} {_cards(names, cards)} {_inside(names, zone)}"
        case ast.SeesValue(seat=seat, negated=negated, name=name, owner=owner):
            verb = f"{does(seat.value, 'do')} not see" if negated else does(seat.value, "see")
            whose = "" if owner is None else f" of {show_expr(owner)}"
            seen = _with_names_in_words(names, f"{name.text}{whose}", first=False)
            return f"{person(seat.value)} {verb} {seen}"
        case ast.SawCards(seat=seat, cards=cards):
            verb = "have" if seat.value == 1 else "has"
            return f"{person(seat.value)} {verb} seen {_cards(names, cards)}"
        case ast.BetweenHands(claim=inner):
            return f"after the hand, {case_value(names, inner)}"
        case ast.MoreHands(negated=negated):
            return "the match is over" if negated else "another hand follows"
        case ast.Not(inner=ast.Related(left=left, name=name, right=right)):
            verb = does_not(names.name(name.text))
            return f"{case_value(names, left)} {verb} {case_value(names, right)}"
        case ast.Is(left=ast.CardsIn(zone=zone), right=ast.Number(value=number)):
            return _many(names, zone, number.value)
        case ast.Is(left=ast.Word() as left, right=ast.SeatLiteral() as right):
            return f"{case_value(names, left)}: {case_value(names, right)}"
        case ast.Is(left=left, right=ast.Number() as right):
            # A colon, for the left may count several: `captured points: 5`.
            return f"{case_value(names, left)}: {case_value(names, right)}"
        case ast.Is(left=left, right=right):
            return f"{case_value(names, left)} {_is(left)} {case_value(names, right)}"
        case ast.IsNot(left=left, right=right) | ast.Not(inner=ast.Is(left=left, right=right)):
            return f"{case_value(names, left)} {_is(left)} not {case_value(names, right)}"
        case ast.Not(inner=ast.Word() as inner):
            return f"not {case_value(names, inner)}"
        case ast.Not(inner=inner):
            return f"it is not the case that {case_value(names, inner)}"
        case expr:
            return case_value(names, expr)


def _many(names: Illustrated, zone: ast.ZoneOf, number: int) -> str:
    """Say how many cards lie somewhere: `3 cards in your hand`, `Ann has captured 3 cards`."""
    cards = counted(number, "card") if number else "no cards"
    match zone:
        case ast.OwnedZone(name=name, owner=ast.SeatLiteral(number=seat)) if is_participle(
            called := names.name(name.text)
        ):
            have = "have" if seat.value == 1 else "has"
            return f"{person(seat.value)} {have} {plain(called)} {cards}"
        case _:
            return f"{cards} {_inside(names, zone)}"


def _inside(names: Illustrated, zone: ast.ZoneOf) -> str:
    """Say where cards are: `in your hand`, `in the haggis`, `among Ann's captured cards`."""
    match zone:
        case ast.OwnedZone(name=name) if is_participle(names.name(name.text)):
            return f"among {_zone(names, zone)}"
        case ast.PlainZone():
            return f"in the {_zone(names, zone)}"
        case _:
            return f"in {_zone(names, zone)}"


def _is(subject: ast.Expr) -> str:
    """Return the verb after a subject: `you are`, `Ann is`."""
    match subject:
        case ast.SeatLiteral(number=number) if person(number.value) == "you":
            return "are"
        case _:
            return "is"


def _makes(names: Illustrated, cards: str, readings: list[str]) -> str:
    """Write what cards make; where wild cards stand for different cards, each time as these."""
    own = names.own_letters(cards)
    if len(readings) > 1 and names.pictures.has_wild(own):
        return f"{code(own)} makes {names.pictures.readings(own, readings)}"
    called = [f"{names.pictures.called(one)} {code(one)}".strip() for one in readings]
    return f"{names.pictures.play(own)} makes {', '.join(called) or 'nothing'}"


def _cards(names: Illustrated, cards: ast.Words | None) -> str:
    return "nothing" if cards is None else names.pictures.row(names.own_letters(cards.text))


def case_value(names: Illustrated, expr: ast.Expr | ast.SeatPair) -> str:
    """Write an expression as the text has it, with cards drawn and names as they are spoken."""
    pieces = " ".join(show_expr(expr).split()).split('"')
    return "".join(
        names.pictures.play(names.own_letters(piece))
        if index % 2
        else _with_names_in_words(names, piece, first=index == 0)
        for index, piece in enumerate(pieces)
    )


def _with_names_in_words(names: Illustrated, piece: str, *, first: bool = True) -> str:
    """Write a piece of the text with its names as they are spoken, and people in place of seats."""
    text = _NAME.sub(lambda found: _name_in_words(names, found), piece)
    return within(text, first=first)


def _name_in_words(names: Illustrated, found: re.Match[str]) -> str:
    name, of, seat = found.group("name", "of", "seat")
    if of is not None:
        return f"{possessive(int(of))} {names.name(name)}"
    return person(int(seat)) if seat is not None else names.name(name)
