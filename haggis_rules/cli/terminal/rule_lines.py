"""What the finder answers to a question: the best rule in full, and what others are about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from haggis_rules.cli.terminal.output import wrapped
from haggis_rules.finder.answers import FoundRule, known_words_near, topics
from haggis_rules.finder.index import FinderIndex
from haggis_rules.finder.ranking import understand


def slip_lines(index: FinderIndex, question: str) -> Iterator[str]:
    """Say which words were understood as others."""
    slips = understand(index, question).slips
    if slips:
        yield "Taken to mean: " + ", ".join(f"{meant} (for {word})" for word, meant in slips)


def found_lines(found: Sequence[FoundRule]) -> Iterator[str]:
    """Tell the best answer in full, and of the others what they are about."""
    best, *others = found
    if not best.own:
        yield "\nNo rule of this game comes close to that. Other games have:"
    yield ""
    yield from _rule_lines(best)
    for own, title in ((True, "See also"), (False, "Other games")):
        several = [one for one in others if one.own is own]
        if several:
            yield f"\n{title}"
        for one in several:
            place = "" if own else f" [{one.table}]"
            yield f"  {_title(one)}{place}"
            yield wrapped(_first_sentence(one.entry["words"]), indent=4)


def _rule_lines(rule: FoundRule) -> Iterator[str]:
    entry = rule.entry
    if rule.question is not None and rule.sure:
        yield wrapped(rule.answer or "")
        words, known = rule.question["words"], rule.question["answer"] or ""
        if rule.opposite:
            yield wrapped(f"This follows from: {words} {known.partition(' ')[0]}", indent=2)
        else:
            yield wrapped(f"This answers: {words}", indent=2)
        yield ""
    yield f"{_title(rule)}{'' if rule.own else f' [{rule.table}]'}"
    yield wrapped(entry["words"], indent=2)
    if entry["guard"]:
        yield f"  Only {entry['guard']}"
    for one in rule.sources:
        yield wrapped(f"Source: {one['source']}, {one['section']}", indent=2)
    if entry["because"]:
        yield wrapped(f"{entry['status'].capitalize()}, because {entry['because']}", indent=2)
    if rule.question is not None and not rule.sure:
        yield wrapped(f"Asked before: {rule.question['words']} {rule.answer}", indent=2)
    if rule.example is not None:
        yield wrapped(f"Example: {rule.example['words']}", indent=2)


def _title(rule: FoundRule) -> str:
    title = rule.entry["title"]
    return f"{title} ({rule.clause})" if title != rule.clause else rule.clause


def _first_sentence(words: str) -> str:
    sentence, dot, _ = words.partition(". ")
    return sentence + ("." if dot else "")


def nothing_lines(index: FinderIndex, question: str, variant: str, players: int) -> Iterator[str]:
    """Say that nothing answers, and what there is."""
    yield "\nNothing found in the rules answers this."
    near = known_words_near(index, question)
    if near:
        yield wrapped(f"Words like yours: {', '.join(near)}", indent=2)
    yield "The rules cover:"
    yield from (f"  {topic}" for topic in topics(index, variant, players))
