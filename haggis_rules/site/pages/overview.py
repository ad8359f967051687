"""The pages about a whole variant: contents, what is seen, combinations, and words."""

from collections.abc import Iterator

from haggis_rules.ir import game as ir
from haggis_rules.ir.types import ChoiceType
from haggis_rules.semantics.patterns import Patterns, show_reading
from haggis_rules.site.content.book import (
    COMBINATIONS,
    INDEX,
    KNOWN,
    MATCH,
    OPTIONS,
    QUESTIONS,
    VIEWS,
    WORDS,
    VolumeContent,
)
from haggis_rules.site.content.sample_plays import samples
from haggis_rules.site.content.volumes import title
from haggis_rules.site.markdown import bullets, code, link, page, plain, table
from haggis_rules.site.pages.beats_table import BEATEN, has_beats
from haggis_rules.site.pages.beats_table import TITLE as PLAY_AGAINST_PLAY
from haggis_rules.site.pages.chapter import (
    contents,
    promise_verdict,
    provenance,
    seatings,
    with_points,
)
from haggis_rules.site.pages.match import has_match, has_questions
from haggis_rules.site.pages.play_types import describe_types, types_table
from haggis_rules.site.pages.single_page import EDITION
from haggis_rules.site.pages.single_page import TITLE as IN_ONE
from haggis_rules.wording.combinations import describe_pattern
from haggis_rules.wording.declarations import describe_audience, describe_value
from haggis_rules.wording.flow import effects_shown
from haggis_rules.wording.guards import describe_guard
from haggis_rules.wording.phrase import Level, counted
from haggis_rules.wording.sentences import sentence

_WHAT_A_VIEW_IS = (
    "A view is what one player knows of a hand, and all of it follows from what stands here. "
    "Whoever sees the cards in a zone also sees which cards come into it and go out of it, and "
    "remembers them."
)


def index_page(book: VolumeContent) -> str:
    """Write the contents: every clause, what changed, and what is promised."""
    game = book.game
    blocks = [seatings(book, None), plain(game.words), _descent(book), _others(book)]
    for chapter, file in book.volume.files.items():
        heading = link(plain(title(chapter)), f"{file}.md")
        blocks += [f"## {heading}", bullets(_row(book, one) for one in book.in_chapter(chapter))]
    blocks += [*_changes(book), *_removed(game), *_cases(book), *_promises(book)]
    return page(book.volume.title, *blocks)


def views_page(book: VolumeContent) -> str:
    """Write who sees which zone and which state variable."""
    blocks = [
        contents(book, None),
        _WHAT_A_VIEW_IS,
        *_zones(book),
        *_states(book),
        *_secrets(book),
    ]
    return page("What a view holds", *blocks)


def combinations_page(book: VolumeContent) -> str:
    """Write every combination with its fields and notation, and what stands for what."""
    patterns = Patterns(book.game)
    blocks = [contents(book, None), *describe_types(book)]
    for index, pattern in enumerate(book.game.patterns):
        readings = [reading for reading in patterns.readings if reading[0] == index]
        blocks += [f"## {plain(pattern.name)}", f"Clause {book.link(pattern.clause)}."]
        blocks += [with_points(told) for told in describe_pattern(book.english, pattern)]
        if readings:
            ends = [code(show_reading(book.game, each)) for each in (readings[0], readings[-1])]
            many = f"The whole deck can make {len(readings)} readings"
            blocks.append(f"{many}, from {ends[0]} to {ends[1]}.")
        blocks += types_table(book, index)
        plays = samples(book.english, index)
        if plays:
            blocks.append(f"In the examples: {' '.join(map(book.english.pictures.row, plays))}")
    return page("All combinations", *blocks, *_stands(book, patterns))


