"""The pages about a whole match: what is agreed on, what lasts, how it is scored, when it ends."""

from collections.abc import Iterable, Iterator

from haggis_rules.ir import game as ir
from haggis_rules.ir.types import Plain
from haggis_rules.site.content.book import CaseSummary, OptionChoice, VolumeContent
from haggis_rules.site.drawing.case_drawing import case_box
from haggis_rules.site.markdown import bullets, code, page, plain, table
from haggis_rules.site.pages.chapter import clause_section, contents, with_points
from haggis_rules.wording.declarations import (
    describe_option,
    describe_state,
    describe_value,
    describe_values,
    value_of,
)
from haggis_rules.wording.flow import describe_between_hands, describe_match_end
from haggis_rules.wording.phrase import Level


def options_page(book: VolumeContent) -> str:
    """Write what the players agree on, and which clauses depend on it."""
    game = book.game
    rows = [
        [
            code(o.name),
            plain(describe_values(book.english, o)),
            plain(value_of(book.english, o, o.usual)),
            _home(book, o),
        ]
        for o in game.options
    ]
    about = (
        "What the players agree on before a match. Where they say nothing, the usual value holds."
    )
    listing = table(["Option", "Values", "Usual", "Clause"], rows)
    return page("Options", contents(book, None), about, listing, *_each_option(book))


def match_page(book: VolumeContent) -> str:
    """Write the score sheet, what lasts from hand to hand, and when the match is over."""
    parts = [*_sheet(book), *_lasting(book), *_between(book), *_end(book)]
    return page("The match and its score", contents(book, None), *parts)


def questions_page(book: VolumeContent) -> str:
    """Write every question with its answer, by clause."""
    blocks = [contents(book, None), "Each answer is checked by playing it through."]
    clause = ""
    for case, checked in _cases(book):
        if case.answer is None:
            continue
        if case.clause != clause:
            clause = case.clause
            blocks += [f"## {book.link(clause)}", plain(book.game.clauses[clause].words)]
        blocks.append(case_box(book.english, case, checked))
    return page("Questions and answers", *blocks)


def has_match(game: ir.Game) -> bool:
    """Whether a game says anything of its score or of what lasts from hand to hand."""
    lasting = any(state.lasting for state in game.states)
    return bool(game.scores or game.between or game.until or lasting)


def has_questions(game: ir.Game) -> bool:
    """Whether a game answers any question."""
    return any(case.answer is not None for case in game.cases)


def _each_option(book: VolumeContent) -> Iterator[str]:
    for index, option in enumerate(book.game.options):
        yield f"## {plain(option.name)}"
        yield plain(describe_option(book.english, option))
        users = [name for name in book.used_by[option.clause] if name != option.clause]
        if users:
            yield f"It is spoken of in {book.links(users)}."
        for choice in book.findings.choices:
            if choice.game.options[index].value != option.value:
                yield from _choice(book, choice, option, choice.game.options[index])


def _choice(
    book: VolumeContent, choice: OptionChoice, option: ir.Option, agreed: ir.Option
) -> Iterator[str]:
    """Write what changes when another value of an option is agreed on."""
    other = choice.game
    value = plain(value_of(book.english, agreed, agreed.value))
    yield f"### {plain(option.name)}: {value}"
    gone = [name for name in book.game.clauses if name not in other.clauses]
    new = [clause for clause in other.clauses.values() if clause.name not in book.game.clauses]
    if not gone and not new:
        yield "No clause comes or goes."
    if gone:
        yield f"These clauses do not hold then: {book.links(gone)}."
    if new:
        yield "These clauses hold then:"
        inside = book.with_choice(choice)
        yield from (clause_section(inside, clause, level=4) for clause in new)


def _home(book: VolumeContent, option: ir.Option) -> str:
    return book.link(option.clause)


def _cases(book: VolumeContent) -> Iterator[tuple[ir.Case, CaseSummary | None]]:
    for clause in book.game.clauses:
        yield from book.cases_of(clause)


def _sheet(book: VolumeContent) -> Iterator[str]:
    game, english = book.game, book.english
    if not game.scores:
        return
    yield "## The score sheet"
    owner = game.definitions[game.scores[0]].params[0].type
    whose = "team" if owner is Plain.TEAM else "player"
    yield f"At the end of a hand each {whose} writes these lines; their sum is the hand's score."
    for number, name in enumerate(game.scores, start=1):
        entry = game.definitions[name]
        yield f"### {number}. {plain(english.name(name))}"
        yield _clauses([entry.clause, *(each.clause for each in entry.exceptions)], book)
        yield with_points(describe_value(english, entry, entry.base, ""))
        for exception in entry.exceptions:
            when = english.phrase(exception.when).fit(Level.OR)
            yield f"Exception: {with_points(describe_value(english, entry, exception.value, when))}"


def _clauses(names: Iterable[str], book: VolumeContent) -> str:
    """List clauses with their words."""
    found = dict.fromkeys(names)
    return bullets(f"{book.link(name)}: {plain(book.game.clauses[name].words)}" for name in found)


def _lasting(book: VolumeContent) -> Iterator[str]:
    lasting = [state for state in book.game.states if state.lasting]
    if lasting:
        yield "## What lasts from hand to hand"
        yield bullets(
            f"{plain(describe_state(book.english, state))} Clause {book.link(state.clause)}."
            for state in lasting
        )


def _between(book: VolumeContent) -> Iterator[str]:
    if book.game.between:
        yield "## Between two hands"
        yield _clauses([one.clause for one in book.game.between], book)
        yield from (with_points(told) for told in describe_between_hands(book.english))


def _end(book: VolumeContent) -> Iterator[str]:
    yield "## When the match is over"
    until = book.game.until
    if until is None:
        yield "The rules do not say when a match is over."
    else:
        yield _clauses([until.clause], book)
        yield with_points(describe_match_end(book.english, until))


__all__ = ["has_match", "has_questions", "match_page", "options_page", "questions_page"]
