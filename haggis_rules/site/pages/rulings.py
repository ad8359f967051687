"""All questions of all systems, by chapter: the answer first, and in which systems it holds."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from haggis_rules.cases.other_variants import (
    AnswersByPlace,
    CaseComparison,
    CasePlace,
    ElsewhereAnswer,
    case_place,
)
from haggis_rules.ir.game import Case
from haggis_rules.site.content.volume_content import INDEX, CaseSummary, VolumeContent
from haggis_rules.site.content.volumes import Volume, title
from haggis_rules.site.grouping import grouped, merged
from haggis_rules.site.markdown import (
    box,
    bullets,
    file_slug,
    link,
    page,
    plain,
    slugs,
    tab,
    ticked,
)
from haggis_rules.site.scenes.case_drawing import case_lines
from haggis_rules.wording.sentences import capital, listed

RULINGS = "rulings"
_PUNCTUATION = re.compile(r"[\W_]+")  # questions that differ in it alone are one
TITLE = "Rulings by topic"
_WHAT = (
    "Questions from the table, each with its answer, the clause behind it, and the systems in "
    "which the answer holds."
)
_PUT = (
    "Each question was also put to the other systems for the same number of players, where "
    "possible: its example was played through under their rules."
)
_NOT_PUT = "As written, it cannot be put to {}."


@dataclass(frozen=True, slots=True)
class RulingAnswer:
    """A question as it is written in one place, and the volumes that hold it from there."""

    case: Case
    holders: tuple[tuple[VolumeContent, CaseSummary | None], ...]

    @property
    def place(self) -> CasePlace:
        """Where it is written."""
        return case_place(self.case)


@dataclass(frozen=True, slots=True)
class RulingQuestion:
    """A question in its words, with an anchor, and each answer to it."""

    words: str
    chapter: str
    anchor: str
    answers: tuple[RulingAnswer, ...]


def rulings_pages(
    contents: Sequence[VolumeContent], other_answers: AnswersByPlace
) -> dict[str, str]:
    """Write the list of all questions, and a page for each chapter; none without questions."""
    chapters = grouped(_questions(contents), lambda question: title(question.chapter))
    if not chapters:
        return {}
    order = merged(map(title, content.volume.files) for content in contents)
    by_game = {(content.game.name, content.game.seats): content for content in contents}
    ordered = {chapter: chapters[chapter] for chapter in order if chapter in chapters}
    files = slugs(ordered, taken=[INDEX], name_of=file_slug)
    written = {f"{RULINGS}/{INDEX}": _index(ordered, files, put=bool(other_answers))}
    for chapter, questions in ordered.items():
        blocks = [link("All questions", "index.md")]
        for one in questions:
            blocks += _question(one, other_answers, by_game)
        written[f"{RULINGS}/{files[chapter]}"] = page(f"Rulings: {chapter}", *blocks)
    return written


def _index(
    chapters: Mapping[str, Sequence[RulingQuestion]], files: Mapping[str, str], *, put: bool
) -> str:
    """List the questions."""
    blocks = [f"{_WHAT} {_PUT}" if put else _WHAT]
    for chapter, questions in chapters.items():
        file = f"{files[chapter]}.md"
        points = (link(plain(one.words), f"{file}#{one.anchor}") for one in questions)
        blocks += [f"## {link(plain(chapter), file)}", bullets(points)]
    return page(TITLE, *blocks)


def _questions(contents: Sequence[VolumeContent]) -> Iterator[RulingQuestion]:
    """Yield each question once, in the order of the rules, with its answers."""
    words: dict[str, str] = {}
    held: dict[str, dict[CasePlace, list[tuple[VolumeContent, Case, CaseSummary | None]]]] = {}
    for content in contents:
        for case, checked in content.questions():
            key = _PUNCTUATION.sub("-", case.words.lower()).strip("-")
            words.setdefault(key, case.words)
            there = held.setdefault(key, {}).setdefault(case_place(case), [])
            there.append((content, case, checked))
    anchors = slugs(words.values())
    for key, places in held.items():
        answers = tuple(
            RulingAnswer(found[0][1], tuple((content, checked) for content, _, checked in found))
            for found in places.values()
        )
        content, _ = answers[0].holders[0]
        yield RulingQuestion(
            words[key],
            content.game.clauses[answers[0].case.clause].chapter,
            anchors[words[key]],
            answers,
        )


def _question(
    question: RulingQuestion,
    other_answers: AnswersByPlace,
    by_game: Mapping[tuple[str, int], VolumeContent],
) -> list[str]:
    """Write a question: side by side, in tabs, where systems answer it in their own ways."""
    blocks = [f"## {plain(question.words)} {{ #{question.anchor} }}"]
    holding = {_key(content) for each in question.answers for content, _ in each.holders}
    for answer in question.answers:
        others = [
            one
            for one in other_answers.get(answer.place, ())
            if (one.variant, one.seats) not in holding
        ]
        text = _answer(answer, others, by_game)
        names = listed([capital(name) for name in _systems(answer)])
        blocks.append(tab(names, text) if len(question.answers) > 1 else text)
    return blocks


def _answer(
    answer: RulingAnswer,
    others: Sequence[ElsewhereAnswer],
    by_game: Mapping[tuple[str, int], VolumeContent],
) -> str:
    content, checked = answer.holders[0]
    clause = content.game.clauses[answer.case.clause]
    lacking = _named([one for one in others if one.came is CaseComparison.NOT_ASKED], by_game)
    words = content.words(clause, up="../")
    shown = [case_lines(content.english, answer.case, checked)]
    shown += [_NOT_PUT.format(lacking)] if lacking else []
    blocks = [
        f"**{plain(answer.case.answer or '')}**",
        f'The clause "{content.volume.link(clause.name, up="../")}" says: {words}',
        f"It holds in {listed([_seatings(volumes) for volumes in _systems(answer).values()])}.",
        *_elsewhere(others, by_game),
        box("example", "Played through", "\n\n".join(shown), folded=_lays_out(answer.case)),
    ]
    return "\n\n".join(blocks)


def _lays_out(case: Case) -> bool:
    """Whether more than cards and what they make is to be seen."""
    return case.written.given is not None or any(turn.done for turn in case.written.turns)


def _systems(answer: RulingAnswer) -> dict[str, list[Volume]]:
    """Return the volumes that hold an answer, by their systems."""
    volumes = [content.volume for content, _ in answer.holders]
    return grouped(volumes, lambda volume: volume.game.name)


def _seatings(volumes: Sequence[Volume]) -> str:
    return f"{plain(volumes[0].game.name)} ({listed(list(map(_seats, volumes)))} players)"


def _seats(volume: Volume) -> str:
    return link(str(volume.game.seats), f"../{volume.folder}/index.md")


def _elsewhere(
    others: Sequence[ElsewhereAnswer], by_game: Mapping[tuple[str, int], VolumeContent]
) -> Iterator[str]:
    """Write what came of a question where it is not held."""
    same = _named([one for one in others if one.came is CaseComparison.SAME], by_game)
    if same:
        yield f"The outcome is the same in {same}."
    apart = [one for one in others if one.came is CaseComparison.OTHERWISE]
    if apart:
        yield "The outcome is different here:"
        yield bullets(_apart(apart, by_game))


def _apart(
    others: Sequence[ElsewhereAnswer], by_game: Mapping[tuple[str, int], VolumeContent]
) -> Iterator[str]:
    """Write what does not hold elsewhere, once for all systems where it is the same."""
    by_words = grouped(others, lambda one: (one.words, one.clauses))
    for (words, clauses), same in by_words.items():
        content = by_game[same[0].variant, same[0].seats]
        against = (
            f", by {listed([content.volume.link(name, up='../') for name in clauses])}"
            if clauses
            else ""
        )
        yield f"{_named(same, by_game)}: {ticked(f'`{words}`')} does not hold{against}."


def _named(
    others: Sequence[ElsewhereAnswer], by_game: Mapping[tuple[str, int], VolumeContent]
) -> str:
    """Name systems with their numbers of players."""
    shown = [one for one in others if (one.variant, one.seats) in by_game]
    return listed(
        [
            f"{plain(name)} ({listed([str(one.seats) for one in same])})"
            for name, same in grouped(shown, lambda one: one.variant).items()
        ]
    )


def _key(content: VolumeContent) -> tuple[str, int]:
    return content.game.name, content.game.seats
