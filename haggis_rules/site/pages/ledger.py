"""The page that has each number of the ledger, and in each variant the clauses that name it."""

from collections.abc import Iterator, Sequence

from haggis_rules.ir.game import Game
from haggis_rules.ir.ledger import (
    LedgerNumber,
    LedgerNumbers,
    Naming,
    clauses_naming,
    unnamed_seats,
)
from haggis_rules.site.content.volume_content import FindingsByGame, GameFindings
from haggis_rules.site.content.volumes import Volume, Volumes
from haggis_rules.site.markdown import page, plain, slug, table
from haggis_rules.wording.sentences import listed

NUMBERS = "numbers"
TITLE = "Rules by ledger number"
_WHAT = (
    "The ledger lists, number by number, everything that the sources say and how we read it. A "
    "clause names the numbers that it turns into rules. Each column lists the clauses of a "
    "variant that name a number, and why they hold there: **S** a source states it, **P** the "
    "variant inherits it from its parent, **R** it is our ruling, **E** the source cannot be "
    "right as written, **D** it follows from other clauses. A dash means that the number does "
    "not concern this variant."
)


def has_numbers(catalog: Volumes, numbers: LedgerNumbers) -> bool:
    """Whether the ledger speaks of any variant here."""
    return any(name in numbers.variants for name in catalog.variants())


def numbers_page(catalog: Volumes, known: FindingsByGame, numbers: LedgerNumbers) -> str:
    """Write the table of all numbers, chapter by chapter."""
    columns = [name for name in numbers.variants if catalog.seatings(name)]
    blocks = [_WHAT]
    for chapter in dict.fromkeys(number.chapter for number in numbers.numbers):
        rows = [
            [plain(number.name), plain(number.title)]
            + [_cell(catalog.seatings(name), known, number) for name in columns]
            for number in numbers.numbers
            if number.chapter == chapter
        ]
        head = ["Number", "Topic", *map(plain, columns)]
        blocks += [f"## {plain(chapter)} {{ #{slug(chapter)} }}", table(head, rows)]
    return page(TITLE, *blocks)


def _cell(volumes: Sequence[Volume], known: FindingsByGame, number: LedgerNumber) -> str:
    """Write the clauses of a variant that name a number, or that there are none."""
    games = [game for volume in volumes for game in games_shown(volume, known)]
    seats = [volume.game.seats for volume in volumes]
    covered = [one for one in seats if number.speaks_for(volumes[0].game.name, one)]
    lines = [_named(volumes, one, covered) for one in clauses_naming(number.name, games)]
    lines += [f"**nothing with {one} players**" for one in unnamed_seats(number, games)]
    return "<br>".join(lines) if lines else "-"


def games_shown(volume: Volume, known: FindingsByGame) -> Iterator[Game]:
    """Yield the game of a volume, and those with another choice that are on its pages."""
    game = volume.game
    yield game
    found = known.get((game.name, game.seats), GameFindings())
    yield from (choice.game for choice in found.choices)


def _named(volumes: Sequence[Volume], named: Naming, covered: Sequence[int]) -> str:
    """Write a clause with its mark, and when it holds where it does not always."""
    clause = named.clause
    home = next(volume for volume in volumes if volume.game.seats in named.seats)
    usual = clause.name in home.game.clauses
    words = f"{home.link(clause.name)} {named.mark.value}"
    if not usual:
        return f"{words} ({plain(clause.guard)})"
    if set(covered) <= set(named.seats):
        return words
    return f"{words} ({listed([str(one) for one in named.seats])} players)"
