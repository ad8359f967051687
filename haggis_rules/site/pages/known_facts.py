"""The page that says what is known of the rules of one game, and how: proved, tested or trusted."""

from collections.abc import Iterable, Iterator, Sequence

from haggis_rules.ir import game as ir
from haggis_rules.ir.traversal import opened
from haggis_rules.ir.types import NumberType
from haggis_rules.site.content.promise_register import GamePromise, promises_of_game
from haggis_rules.site.content.volume_content import OptionChoice, VolumeContent
from haggis_rules.site.content.volumes import players
from haggis_rules.site.grouping import grouped
from haggis_rules.site.markdown import box, bullets, code, page, plain, table
from haggis_rules.site.pages.chapter import GREEN, contents, judged
from haggis_rules.site.pages.proof_summary import (
    NOT_PROVED,
    SHOWN,
    TO_PROVE,
    describe_verdicts,
    proof_cells,
    seconds,
    verdict_word,
)
from haggis_rules.site.pages.trust import tested, trusted
from haggis_rules.site.scenes.breach_record import describe_breach
from haggis_rules.verdicts.model import How
from haggis_rules.wording.declarations import describe_state, describe_values, value_of
from haggis_rules.wording.flow import describe_effect
from haggis_rules.wording.phrase import counted
from haggis_rules.wording.sentences import listed

_SECRECY = "auto.secret"
TITLE = "Proved, tested and trusted"
_PROOF = (
    "A proof holds for every deal and for play of any length. Two solvers, Z3 and cvc5, answered "
    "the same questions, and had to agree on each."
)


def known_page(content: VolumeContent) -> str:
    """Write the page."""
    promises = tuple(promises_of_game(content.volume, content.findings))
    usual = tuple(one for one in promises if not one.agreed)
    unproved = ("## Proved", NOT_PROVED, TO_PROVE)
    blocks = [
        contents(content, None),
        *(_proofs(content, usual) if any(one.result for one in usual) else unproved),
        *_choices(content, promises),
        *_opened(content),
        *tested(content),
        *trusted(),
    ]
    return page(TITLE, *blocks, game=content.volume.title)


def _proofs(content: VolumeContent, promises: Sequence[GamePromise]) -> Iterator[str]:
    """Write what the solvers said, with doubt first."""
    yield f"{counted(len(promises), 'promise')}: **{plain(describe_verdicts(promises))}**."
    words = grouped(promises, verdict_word)
    proved = words.get("proved", [])
    yield from _doubts(content, [one for one in promises if verdict_word(one) not in GREEN])
    yield from _proved(content, proved, promises)
    yield from _bounds(content, proved)
    yield from _broken(content, words.get("expected breach", []))
    yield from _seen(content, words.get("used", []))


def _doubts(content: VolumeContent, promises: Sequence[GamePromise]) -> Iterator[str]:
    if promises:
        yield "## Not proved"
        for one in promises:
            kind, word = judged(one.result)
            detail = plain(one.result.detail) if one.result is not None else ""
            body = "\n\n".join(filter(None, [content.promise(one.name), detail]))
            yield box(kind, f"{one.name}: {word}", body)


def _proved(
    content: VolumeContent, proved: Sequence[GamePromise], promises: Sequence[GamePromise]
) -> Iterator[str]:
    yield "## Proved"
    if not proved:
        yield "Nothing."
        return
    helping = {name for one in promises for name in one.using}
    yield _PROOF
    yield from _work(content, proved)
    many = len(helping & {one.name for one in proved})
    yield f"**{many}** of them also help to prove others, and those proofs depend on them."
    columns = (
        "*Depends on* counts the promises that the proof depends on; *Helps* counts the promises "
        "whose proofs depend on it."
    )
    listing = table(
        ["Promise", "Shown", "Z3", "cvc5", "Depends on", "Helps"],
        (_row(content, one, promises) for one in proved),
    )
    each = f"Each of them: {counted(len(proved), 'proof')}"
    yield box("success", each, f"{SHOWN} {columns}\n\n{listing}", folded=True)


