"""Cards as pictures: which drawing shows a card, what it is called aloud, how a row is written.

A page refers to the drawings of ``rendering.sprite``. A card that is not drawn there is shown by
its letters.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from html import escape

from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.enumeration.wild_assignment import WildAssignment
from haggis_rules.finder.cards_said import CardsSaid
from haggis_rules.finder.thesaurus import shipped_thesaurus
from haggis_rules.ir.game import Game
from haggis_rules.notation.errors import NotationError
from haggis_rules.notation.play_text import EQUALS, PlayNotation
from haggis_rules.rendering.sprite import ASSETS, BACK, SPRITE, DrawnCard
from haggis_rules.semantics.patterns import Patterns, show_reading
from haggis_rules.semantics.state import Reading
from haggis_rules.site.markdown import code, plain

STYLE = "cards.css"
FEW, SOME = 6, 12  # up to so many cards lie side by side on a telephone, and anywhere else


class Pictures:
    """Draws the cards of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._cards = {
            name.lower(): card for card in range(len(game.cards)) for name in game.card_names(card)
        }
        self._known: dict[str, tuple[Reading, ...]] = {}

    def is_card(self, word: str) -> bool:
        """Whether a word names a card."""
        return word.lower() in self._cards

    def row(self, text: str) -> str:
        """Draw cards as they are written, and below them what is written.

        A wild card shows what it stands for when the text has a reading.
        """
        return self._picture(text, self._meant(text) if EQUALS in text else None)

    def play(self, text: str) -> str:
        """Draw cards that are played: also without a reading, when there is only one.

        What was announced is called as players call it.
        """
        readings = self.read(text) if EQUALS in text else ()
        called = "".join(self._said.play(one) for one in readings)
        return self._picture(text, self._meant(text), called)

    def readings(self, text: str, readings: Iterable[str]) -> str:
        """Draw cards once for each of their readings; below each row is the reading."""
        words = text.split()
        return " ".join(
            _row(self._shown(words, self._meant(f"{text} {EQUALS} {one}")), one) for one in readings
        )

    def read(self, text: str) -> tuple[Reading, ...]:
        """Return every reading that a play as it is written may have; none when it is no play."""
        if text not in self._known:  # an example is read for each page on which it is drawn
            self._known[text] = self._read(text)
        return self._known[text]

    def _read(self, text: str) -> tuple[Reading, ...]:
        try:
            if EQUALS in text:
                return (self._writing.play(text).reading,)
            return tuple(self._writing.readings(self._writing.cards(text)))
        except NotationError:  # an example that is at fault is shown all the same
            return ()

    def called(self, text: str) -> str:
        """Return what players call a reading, such as ``single@6``; nothing for anything else."""
        if not self._writing.is_reading(text):
            return ""
        return self._said.play(self._writing.reading(text))

    def written(self, text: str, reading: Reading) -> str:
        """Write cards with one of their readings."""
        named = text.partition(EQUALS)[0].strip()
        return f"{named} {EQUALS} {show_reading(self.game, reading)}"

    def has_wild(self, text: str) -> bool:
        """Whether any of these cards can stand for others."""
        named = [self._cards.get(word.lower()) for word in text.split()]
        return any(card is not None and self._is_wild(card) for card in named)

    def drawn_cards(self, text: str) -> list[DrawnCard]:
        """Return cards as they are drawn; a wild card shows nothing that it stands for."""
        return self._shown(text.split(), None)

    def _picture(self, text: str, reading: Reading | None, called: str = "") -> str:
        words = text.partition(EQUALS)[0].split()
        return _row(self._shown(words, reading), text, called) if words else code(text)

    def _shown(self, words: Sequence[str], reading: Reading | None) -> list[DrawnCard]:
        game = self.game
        cards = [self._cards.get(word.lower()) for word in words]
        wild_ranks = self._wild_ranks([card for card in cards if card is not None], reading)
        shown: list[DrawnCard] = []
        for word, card in zip(words, cards, strict=True):
            if card is None:
                shown.append(DrawnCard(word))
                continue
            suit = game.cards[card].suit
            rank, ranks = game.cards[card].rank, wild_ranks.get(card)
            meant = ranks.pop(0) if ranks else rank
            shown.append(
                DrawnCard(
                    game.ranks[rank],
                    None if suit is None else game.suits[suit].name,
                    None if meant == rank else game.ranks[meant],
                )
            )
        return shown

    def _wild_ranks(self, cards: Sequence[int], reading: Reading | None) -> dict[int, list[int]]:
        """Return the ranks that wild cards stand for, each as often as it is there."""
        if reading is None or self._patterns.setting is None:  # then it depends on the moment
            return {}
        names = " ".join(map(self.game.card_name, cards))
        wild_ranks: dict[int, list[int]] = {}
        for card, stand in self._wild_assignment.assign(reading, self._writing.cards(names)):
            wild_ranks.setdefault(card, []).append(stand.rank)
        return wild_ranks

    def _meant(self, text: str) -> Reading | None:
        """Return the reading of a play, if a card may stand for another and only one is meant."""
        readings = self.read(text) if self.has_wild(text.partition(EQUALS)[0]) else ()
        return readings[0] if len(readings) == 1 else None

    def _is_wild(self, card: int) -> bool:
        group = self.game.cards[card].group
        return any(wild.group == group for wild in self.game.wilds)

    @cached_property
    def _said(self) -> CardsSaid:
        return CardsSaid(self.game, shipped_thesaurus().cards)

    @cached_property
    def _patterns(self) -> Patterns:
        return Patterns(self.game)

    @cached_property
    def _wild_assignment(self) -> WildAssignment:
        return WildAssignment(self._patterns)

    @cached_property
    def _writing(self) -> PlayNotation:
        return PlayNotation(self.game, Enumerator(self._patterns))


def hidden() -> str:
    """Draw the back of a card; what it is has to be said beside it."""
    return f'<span class="cards" aria-hidden="true"><svg>{_use(BACK)}</svg></span>'


def placed(name: str, text: str, *, above: bool) -> str:
    """Say on a page where the drawings are: beside the pages, or one folder ``above`` them all.

    ``name`` is the path of the page, without which the drawings could not be found from the
    address that the page will have.
    """
    *folders, file = name.removesuffix(".md").split("/")
    up = "../" * (len(folders) + (file != "index") + above)
    return text.replace(f'<use href="{SPRITE}#', f'<use href="{up}{ASSETS}/{SPRITE}#')


def _row(shown: Sequence[DrawnCard], caption: str, called: str = "") -> str:
    """Draw a row with its caption, which a scene leaves out where the drawing says it all."""
    fan = " many" if len(shown) > SOME else " some" if len(shown) > FEW else ""
    fan += " told" if called or EQUALS not in caption else ""
    aloud = escape(", ".join(each.aloud for each in shown))
    drawn = "".join(map(_drawn, shown))
    picture = f'<span role="img" aria-label="{aloud}">{drawn}</span>'
    words = f'<span class="called">{plain(called)}</span>' if called else ""
    return f'<span class="cards{fan}">{picture}{code(caption)}{words}</span>'


def _drawn(card: DrawnCard) -> str:
    if card.is_drawn:
        return f"<svg>{''.join(map(_use, card.layers))}</svg>"
    written = {"rank": card.rank, "suit": card.suit, "as": card.stands_for}
    attributes = "".join(f' data-{k}="{escape(v)}"' for k, v in written.items() if v is not None)
    return f"<b{attributes}></b>"


def _use(drawing: str) -> str:
    return f'<use href="{SPRITE}#{escape(drawing)}"/>'