def words_page(book: VolumeContent) -> str:
    """Write what every word of the text means, and where."""
    game, english = book.game, book.english
    blocks = [contents(book, None)]
    for exported in (True, False):
        found = [d for d in game.definitions.values() if d.exported is exported]
        if found:
            blocks.append("## What tools may ask for" if exported else "## Words of the text")
        for definition in sorted(found, key=lambda d: d.name):
            blocks.append(f"### {plain(definition.name)}")
            told = with_points(describe_value(english, definition, definition.base, ""))
            blocks.append(f"{told}\n\nClause {book.link(definition.clause)}.")
            for exception in definition.exceptions:
                when = english.phrase(exception.when).fit(Level.OR)
                told = with_points(describe_value(english, definition, exception.value, when))
                blocks.append(f"Exception: {told}\n\nClause {book.link(exception.clause)}.")
    rows = sorted(_names(book), key=lambda row: row[0].lower())
    blocks += ["## Names", table(["Name", "What it names", "Clause"], rows)] if rows else []
    return page("All words", *blocks)


def _descent(book: VolumeContent) -> str:
    game = book.game
    parents = [name for name in game.lineage if name != game.name]
    if not parents:
        return "This variant stands on its own."
    shown = [_parent(book, name) for name in parents]
    return f"This variant descends from {', '.join(shown)}, the eldest first."


def _parent(book: VolumeContent, name: str) -> str:
    volume = book.volumes.find(name, book.game.seats)
    return code(name) if volume is None else link(plain(name), f"../{volume.folder}/{INDEX}.md")


def _others(book: VolumeContent) -> str:
    pages = [
        (IN_ONE, EDITION, True),
        ("Options", OPTIONS, bool(book.game.options)),
        ("The match and its score", MATCH, has_match(book.game)),
        ("Questions and answers", QUESTIONS, has_questions(book.game)),
        ("What is known of these rules", KNOWN, True),
        ("What a view holds", VIEWS, True),
        ("All combinations", COMBINATIONS, True),
        (PLAY_AGAINST_PLAY, BEATEN, has_beats(book.game)),
        ("All words", WORDS, True),
    ]
    return bullets([link(words, f"{file}.md") for words, file, there in pages if there])


def _row(book: VolumeContent, clause: ir.Clause) -> str:
    """Write a clause in a line, with its permanent address, its ledger numbers and its standing."""
    guard = sentence(describe_guard(book.english, clause.guard)) if clause.guard else ""
    words = f"*{plain(guard)}* {plain(clause.words)}" if guard else plain(clause.words)
    stated = clause.status is ir.ClauseStatus.STATED
    notes = ", ".join([*clause.ledgers, *([] if stated else [clause.status.value])])
    told = f"{book.link(clause.name)}{{ #{clause.name} }}: {words}"
    return f"{told} ({notes})" if notes else told


def _changes(book: VolumeContent) -> Iterator[str]:
    changed = [clause for clause in book.game.clauses.values() if clause.edit]
    if changed:
        yield "## What differs"
        rows = [[book.link(clause.name), plain(provenance(clause))] for clause in changed]
        yield table(["Clause", "Where it comes from"], rows)


def _removed(game: ir.Game) -> Iterator[str]:
    if game.removed:
        yield "## What is taken out"
        yield table(["Clause", "Because"], [[code(n), plain(why)] for n, why in game.removed])


def _cases(book: VolumeContent) -> Iterator[str]:
    """Write how many examples and questions there are, and what came of them."""
    cases = [pair for name in book.game.clauses for pair in book.cases_of(name)]
    if not cases:
        return
    questions = sum(case.answer is not None for case, _ in cases)
    many = f"{counted(len(cases) - questions, 'example')} and {counted(questions, 'question')}"
    yield "## Examples and questions"
    if any(checked is None for _, checked in cases):
        yield f"{many} stand beside the clauses. They are not checked here."
        return
    wrong = [case for case, checked in cases if checked is not None and not checked.passed]
    if not wrong:
        yield f"{many} stand beside the clauses. All of them were checked, and hold."
        return
    yield f"{many} stand beside the clauses. Checked, these do not hold:"
    yield bullets(f"{book.link(case.clause)}: {plain(case.words)}" for case in wrong)


