"""The pages about a whole variant: contents, what is seen, combinations, and words."""

from collections.abc import Iterator

from haggis_rules.ir import game as ir
from haggis_rules.ir.wild_states import is_wild_by_state, wild_states
from haggis_rules.semantics.patterns import Patterns, show_reading
from haggis_rules.site.ask.game_words import answers_beats
from haggis_rules.site.content.sample_plays import samples
from haggis_rules.site.content.volume_content import (
    COMBINATIONS,
    INDEX,
    KNOWN,
    MATCH,
    QUESTIONS,
    VIEWS,
    WORDS,
    VolumeContent,
)
from haggis_rules.site.content.volumes import OPTIONS, title
from haggis_rules.site.markdown import bullets, code, link, page, plain, row, table, wrapped
from haggis_rules.site.pages.beats_table import BEATEN
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
from haggis_rules.wording.sentences import listed, sentence

_WHAT_A_VIEW_IS = (
    "A view is what one player knows of a hand, and all of it follows from this page. A player "
    "who sees the cards in a zone also sees which cards enter and leave it, and remembers them."
)

EXPERIMENTAL = (
    "This is an experiment that the designer tried or considered. No published rules include it."
)


def index_page(content: VolumeContent) -> str:
    """Write the contents: every clause, what changed, and what is promised."""
    game = content.game
    trial = [f"**{EXPERIMENTAL}**"] if game.experimental else []
    blocks = [seatings(content, None), *trial, plain(game.words), _descent(content)]
    blocks.append(_others(content))
    for chapter, file in content.volume.files.items():
        heading = link(plain(title(chapter)), f"{file}.md")
        blocks += [
            f"## {heading}",
            wrapped("rows", bullets(_row(content, one) for one in content.in_chapter(chapter))),
        ]
    blocks += [*_changes(content), *_removed(game), *_cases(content), *_promises(content)]
    return page(content.volume.title, *blocks)


def views_page(content: VolumeContent) -> str:
    """Write who sees which zone and which state variable."""
    blocks = [
        contents(content, None),
        _WHAT_A_VIEW_IS,
        *_zones(content),
        *_states(content),
        *_secrets(content),
    ]
    return page("Who sees what", *blocks, game=content.volume.title)


def combinations_page(content: VolumeContent) -> str:
    """Write every combination with its fields and notation, and what stands for what."""
    patterns, shown = Patterns(content.game), samples(content.english)
    blocks = [contents(content, None), *describe_types(content)]
    for index, pattern in enumerate(content.game.patterns):
        readings = [reading for reading in patterns.readings if reading[0] == index]
        blocks += [f"## {plain(pattern.name)}", f"Clause {content.link(pattern.clause)}."]
        blocks += [with_points(text) for text in describe_pattern(content.english, pattern)]
        if readings:
            ends = [code(show_reading(content.game, each)) for each in (readings[0], readings[-1])]
            many = f"The whole deck makes {len(readings)} readings"
            when = f", {_at_some(content)}" if is_wild_by_state(content.game, index) else ""
            blocks.append(f"{many}, from {ends[0]} to {ends[1]}{when}.")
        blocks += types_table(content, index)
        if index in shown:
            plays = " ".join(map(content.english.pictures.row, shown[index]))
            blocks.append(f"In the examples: {plays}")
    return page("All combinations", *blocks, *_stands(content, patterns), game=content.volume.title)


def words_page(content: VolumeContent) -> str:
    """Write what every word of the text means, and where."""
    game, english = content.game, content.english
    blocks = [contents(content, None)]
    for exported in (True, False):
        found = [d for d in game.definitions.values() if d.exported is exported]
        if found:
            blocks.append("## Exported definitions" if exported else "## Other definitions")
        for definition in sorted(found, key=lambda d: d.name):
            blocks.append(f"### {plain(definition.name)}")
            meaning = with_points(describe_value(english, definition, definition.base, ""))
            blocks.append(f"{meaning}\n\nClause {content.link(definition.clause)}.")
            for exception in definition.exceptions:
                when = english.phrase(exception.when).fit(Level.OR)
                meaning = with_points(describe_value(english, definition, exception.value, when))
                blocks.append(f"Exception: {meaning}\n\nClause {content.link(exception.clause)}.")
    rows = sorted(_names(content), key=lambda one: one[0].lower())
    blocks += ["## Names", table(["Name", "What it names", "Clause"], rows)] if rows else []
    return page("All words", *blocks, game=content.volume.title)


