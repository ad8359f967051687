"""Which variants are written together, each with some number of seats, and where each clause is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from haggis_rules.ir.game import Clause, Game
from haggis_rules.site.markdown import file_name_of, file_slug, link, plain
from haggis_rules.wording.names import with_titles
from haggis_rules.wording.sentences import capital

UNTITLED = "Rules"
PROMISES = "promises"  # the folder with a page for each promise
OPTIONS = "all-options"  # the page of what is agreed on, in the folder of a volume


@dataclass(frozen=True, slots=True)
class Volume:
    """The pages of a variant with one number of seats. ``files`` has the page of each chapter."""

    game: Game
    files: Mapping[str, str]

    @classmethod
    def of(cls, game: Game) -> Self:
        """Name the pages of a game."""
        return cls(game, _files(game))

    @property
    def folder(self) -> str:
        """The folder of its pages; no other variant or number of seats has the same."""
        return file_name_of(f"{self.game.name}-{self.game.seats}")

    @property
    def title(self) -> str:
        """What the pages are called together."""
        return f"{capital(self.game.name)}, {players(self.game.seats)}"

    def page_of(self, clause: str) -> str:
        """Return the page and the anchor of a clause, inside the folder.

        A clause that the game lacks is there with other options, and stands on their page.
        """
        usual = self.game.clauses.get(clause)
        return f"{OPTIONS if usual is None else self.files[usual.chapter]}.md#{clause}"

    def address(self, clause: str) -> str:
        """Return the page and the anchor of a clause, from the folder of all pages."""
        return f"{self.folder}/{self.page_of(clause)}"

    def words_of(self, clause: str) -> str:
        """Return the words of a clause, with the title of each other clause that they name."""
        return with_titles(self.game.clauses[clause].words, self.game)

    def link(self, clause: str, *, up: str = "") -> str:
        """Link a clause from the folder of all pages, or from below it, by the way ``up``."""
        known = self.game.clauses.get(clause)
        words = clause if known is None else known.heading
        return link(plain(words), f"{up}{self.address(clause)}")


@dataclass(frozen=True, slots=True)
class Volumes:
    """All volumes that are written together, in the order in which they are listed."""

    volumes: tuple[Volume, ...]

    @classmethod
    def of(cls, games: Iterable[Game]) -> Self:
        """Put games side by side."""
        return cls(tuple(map(Volume.of, games)))

    def variants(self) -> dict[str, tuple[Volume, ...]]:
        """Return the volumes of each variant, by the number of seats."""
        names = dict.fromkeys(volume.game.name for volume in self.volumes)
        return {name: self.seatings(name) for name in names}

    def seatings(self, variant: str) -> tuple[Volume, ...]:
        """Return the volumes of one variant, by the number of seats."""
        found = [volume for volume in self.volumes if volume.game.name == variant]
        return tuple(sorted(found, key=lambda volume: volume.game.seats))

    def others(self, game: Game) -> tuple[Volume, ...]:
        """Return the volumes of the same variant with other numbers of seats."""
        return tuple(v for v in self.seatings(game.name) if v.game.seats != game.seats)

    def gone(self, volumes: Sequence[Volume]) -> dict[str, str]:
        """Return the clauses that a variant itself removes, each with the reason.

        A game knows what each variant of its line has removed; what the parent does not have was
        gone before. Where nobody has pages of the parent, all are taken.
        """
        game = volumes[0].game
        kept = [one.game for name in game.lineage[-2:-1] for one in self.seatings(name)]
        return {
            name: why
            for volume in volumes
            for name, why in volume.game.removed
            if not kept or any(name in one.clauses for one in kept)
        }

    def former(self, lineage: Sequence[str], clause: str) -> Volume | None:
        """Find the nearest volume above a variant that has a clause, which the variant removes."""
        above = (one for name in reversed(lineage[:-1]) for one in self.seatings(name))
        return next((one for one in above if clause in one.game.clauses), None)

    def find(self, variant: str, seats: int) -> Volume | None:
        """Find the volume of a variant with a number of seats."""
        return next((v for v in self.seatings(variant) if v.game.seats == seats), None)


def players(seats: int) -> str:
    """Count players: ``1 player`` or ``2 players``."""
    return "1 player" if seats == 1 else f"{seats} players"


def played(games: Sequence[Game]) -> Sequence[Game]:
    """Return the games that are no experiments, or all of them where there are no others.

    An answer of an experiment would be taken for one of the rules.
    """
    return [game for game in games if not game.experimental] or games


def promise_page(promise: str) -> str:
    """Return the page of a promise, inside the folder of all pages; the list of them is ``index``.

    No name ends in a hyphen, so a promise that is called ``index`` has a page of its own.
    """
    file = f"{promise}-" if promise == "index" else file_name_of(promise)
    return f"{PROMISES}/{file}"


def counterparts(clause: Clause, game: Game, other: Game) -> tuple[str, ...]:
    """Return the clauses that stand in another game of the variant where a clause does not.

    They are those with a ledger number of the clause, or with something that both declare, which
    the game of the clause lacks.
    """
    if clause.name in other.clauses:
        return ()
    declares = _declared(game, clause.name)
    return tuple(
        name
        for name, each in other.clauses.items()
        if name not in game.clauses
        and (set(each.ledgers) & set(clause.ledgers) or _declared(other, name) & declares)
    )


def _declared(game: Game, clause: str) -> set[str]:
    """Name what a clause declares or gives another value."""
    found = {what for what, where in game.declared.items() if where == clause}
    named = (game.groups, game.zones, game.states, game.options, game.patterns)
    moves = (game.actions, game.steps, game.promises)
    found |= {each.name for kind in (*named, *moves) for each in kind if each.clause == clause}
    for definition in game.definitions.values():
        if clause in {definition.clause, *(each.clause for each in definition.exceptions)}:
            found.add(definition.name)
    return found


def title(chapter: str) -> str:
    """Return the title of a chapter; clauses may stand before the first."""
    return chapter or UNTITLED


def _files(game: Game) -> dict[str, str]:
    """Name a file for each chapter; the number in front keeps them in the order of the rules."""
    chapters = dict.fromkeys(clause.chapter for clause in game.clauses.values())
    return {
        chapter: f"{number:02}-{file_slug(title(chapter))}"
        for number, chapter in enumerate(chapters, start=1)
    }