def _work(content: VolumeContent, proved: Sequence[GamePromise]) -> Iterator[str]:
    """Say how much was asked, and what took longest."""
    met = [(each, one.name) for one in proved for each in one.evidence.met]
    if not met:
        return
    solved = [(each, name) for each, name in met if each.how is How.SOLVED]
    z3, cvc5 = sum(each.z3 for each, _ in solved), sum(each.cvc5 for each, _ in solved)
    summary = (
        f"**{counted(len(proved), 'promise')}** took {counted(len(solved), 'question')}, on which "
        f"Z3 spent {seconds(z3)} and cvc5 {seconds(cvc5)}"
    )
    rest = len(met) - len(solved)
    yield f"{summary}; {rest} more checks needed no solver." if rest else f"{summary}."
    if solved:
        slowest, name = max(solved, key=lambda each: each[0].z3 + each[0].cvc5)
        yield (
            f"The longest was {plain(slowest.name)} of {content.promise(name)}: "
            f"{seconds(slowest.z3)} and {seconds(slowest.cvc5)}."
        )


def _row(content: VolumeContent, one: GamePromise, promises: Iterable[GamePromise]) -> list[str]:
    helps = sum(one.name in other.using for other in promises)
    counts = [str(count or "") for count in (len(one.using), helps)]
    return [content.promise(one.name), *proof_cells(one.evidence), *counts]


def _bounds(content: VolumeContent, proved: Sequence[GamePromise]) -> Iterator[str]:
    """Say of what the proofs are: which plays, which options, one hand or many."""
    if not proved:
        return
    yield "## Scope of the proofs"
    plays = (*_plays(content, proved), *_counting(content))
    yield bullets([*plays, *_agreed(content), *_ends(content, proved)])


def _plays(content: VolumeContent, proved: Sequence[GamePromise]) -> Iterator[str]:
    more = [one for one in proved if one.evidence.approximated]
    if more:
        yield (
            f"**Plays.** In {counted(len(more), 'proof')} the solvers allowed more plays than "
            "the cards can make. That makes the proof harder and leaves nothing out. In the "
            f"other {len(proved) - len(more)} it made no difference."
        )
    any_value = [one for one in proved if one.promise and isinstance(one.promise.form, ir.ForAny)]
    if any_value:
        yield (
            f"**Whatever lies on the table.** {_names(content, any_value)} hold for all readings "
            "within their bounds, whether or not some cards make them."
        )


def _counting(content: VolumeContent) -> Iterator[str]:
    """Say for how many readings it is proved that all plays are found, when that was asked."""
    found = content.findings.counted
    if found:
        readings, proved = sum(one.readings for one in found), sum(one.proved for one in found)
        yield (
            "**Combinations.** The quick search is proved to find exactly the plays that the "
            f"text allows for {proved} of {counted(readings, 'reading')} of {len(found)} patterns."
        )


def _agreed(content: VolumeContent) -> Iterator[str]:
    """Say for which values of the options the proofs are."""
    for index, option in enumerate(content.game.options):
        name = code(option.name)
        if isinstance(option.type, NumberType):
            values = plain(describe_values(content.english, option))
            yield f"**Option {name}.** Proved for each value: {values}."
        else:
            usual = plain(value_of(content.english, option, option.value))
            others = [
                value_of(content.english, option, choice.game.options[index].value)
                for choice in content.findings.choices
                if choice.game.options[index].value != option.value and _all_green(choice)
            ]
            also = listed(others) if others else "no other choice"
            yield f"**Option {name}.** Proved for {usual}, the usual, and for {plain(also)}."
    if content.findings.joint_choices:
        yield _joint_choices(content.findings.joint_choices)
    if len(content.game.seatings) > 1:
        here = players(content.game.seats)
        yield f"**Players.** Proved for {here}; other numbers of players have proofs of their own."


