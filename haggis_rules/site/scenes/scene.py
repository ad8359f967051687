"""A case as a drawn scene: who holds what, what each of them does, and what then holds.

What an example sets up beside the cards is drawn only where it tells more than the moves do: whose
turn it is shows in who moves. The formal text of the clause has all of it.
"""

from collections.abc import Iterator, Sequence

from haggis_rules.ir.game import Case
from haggis_rules.site.content.volume_content import CaseSummary
from haggis_rules.site.drawing.cards import SOME
from haggis_rules.site.drawing.illustrated import Illustrated
from haggis_rules.site.markdown import bullets, fold, plain, ticked, wrapped
from haggis_rules.site.scenes.case_drawing import (
    agreed,
    case_cards,
    case_claim,
    case_setting,
    case_value,
)
from haggis_rules.syntax import ast
from haggis_rules.wording.people import does, held, person, possessive
from haggis_rules.wording.sentences import capital

BEFORE, MOVES, THEN, HOLDS = "Before", "The moves", "Then", "So"
HELD = "What everyone holds"
MOST_OPEN = 2  # hands as large as a whole one that are shown before somebody asks for them
PASSED = '<span class="no-card" aria-hidden="true"></span>'


def scene(
    names: Illustrated, case: Case, checked: CaseSummary | None, *, brief: bool = False
) -> str:
    """Draw an example or a question, with the sentence that tells its story below.

    A ``brief`` one writes the cards of large hands and draws the others.
    """
    written = case.written
    acts = [*_before(names, written, brief=brief), *_acts(names, written.turns)]
    drawn = wrapped("acts", *acts)
    return wrapped("scene", drawn, wrapped("story", *_story(names, case, checked)))


def _story(names: Illustrated, case: Case, checked: CaseSummary | None) -> Iterator[str]:
    if case.answer is not None:
        yield f"**{plain(case.words)}**"
    said = plain(case.words if case.answer is None else case.answer)
    yield f"{said} {outcome_mark(checked)}"
    if guard := agreed(names, case.written):
        yield guard
    if checked is not None and not checked.passed:
        yield ticked(checked.detail)


def outcome_mark(checked: CaseSummary | None) -> str:
    """Return the mark behind a case: checked, found to be false, or not asked here."""
    if checked is None:
        return '<span class="checked not">not checked here</span>'
    if checked.passed:
        return '<span class="checked">✓ checked</span>'
    return '<span class="checked not">✗ checked: it does not hold</span>'


def _before(
    names: Illustrated, written: ast.Example | ast.Question, *, brief: bool
) -> Iterator[str]:
    if written.given is None:
        return
    first = next((done.seat.value for turn in written.turns for done in turn.done), None)
    settings = written.given.settings
    moves = [
        who_over(_place(names, one), case_cards(names, one.value, brief=brief))
        for one in settings
        if isinstance(one.value, ast.PlayLiteral)
    ]
    others = [
        one
        for one in settings
        if not isinstance(one.value, ast.PlayLiteral) and not _seen_in_moves(one, first)
    ]
    dealt = ["the cards are dealt in the order of the deck"] if written.given.dealt else []
    points = [case_setting(names, one) for one in others] + dealt
    large = sum(
        isinstance(one.value, ast.PlayLiteral) and len(one.value.text.text.split()) > SOME
        for one in settings
    )
    if moves or points:
        yield act(BEFORE, moves, points, unfolded=large <= MOST_OPEN)


def _place(names: Illustrated, one: ast.Setting) -> str:
    """Write over cards whose they are: one's own cards are told by the owner's name first."""
    name = names.name(one.name.text)
    match one.owner:
        case ast.SeatLiteral(number=number):
            whose = possessive(number.value, first=True)
            return f"<b>{plain(whose)}</b> {plain(held(name))}"
        case None:
            return f"<b>{plain(capital(name))}</b>"
        case owner:
            return f"<b>{plain(capital(name))}</b> of {case_value(names, owner)}"


def _seen_in_moves(one: ast.Setting, first: int | None) -> bool:
    """Return whether the moves show what is set: a step of the play, or who begins."""
    match one.value:
        case ast.Word() | ast.NoneValue():
            return one.owner is None
        case ast.SeatLiteral(number=number):
            return one.owner is None and (first is None or number.value == first)
        case _:
            return False


def _acts(names: Illustrated, turns: Sequence[ast.Turn]) -> Iterator[str]:
    for turn in turns:
        if turn.done:
            yield act(MOVES, [_move(names, done) for done in turn.done])
        if turn.claims:
            title = THEN if turn.done else HOLDS
            yield act(title, [], [case_claim(names, claim) for claim in turn.claims], end=True)


def _move(names: Illustrated, done: ast.Done) -> str:
    seat = done.seat.value
    cards = [one for one in done.arguments if isinstance(one, ast.PlayLiteral | ast.CardLiteral)]
    others = [one for one in done.arguments if one not in cards]
    words = " ".join([does(seat, names.name(done.action.text)), *_words(names, others)])
    drawn = " ".join(_played(names, one) for one in cards)
    return who_over(f"<b>{plain(person(seat, first=True))}</b> {words}", drawn or PASSED, seat=seat)


def _played(names: Illustrated, cards: ast.PlayLiteral | ast.CardLiteral) -> str:
    match cards:
        case ast.PlayLiteral():
            return names.pictures.play(names.own_letters(cards.text.text))
        case ast.CardLiteral(text=name):
            return names.pictures.row(names.own_letters(name.text))


def _words(names: Illustrated, arguments: Sequence[ast.Argument]) -> Iterator[str]:
    for one in arguments:
        yield case_value(names, one)


def who_over(over: str, drawn: str, *, seat: int | None = None) -> str:
    """Set words over what is drawn; what you do yourself, at seat 1, stands out."""
    mine = " you" if seat == 1 else ""
    return f'<div markdown="span"><span class="who{mine}">{over}</span>{drawn}</div>'


def act(
    title: str,
    moves: Sequence[str],
    points: Sequence[str] = (),
    *,
    end: bool = False,
    unfolded: bool = True,
) -> str:
    """Put together one part of a scene: its title, what is drawn, and points below it."""
    inside = [f"<b>{title}</b>"]
    if moves:
        drawn = wrapped("moves", *moves)
        inside.append(drawn if unfolded else fold(HELD, drawn))
    if points:
        inside.append(wrapped("claims", bullets(map(capital, points))))
    return wrapped("act end" if end else "act", *inside)