def _descent(content: VolumeContent) -> str:
    game = content.game
    parents = [name for name in game.lineage if name != game.name]
    if not parents:
        return ""
    shown = [_parent(content, name) for name in parents]
    taken = dict.fromkeys(c.taken.source for c in game.clauses.values() if c.taken is not None)
    others = ", ".join(_parent(content, name) for name in taken)
    more = f" It also takes clauses from {others}." if others else ""
    return f"This variant descends from {', '.join(shown)} (oldest first).{more}"


def _parent(content: VolumeContent, name: str) -> str:
    volume = content.volumes.find(name, content.game.seats)
    return code(name) if volume is None else link(plain(name), f"../{volume.folder}/{INDEX}.md")


def _others(content: VolumeContent) -> str:
    pages = [
        (IN_ONE, EDITION, True),
        ("Options", OPTIONS, bool(content.game.options)),
        ("The match and its score", MATCH, has_match(content.game)),
        ("Questions and answers", QUESTIONS, has_questions(content.game)),
        ("Proved, tested and trusted", KNOWN, True),
        ("Who sees what", VIEWS, True),
        ("All combinations", COMBINATIONS, True),
        (PLAY_AGAINST_PLAY, BEATEN, answers_beats(content.game)),
        ("All words", WORDS, True),
    ]
    links = " · ".join(link(words, f"{file}.md") for words, file, there in pages if there)
    return f"{links}\n{{ .here }}"


def _row(content: VolumeContent, clause: ir.Clause) -> str:
    """Write a clause in a line, with its permanent address, its ledger numbers and its standing."""
    guard = sentence(describe_guard(content.english, clause.guard)) if clause.guard else ""
    said = content.words(clause)
    words = f"*{plain(guard)}* {said}" if guard else said
    stated = clause.status is ir.ClauseStatus.STATED
    notes = ", ".join([*clause.ledgers, *([] if stated else [clause.status.value])])
    line = row(f"{content.link(clause.name)}{{ #{clause.name} }}", words)
    return f'{line} <span class="tag">{notes}</span>' if notes else line


def _changes(content: VolumeContent) -> Iterator[str]:
    changed = [clause for clause in content.game.clauses.values() if clause.edit]
    if changed:
        yield "## Changed clauses"
        rows = [[content.link(clause.name), plain(provenance(clause))] for clause in changed]
        yield table(["Clause", "Where it comes from"], rows)


def _removed(game: ir.Game) -> Iterator[str]:
    if game.removed:
        yield "## Removed clauses"
        yield table(["Clause", "Because"], [[code(n), plain(why)] for n, why in game.removed])


def _cases(content: VolumeContent) -> Iterator[str]:
    """Write how many examples and questions there are, and what came of them."""
    cases = content.cases()
    if not cases:
        return
    questions = sum(case.answer is not None for case, _ in cases)
    many = f"{counted(len(cases) - questions, 'example')} and {counted(questions, 'question')}"
    yield "## Examples and questions"
    if any(checked is None for _, checked in cases):
        yield f"{many} accompany the clauses. They are not checked here."
        return
    wrong = [case for case, checked in cases if checked is not None and not checked.passed]
    if not wrong:
        yield f"{many} accompany the clauses. All of them were checked, and all hold."
        return
    yield f"{many} accompany the clauses. These were checked and do not hold:"
    yield bullets(f"{content.link(case.clause)}: {plain(case.words)}" for case in wrong)


def _promises(content: VolumeContent) -> Iterator[str]:
    if content.game.promises:
        yield "## Promises and verdicts"
        rows = [
            [content.promise(p.name), plain(promise_verdict(content, p.name)[1])]
            for p in content.game.promises
        ]
        yield table(["Promise", "Verdict"], rows)


