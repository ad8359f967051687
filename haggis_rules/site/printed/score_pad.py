"""The score sheet of a game, to be filled in by hand: columns, lines, what points are for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from haggis_rules.analysis.match_length import hands_to_goal
from haggis_rules.analysis.sheet.dealt_hands import hands
from haggis_rules.analysis.sheet.deck import Worth, WorthLine, deck_sheet
from haggis_rules.analysis.sheet.holding import HoldingBounds
from haggis_rules.analysis.sheet.lookups import clauses_of
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Game, Owner
from haggis_rules.ir.types import ChoiceType, Plain
from haggis_rules.rendering.sprite import DrawnCard
from haggis_rules.semantics.between_hands import scorers, scoring
from haggis_rules.semantics.state import Combination, Reading
from haggis_rules.site.content.volumes import Volume
from haggis_rules.site.drawing.cards import Pictures
from haggis_rules.wording.declarations import value_of
from haggis_rules.wording.expressions import ExpressionWording
from haggis_rules.wording.sentences import capital

LINES = 18  # for as many hands, and more where a match can take more until somebody has the goal
MOST_LINES, MOST_WIDE = 24, 16  # that leave room to write on, and on paper that lies on its side
MOST_DRAWN = 12  # cards in a row
NARROW = 15  # columns beside each other on paper that stands upright


@dataclass(frozen=True, slots=True)
class PadColumn:
    """A column for each player or team, and the clauses that say what goes into it."""

    title: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PadWorth:
    """Cards that are worth so many points each."""

    cards: tuple[DrawnCard, ...]
    points: int


@dataclass(frozen=True, slots=True)
class PadRanking:
    """Plays of one combination that rank by a word of the text, each with its cards."""

    title: str
    plays: tuple[tuple[DrawnCard, ...], ...]


@dataclass(frozen=True, slots=True)
class ScorePad:
    """What stands on a score sheet.

    ``owners`` has the name of each team, or an empty name for each seat, for the players to write.
    ``kept`` are headings of what is noted once for each hand, such as who deals. ``running`` says
    whether points are added up from hand to hand, ``wide`` that the paper lies on its side.
    ``options`` has what the players agree on, with the usual value. ``enough`` is a proved sentence
    about the number of hands, or empty.
    """

    title: str
    owners: tuple[str, ...]
    kept: tuple[str, ...]
    columns: tuple[PadColumn, ...]
    running: bool
    wide: bool
    lines: int
    options: tuple[tuple[str, str], ...]
    worth_title: str
    worth: tuple[PadWorth, ...]
    together: int
    rankings: tuple[PadRanking, ...]
    enough: str


def has_pad(game: Game) -> bool:
    """Whether there is anything to write down: a score in points."""
    return bool(game.scores)


def score_pad(rules: Rules, *, proved: frozenset[str] = frozenset()) -> ScorePad:
    """Return what stands on the score sheet; ``proved`` names promises that are proved."""
    game, english = rules.game, ExpressionWording.of(rules.game)
    wide = scorers(game) * (len(game.scores) + 1 + bool(game.between)) > NARROW
    lines, enough = _lines(game, proved, wide=wide)
    worth = _worth(rules, english)
    return ScorePad(
        title=Volume.of(game).title,
        owners=_owners(game, english),
        kept=tuple(_kept(game, english)),
        columns=tuple(_columns(game, english)),
        running=bool(game.between),
        wide=wide,
        lines=lines,
        options=tuple(
            (capital(english.name(option.name)), value_of(english, option, option.usual))
            for option in game.options
        ),
        worth_title="" if worth is None else capital(english.name(worth.name)),
        worth=() if worth is None else tuple(_drawn_worth(game, worth.each)),
        together=0 if worth is None else worth.total,
        rankings=tuple(_rankings(rules, english)),
        enough=enough,
    )


def _lines(game: Game, proved: frozenset[str], *, wide: bool) -> tuple[int, str]:
    """Return how many lines there are, and what is proved of the number of hands."""
    found = hands_to_goal(game)
    if found is None:
        return MOST_WIDE if wide else LINES, ""
    lines = MOST_WIDE if wide else min(max(LINES, found.hands), MOST_LINES)
    if found.promise not in proved:
        return lines, ""
    who = "team" if scoring(game) is Owner.TEAM else "player"
    after = f"after at most {found.hands} hands"
    said = f"one {who} has reached {found.goal} points {after} (proved)."
    return lines, f"With the usual options, {said}"


def _owners(game: Game, english: ExpressionWording) -> tuple[str, ...]:
    if scoring(game) is Owner.TEAM:
        return tuple(capital(english.name(name)) for name in game.teams)
    return ("",) * scorers(game)


def _kept(game: Game, english: ExpressionWording) -> Iterator[str]:
    """Yield the headings of what lasts from hand to hand and is one of the players."""
    for state in game.states:
        if state.lasting and state.owner is Owner.NOBODY and state.type is Plain.SEAT:
            yield capital(english.name(state.name))


def _columns(game: Game, english: ExpressionWording) -> Iterator[PadColumn]:
    volume = Volume.of(game)
    for name in game.scores:
        words = tuple(map(volume.words_of, clauses_of(game.definitions[name])))
        yield PadColumn(capital(english.name(name)), words)


def _worth(rules: Rules, english: ExpressionWording) -> WorthLine | None:
    """Return what cards are worth where they score, if some are worth more than others."""
    found = [line for line in deck_sheet(rules.game, rules.patterns, english).worth if line.place]
    return next((line for line in found if len(line.each) > 1), None)


def _drawn_worth(game: Game, each: Sequence[Worth]) -> Iterator[PadWorth]:
    """Yield cards with what they are worth; one of each rank, in one suit after another."""
    pictures = Pictures(game)
    for one in each:
        named = [_card(game, name, place) for place, name in enumerate(one.which.split())]
        if len(named) <= MOST_DRAWN:
            yield PadWorth(tuple(pictures.drawn_cards(" ".join(named))), one.worth)


def _card(game: Game, name: str, place: int) -> str:
    """Return a card by its name, or one of a rank."""
    if name not in game.ranks:
        return name
    rank = game.ranks.index(name)
    found = [number for number, card in enumerate(game.cards) if card.rank == rank]
    return game.card_name(found[place % len(found)])


def _rankings(rules: Rules, english: ExpressionWording) -> Iterator[PadRanking]:
    """Yield each combination whose plays rank by a word, with the lowest play of each word."""
    game, pictures = rules.game, Pictures(rules.game)
    if rules.patterns.setting is None:  # what is wild changes with the moment
        return
    for hand in hands(game)[:1]:
        holding = HoldingBounds(rules.patterns, hand)
        for index, pattern in enumerate(game.patterns):
            words = [
                place
                for place in pattern.ranked
                if isinstance(pattern.fields[place].type, ChoiceType)
            ]
            if not words:
                continue
            readings = [one for one in rules.patterns.readings if one[0] == index]
            lowest = _lowest(tuple(holding.held(readings)), pattern.ranked, words[0])
            plays = tuple(
                tuple(pictures.drawn_cards(rules.show(holding.fewest_wild(play))))
                for play in lowest
            )
            if len(plays) > 1:
                yield PadRanking(f"{capital(english.name(pattern.name))}, lowest first", plays)


def _lowest(
    plays: Sequence[Combination], ranked: Sequence[int], word: int
) -> tuple[Combination, ...]:
    """Return the lowest play of each value of a word, from the lowest value."""

    def rank(reading: Reading) -> list[int]:
        return [reading[1 + place] for place in ranked]

    found: dict[int, Combination] = {}
    for play in sorted(plays, key=lambda one: rank(one.reading)):
        found.setdefault(play.reading[1 + word], play)
    return tuple(found.values())
