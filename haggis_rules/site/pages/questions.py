"""A page for each question that the texts answer: what one finds who types it into the search."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from haggis_rules.ir.game import Case
from haggis_rules.site.content.book import CaseSummary, FindingsByGame, VolumeContent
from haggis_rules.site.content.volumes import Volumes, title
from haggis_rules.site.drawing.case_drawing import case_box, outcome
from haggis_rules.site.grouping import grouped
from haggis_rules.site.markdown import HEAD, bullets, link, page, plain, slug

ANSWERED_QUESTIONS = "questions"
_SHOWN = "Played through"
_WEIGHT, _MORE = 4, 0.4  # what a question counts in the search, and each further variant
_LESS = 0.2  # what a question counts less that is about one number of players alone, and says so
_NARROW = re.compile(r"\bwith \w+ players\b", re.IGNORECASE)
_LONG = 60  # letters of a question that the name of its page has at most


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question in one volume, and what came of it when it was played through."""

    content: VolumeContent
    case: Case
    checked: CaseSummary | None

    @property
    def answer(self) -> str:
        """What the text answers."""
        return self.case.answer or ""

    @property
    def clause(self) -> str:
        """The clause that says so, linked from a page in a folder beside that of the volume."""
        name = self.case.clause
        return link(plain(name), f"../{self.content.volume.folder}/{self.content.address(name)}")


def question_pages(catalog: Volumes, findings: FindingsByGame) -> dict[str, str]:
    """Write a page for each question, and one that lists all; nothing where nothing is asked."""
    questions = _questions(catalog, findings)
    if not questions:
        return {}
    names = page_names(questions)
    written = {f"{ANSWERED_QUESTIONS}.md": _list(questions, names)}
    written |= {
        f"{ANSWERED_QUESTIONS}/{names[question]}.md": _page(question, questions[question])
        for question in questions
    }
    return written


def _questions(catalog: Volumes, findings: FindingsByGame) -> dict[str, list[AnsweredQuestion]]:
    """Gather every question with all volumes that answer it."""
    contents = (
        VolumeContent.of(game, findings.get((game.name, game.seats)), catalog=catalog)
        for game in (volume.game for volume in catalog.volumes)
    )
    answered = (AnsweredQuestion(each, *pair) for each in contents for pair in each.questions())
    return grouped(answered, lambda one: one.case.words)


def page_names(questions: Iterable[str]) -> dict[str, str]:
    """Name a page for each question: its first words, and a number where two begin alike."""
    names: dict[str, str] = {}
    for question in questions:
        short = slug(question)
        while len(short) > _LONG:
            short = short.rpartition("-")[0] or short[:_LONG]
        number = sum(name == short or name.startswith(f"{short}--") for name in names.values())
        names[question] = f"{short}--{number + 1}" if number else short
    return names


def _list(questions: Mapping[str, list[AnsweredQuestion]], names: Mapping[str, str]) -> str:
    def chapter_of(question: str) -> str:
        first = questions[question][0]
        return title(first.content.game.clauses[first.case.clause].chapter)

    blocks = ["Each answer is checked by playing it through under its own rules."]
    for chapter, several in grouped(questions, chapter_of).items():
        blocks.append(f"## {plain(chapter)}")
        blocks.append(
            bullets(link(plain(one), f"{ANSWERED_QUESTIONS}/{names[one]}.md") for one in several)
        )
    return page("Questions", *blocks)


def _page(question: str, answered: list[AnsweredQuestion]) -> str:
    """Write one question: each answer, where it holds, and the cards that show it."""
    answers = grouped(answered, lambda one: one.answer)
    blocks: list[str] = []
    for answer, several in answers.items():
        first = min(several, key=lambda each: len(each.content.game.lineage))
        words = first.content.game.clauses[first.case.clause].words
        places = (f"{plain(each.content.volume.title)}: {each.clause}" for each in several)
        blocks += [
            f"**{plain(answer)}**",
            f"The rule is {first.clause}: {plain(f'x{words}')[1:]}",
        ]
        shown = replace(first.case, words=_SHOWN, answer=None)
        blocks += [case_box(first.content.english, shown, first.checked)]
        blocks += [*_checked(several), "The same answer applies in:", bullets(places)]
    return _with_search_head(page(question, *blocks), answered)


def _with_search_head(text: str, answered: list[AnsweredQuestion]) -> str:
    """Say at the head of a page what the search shall make of it.

    The names of the variants find it, and it counts much: a little more where several agree, since
    who names no variant is likelier to mean one of those. So with a number of players: a question
    that names one counts a little less.
    """
    weight = _WEIGHT + _MORE * min(len(answered) - 1, 2)
    weight -= _LESS if any(_NARROW.search(each.case.words) for each in answered) else 0
    tags = sorted({each.content.game.name for each in answered})
    head = f"{HEAD}search: {json.dumps({'boost': weight})}\ntags: {json.dumps(tags)}\n"
    return text.replace(HEAD, head, 1)


def _checked(several: list[AnsweredQuestion]) -> Iterator[str]:
    """Say where an answer does not hold, or was not looked at."""
    for each in several:
        if each.checked is None or not each.checked.passed:
            yield f"{plain(each.content.volume.title)}: {outcome(each.checked)}"