def _zones(content: VolumeContent) -> Iterator[str]:
    groups = [f"{plain(content.english.name(group.name))} cards" for group in content.game.groups]
    rows = [
        [
            code(zone.name),
            _one_for(zone.owner),
            *(describe_audience(who) for who in zone.audiences),
            content.link(zone.clause),
        ]
        for zone in content.game.zones
    ]
    if rows:
        yield "## Cards"
        heads = [f"{group} seen by" for group in groups]
        yield table(["Zone", "One for", *heads, "Clause"], rows)


def _states(content: VolumeContent) -> Iterator[str]:
    rows = [
        [
            code(s.name),
            _one_for(s.owner),
            describe_audience(s.audience),
            "the match" if s.lasting else "the hand",
            content.link(s.clause),
        ]
        for s in content.game.states
    ]
    if rows:
        yield "## Game state"
        yield table(["Name", "One for", "Known to", "Lasts for", "Clause"], rows)


def _secrets(content: VolumeContent) -> Iterator[str]:
    points = [
        f"The choice in {code(action.name)} is hidden from all but the actor: "
        f"{content.link(action.clause)}."
        for action in content.game.actions
        if action.secret
    ]
    points += [
        f"The outcome of {code(action.name)} is random, and only players who see the card where "
        f"it lies or goes learn it: {content.link(action.clause)}."
        for action in content.game.actions
        if action.by_chance
    ]
    effects = [(action.name, one) for action in content.game.actions for one in action.effects]
    effects += [(step.name, one) for step in content.game.steps for one in step.effects]
    points += [
        f"In {code(name)}, {plain(text)}: {content.link(one.clause)}."
        for name, one in effects
        for text in effects_shown(content.english, one.effect)
    ]
    if points:
        yield "## Hidden choices and shown cards"
        yield bullets(points)


def _stands(content: VolumeContent, patterns: Patterns) -> Iterator[str]:
    """Tabulate what each wild card may stand for."""
    game = content.game
    if patterns.setting is None:
        yield "## Wild cards"
        clauses = dict.fromkeys(wild.clause for wild in game.wilds)
        yield f"This changes during play: see {content.links(clauses)}."
        return

    def ranks(pattern: int, card: int) -> str:
        found = sorted(patterns.stands[pattern][card])
        return code(" ".join(game.ranks[rank] for rank in found) or "nothing")

    rows = [
        [content.english.pictures.row(game.card_name(card)), plain(pattern.name), ranks(i, card)]
        for card in range(len(game.cards))
        for i, pattern in enumerate(game.patterns)
        if patterns.is_wild(i, card)
    ]
    if rows:
        yield "## Wild cards"
        clauses = dict.fromkeys(wild.clause for wild in game.wilds)
        yield f"Worked out from {content.links(clauses)}."
        yield table(["Card", "Combination", "Can stand for"], rows)


def _at_some(content: VolumeContent) -> str:
    """Say that readings are counted with any values of the states that say what is wild."""
    names = [content.game.states[state].name for state in wild_states(content.game)]
    return f"some of them only with some values of {listed(list(map(code, names)), 'and')}"


def _one_for(owner: ir.Owner) -> str:
    return "the table" if owner is ir.Owner.NOBODY else f"each {owner.value}"


def _names(content: VolumeContent) -> Iterator[list[str]]:
    game = content.game
    for what, found in (
        ("cards", game.groups),
        ("a zone", game.zones),
        ("an option", game.options),
        ("a state variable", game.states),
        ("a combination", game.patterns),
        ("a definition", tuple(game.definitions.values())),
        ("an action", game.actions),
        ("an automatic step", game.steps),
    ):
        for one in found:
            yield [code(one.name), what, content.link(one.clause)]
    for choice in game.choices:
        clause = game.declared.get(f"choice {choice.name}")
        if clause is not None:
            words = plain(", ".join(map(content.english.name, choice.choices)))
            yield [code(choice.name), f"a choice: {words}", content.link(clause)]