def _promises(book: VolumeContent) -> Iterator[str]:
    if book.game.promises:
        yield "## Promises and verdicts"
        rows = [
            [book.promise(p.name), plain(promise_verdict(book, p.name)[1])]
            for p in book.game.promises
        ]
        yield table(["Promise", "Verdict"], rows)


def _zones(book: VolumeContent) -> Iterator[str]:
    groups = [f"{plain(book.english.name(group.name))} cards" for group in book.game.groups]
    rows = [
        [
            code(zone.name),
            _one_for(zone.owner),
            *(describe_audience(who) for who in zone.audiences),
            book.link(zone.clause),
        ]
        for zone in book.game.zones
    ]
    if rows:
        yield "## Cards"
        heads = [f"{group} seen by" for group in groups]
        yield table(["Zone", "One for", *heads, "Clause"], rows)


def _states(book: VolumeContent) -> Iterator[str]:
    rows = [
        [
            code(s.name),
            _one_for(s.owner),
            describe_audience(s.audience),
            _kept(s),
            book.link(s.clause),
        ]
        for s in book.game.states
    ]
    if rows:
        yield "## What is kept in mind"
        yield table(["Name", "One for", "Known to", "Kept for", "Clause"], rows)


def _secrets(book: VolumeContent) -> Iterator[str]:
    points = [
        f"What is chosen in {code(action.name)} is hidden from all but the actor: "
        f"{book.link(action.clause)}."
        for action in book.game.actions
        if action.secret
    ]
    effects = [(action.name, one) for action in book.game.actions for one in action.effects]
    effects += [(step.name, one) for step in book.game.steps for one in step.effects]
    points += [
        f"In {code(name)}, {plain(told)}: {book.link(one.clause)}."
        for name, one in effects
        for told in effects_shown(book.english, one.effect)
    ]
    if points:
        yield "## What is hidden, and what is shown"
        yield bullets(points)


def _stands(book: VolumeContent, patterns: Patterns) -> Iterator[str]:
    """Tabulate what each wild card may stand for."""
    game = book.game

    def ranks(pattern: int, card: int) -> str:
        found = sorted(patterns.stands[pattern][card])
        return code(" ".join(game.ranks[rank] for rank in found) or "nothing")

    rows = [
        [book.english.pictures.row(game.card_name(card)), plain(pattern.name), ranks(i, card)]
        for card in range(len(game.cards))
        for i, pattern in enumerate(game.patterns)
        if patterns.is_wild(i, card)
    ]
    if rows:
        yield "## What stands for what"
        clauses = dict.fromkeys(wild.clause for wild in game.wilds)
        yield f"Worked out from {book.links(clauses)}."
        yield table(["Card", "Inside", "Stands for"], rows)


def _one_for(owner: ir.Owner) -> str:
    return "the table" if owner is ir.Owner.NOBODY else f"each {owner.value}"


def _kept(state: ir.StateVariable) -> str:
    return "the match" if state.lasting else "the hand"


def _names(book: VolumeContent) -> Iterator[list[str]]:
    game = book.game
    for what, found in (
        ("cards", game.groups),
        ("a zone", game.zones),
        ("an option", game.options),
        ("kept in mind", game.states),
        ("a combination", game.patterns),
        ("a definition", tuple(game.definitions.values())),
        ("an action", game.actions),
        ("follows by itself", game.steps),
    ):
        for one in found:
            yield [code(one.name), what, book.link(one.clause)]
    for choice in game.choices:
        clause = game.declared.get(f"choice {choice.name}")
        if clause is not None:
            yield [code(choice.name), f"a choice: {_choices(book, choice)}", book.link(clause)]


def _choices(book: VolumeContent, choice: ChoiceType) -> str:
    return plain(", ".join(book.english.name(word) for word in choice.choices))
