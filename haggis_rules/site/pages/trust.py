"""What a proof does not give: what is seen by tests alone, and what has to be believed."""

from collections.abc import Iterator

from haggis_rules.site.content.volume_content import VolumeContent
from haggis_rules.site.markdown import bullets, link, plain
from haggis_rules.wording.phrase import counted

_TESTS = (
    (
        "**The engine plays as the rules say.** The tests play random matches on the engine and "
        "on the interpreter, which defines what each word means, and compare them move by move."
    ),
    (
        "**A proof is about what is played.** The tests work out the same expression in the "
        "same state by the interpreter and by the terms that the solvers get, for random "
        "expressions of each kind."
    ),
    (
        "**All plays of a hand are found.** The tests compare the search with a slow one that "
        "tries all cards, and compare the number of ways play can go with figures checked by hand."
    ),
    (
        "**No player sees hidden cards.** The tests record which card each player was shown and "
        "when, and compare that record with each view."
    ),
)
_TRUSTED = (
    (
        "**How the sources were read.** Whether a clause says what its source means is for "
        "people to judge, so each clause names its source and marks where we had to decide."
    ),
    (
        "**The two solvers**, Z3 and cvc5. They have to agree on each question, but the "
        "steps of their proofs are not checked."
    ),
    (
        "**The questions put to them.** A small program of ours makes them from the typed form "
        "of the rules. A breach that they find is played again, and a proof is not: if the "
        "questions said less than the promise, only the tests above would notice."
    ),
    (
        "**Why moves are enough.** A property that holds at first and is kept by each move "
        "always holds, and a number that decreases with each move makes play end. These two "
        "arguments are made once, for all games."
    ),
    (
        "**The way from text to typed form**, where one law for each kind of node is checked "
        "after every pass. Python and the machine are trusted too."
    ),
    (
        "**What was found before.** The solvers' answers are kept in a folder of the user's and "
        "looked up by a hash of the question. A folder that others can write to is not used, and "
        "one answer in twenty, drawn at random, is asked for again; a program that runs as the "
        "user could still forge one. `haggis verify --fresh` asks every question again, and the "
        "proofs of a release are made that way."
    ),
)


def tested(content: VolumeContent) -> Iterator[str]:
    """Write what is only tested, with the cases of the text counted."""
    yield "## Only tested"
    yield "These hold wherever the tests looked; they are not proved."
    yield bullets([_cases(content), *_TESTS])


def trusted() -> Iterator[str]:
    """Write what has to be believed."""
    yield "## Trusted, not proved"
    yield bullets(_TRUSTED)


def _cases(content: VolumeContent) -> str:
    """Count the examples and questions, and say what came of them."""
    cases = content.cases()
    if not cases:
        return "**Examples and questions.** These rules have none."
    questions = sum(case.answer is not None for case, _ in cases)
    counts = f"{counted(len(cases) - questions, 'example')} and {counted(questions, 'question')}"
    begin = f"**{counts}** accompany the clauses"
    if any(checked is None for _, checked in cases):
        return f"{begin}. They were not played in this build."
    wrong = [case for case, checked in cases if checked is not None and not checked.passed]
    if not wrong:
        return f"{begin}. Each was played through, and all hold."
    named = ", ".join(link(plain(case.words), content.address(case.clause)) for case in wrong)
    return f"{begin}. Each was played through, and {len(wrong)} of them do not hold: {named}."