def _joint_choices(games: Sequence[OptionChoice]) -> str:
    """Say for how many games with several unusual options all is proved."""
    proved = sum(map(_all_green, games))
    how = "each further combination" if proved == len(games) else "some further combinations"
    number = str(proved) if proved == len(games) else f"{proved} of {len(games)}"
    return f"**Options together.** Proved for {how} of truths and choices: {number}."


def _all_green(choice: OptionChoice) -> bool:
    """Whether all that was judged with another choice came out well, and something was."""
    return bool(choice.results) and all(one.verdict in GREEN for one in choice.results)


def _ends(content: VolumeContent, proved: Sequence[GamePromise]) -> Iterator[str]:
    """Say whether play comes to an end."""
    falling = [one for one in proved if one.promise and isinstance(one.promise.form, ir.Measure)]
    if falling:
        yield (
            f"**A hand comes to an end**, by {_names(content, falling)}: a number decreases with "
            "each move and never goes below zero."
        )
    else:
        yield "**No end.** No proof says that a hand comes to an end."
    lasting = [one for one in proved if one.promise and isinstance(one.promise.form, ir.EachHand)]
    if lasting:
        names = _names(content, lasting)
        yield f"**From hand to hand.** Values kept from hand to hand are covered by {names}."


def _broken(content: VolumeContent, broken: Sequence[GamePromise]) -> Iterator[str]:
    """Write each breach that the text declares, with the match that shows it."""
    if not broken:
        return
    yield "## Expected breaches"
    yield (
        "The rules as written break these promises, and the text says so. A randomly played "
        "match reaches each breach; it is cut down here to what matters."
    )
    for one in broken:
        yield f"### {plain(one.name)} {{ #{one.name} }}"
        why = one.promise and one.promise.broken
        if why:
            where = content.link(why.clause)
            yield f"{content.promise(one.name)} is broken by {where}, because {plain(why.because)}."
        if one.evidence.breach is not None:
            yield from describe_breach(one.game, one.evidence.breach)
            yield f"The whole match is on the page of {content.promise(one.name)}."


def _seen(content: VolumeContent, used: Sequence[GamePromise]) -> Iterator[str]:
    """Write what hands show that were played, and what they show."""
    if used:
        yield "## Shown by example hands"
        yield "These hands show each one, and can be replayed."
        details = {one.name: one.result.detail for one in used if one.result is not None}
        yield bullets(f"{content.promise(name)}: {plain(what)}" for name, what in details.items())


def _choices(content: VolumeContent, promises: Sequence[GamePromise]) -> Iterator[str]:
    """List promises that are made only when something else than usual is agreed on."""
    other = [one for one in promises if one.agreed]
    if other:
        yield "## With other options"
        yield bullets(
            f"With {plain(one.agreed)}: {content.promise(one.name)}, {plain(verdict_word(one))}"
            for one in other
        )


def _opened(content: VolumeContent) -> Iterator[str]:
    """List what the text opens, each with the clause that opens it."""
    game = content.game
    moves: tuple[ir.ActionSchema | ir.Step, ...] = (*game.actions, *game.steps)
    found = [(f"in {code(move.name)}", one) for move in moves for one in opened(move.effects)]
    found += [("between two hands", one) for one in opened(game.between)]
    firsts = [one for one in game.states if one.opened]
    if found or firsts:
        yield "## Information revealed on purpose"
        yield (
            f"{content.promise(_SECRECY)} allows players to learn something from these effects, "
            "because the rules say so."
        )
        lines = [
            f"Revealed by {content.link(one.clause)}, {when}: "
            f"{plain(describe_effect(content.english, one.effect))}."
            for when, one in found
        ]
        lines += [
            f"Revealed by {content.link(one.clause)}, when it starts: "
            f"{plain(describe_state(content.english, one))}"
            for one in firsts
        ]
        yield bullets(lines)


def _names(content: VolumeContent, promises: Iterable[GamePromise]) -> str:
    return listed([content.promise(one.name) for one in promises])
