"""The pages about a whole match: what is agreed on, what lasts, how it is scored, when it ends."""

from collections.abc import Iterable, Iterator

from haggis_rules.analysis.sheet.lookups import clauses_of
from haggis_rules.ir import game as ir
from haggis_rules.ir.types import Plain
from haggis_rules.site.content.volume_content import OptionChoice, VolumeContent
from haggis_rules.site.markdown import bullets, code, page, plain, table
from haggis_rules.site.pages.chapter import clause_section, contents, with_points
from haggis_rules.site.scenes.case_drawing import case_box
from haggis_rules.wording.declarations import (
    describe_option,
    describe_state,
    describe_value,
    describe_values,
    value_of,
)
from haggis_rules.wording.flow import describe_between_hands, describe_match_end
from haggis_rules.wording.phrase import Level


def options_page(content: VolumeContent) -> str:
    """Write what the players agree on, and which clauses depend on it."""
    game = content.game
    rows = [
        [
            code(o.name),
            plain(describe_values(content.english, o)),
            plain(value_of(content.english, o, o.usual)),
            content.link(o.clause),
        ]
        for o in game.options
    ]
    about = (
        "The players agree on these options before a match. The usual value applies unless they "
        "agree on another."
    )
    listing = table(["Option", "Values", "Usual", "Clause"], rows)
    return page(
        "Options",
        contents(content, None),
        about,
        listing,
        *_each_option(content),
        game=content.volume.title,
    )


def match_page(content: VolumeContent) -> str:
    """Write the score sheet, what lasts from hand to hand, and when the match is over."""
    parts = [*_sheet(content), *_lasting(content), *_between(content), *_end(content)]
    return page(
        "The match and its score", contents(content, None), *parts, game=content.volume.title
    )


def questions_page(content: VolumeContent) -> str:
    """Write every question with its answer, by clause."""
    blocks = [contents(content, None), "Each answer is checked by playing it through."]
    clause = ""
    for case, checked in content.questions():
        if case.clause != clause:
            clause = case.clause
            blocks += [f"## {content.link(clause)}", content.words(content.game.clauses[clause])]
        blocks.append(case_box(content.english, case, checked))
    return page("Questions and answers", *blocks, game=content.volume.title)


def has_match(game: ir.Game) -> bool:
    """Whether a game says anything of its score or of what lasts from hand to hand."""
    lasting = any(state.lasting for state in game.states)
    return bool(game.scores or game.between or game.until or lasting)


def has_questions(game: ir.Game) -> bool:
    """Whether a game answers any question."""
    return any(case.answer is not None for case in game.cases)


def _each_option(content: VolumeContent) -> Iterator[str]:
    for index, option in enumerate(content.game.options):
        yield f"## {plain(option.name)}"
        yield plain(describe_option(content.english, option))
        users = [name for name in content.used_by[option.clause] if name != option.clause]
        if users:
            yield f"Used in {content.links(users)}."
        for choice in content.findings.choices:
            if choice.game.options[index].value != option.value:
                yield from _choice(content, choice, option, choice.game.options[index])


def _choice(
    content: VolumeContent, choice: OptionChoice, option: ir.Option, agreed: ir.Option
) -> Iterator[str]:
    """Write what changes when another value of an option is agreed on."""
    other = choice.game
    value = plain(value_of(content.english, agreed, agreed.value))
    yield f"### {plain(option.name)}: {value}"
    gone = [name for name in content.game.clauses if name not in other.clauses]
    new = [clause for clause in other.clauses.values() if clause.name not in content.game.clauses]
    if not gone and not new:
        yield "No clauses change."
    if gone:
        yield f"These clauses no longer apply: {content.links(gone)}."
    if new:
        yield "These clauses apply instead:"
        inside = content.with_choice(choice)
        yield from (clause_section(inside, clause, level=4) for clause in new)


def _sheet(content: VolumeContent) -> Iterator[str]:
    game, english = content.game, content.english
    if not game.scores:
        return
    yield "## The score sheet"
    owner = game.definitions[game.scores[0]].params[0].type
    whose = "team" if owner is Plain.TEAM else "player"
    yield (
        f"At the end of a hand, each {whose} records these lines; their sum is the score for the "
        "hand."
    )
    for number, name in enumerate(game.scores, start=1):
        entry = game.definitions[name]
        yield f"### {number}. {plain(english.name(name))}"
        yield _clauses(clauses_of(entry), content)
        yield with_points(describe_value(english, entry, entry.base, ""))
        for exception in entry.exceptions:
            when = english.phrase(exception.when).fit(Level.OR)
            yield f"Exception: {with_points(describe_value(english, entry, exception.value, when))}"


def _clauses(names: Iterable[str], content: VolumeContent) -> str:
    """List clauses with their words."""
    found = dict.fromkeys(names)
    return bullets(
        f"{content.link(name)}: {content.words(content.game.clauses[name])}" for name in found
    )


def _lasting(content: VolumeContent) -> Iterator[str]:
    lasting = [state for state in content.game.states if state.lasting]
    if lasting:
        yield "## Kept from hand to hand"
        yield bullets(
            f"{plain(describe_state(content.english, state))} Clause {content.link(state.clause)}."
            for state in lasting
        )


def _between(content: VolumeContent) -> Iterator[str]:
    if content.game.between:
        yield "## Between two hands"
        yield _clauses([one.clause for one in content.game.between], content)
        yield from (with_points(text) for text in describe_between_hands(content.english))


def _end(content: VolumeContent) -> Iterator[str]:
    yield "## The end of the match"
    until = content.game.until
    if until is None:
        yield "The rules do not say when a match ends."
    else:
        yield _clauses([until.clause], content)
        yield with_points(describe_match_end(content.english, until))
