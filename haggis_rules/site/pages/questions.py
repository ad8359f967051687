"""All questions that the texts answer, on one page: each leads to the clause that answers it."""

from haggis_rules.site.content.volumes import Volume, Volumes, title
from haggis_rules.site.grouping import grouped
from haggis_rules.site.markdown import bullets, link, page, plain

ANSWERED_QUESTIONS = "questions"


def question_pages(catalog: Volumes) -> dict[str, str]:
    """Write the page that lists all questions; nothing where nothing is asked."""
    found: dict[str, list[tuple[Volume, str]]] = {}
    for volume in catalog.volumes:
        for case in volume.game.cases:
            if case.answer is not None:
                found.setdefault(case.words, []).append((volume, case.clause))
    return {f"{ANSWERED_QUESTIONS}.md": _list(found)} if found else {}


def _list(found: dict[str, list[tuple[Volume, str]]]) -> str:
    """List the questions by chapter, each with the variants that answer it."""

    def chapter_of(question: str) -> str:
        volume, clause = found[question][0]
        return title(volume.game.clauses[clause].chapter)

    blocks = ["Each answer is checked by playing it through under its own rules."]
    for chapter, several in grouped(found, chapter_of).items():
        blocks.append(f"## {plain(chapter)}")
        blocks.append(bullets(_entry(one, found[one]) for one in several))
    return page("Questions", *blocks)


def _entry(question: str, answered: list[tuple[Volume, str]]) -> str:
    volume, clause = answered[0]
    variants = dict.fromkeys(each.game.name for each, _ in answered)
    return f"{link(plain(question), volume.address(clause))} ({', '.join(map(plain, variants))})"
