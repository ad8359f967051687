"""The deal: what goes where, which groups are shuffled together, and who gets the first card."""

from __future__ import annotations

from dataclasses import dataclass, field

from haggis_rules.diagnostics.errors import (
    CardsLeftError,
    DeckTooSmallError,
    ShuffledTwiceError,
    UndeclaredCardError,
    WrongTypeError,
)
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.lower.card_names import rank_index
from haggis_rules.ir.lower.expressions import value
from haggis_rules.ir.lower.owners import owner_of, refuse_pairs
from haggis_rules.ir.lower.scope import Scope
from haggis_rules.ir.lower.symbols import World
from haggis_rules.ir.types import Plain
from haggis_rules.syntax import ast

_DEALS = (ast.DealEach, ast.DealSome, ast.DealRest)

_MOST_BEFORE = 6  # deals before one for which too few cards are left, the nearest

Stock = tuple[int, ...]  # groups that are shuffled together


def deals(world: World) -> tuple[ir.Deal, ...]:
    """Type the deals, and see that they use the deck exactly."""
    return _Deck(world, [card.copies for card in world.cards]).deals()


@dataclass(slots=True)
class _Deck:
    """What is left while the deals are typed in the order of the text.

    ``left`` has how many of each card are not dealt by name, ``dealt`` how many cards of each stock
    chance has dealt, ``before`` where that is said, and ``together`` the stock of each group, and
    where it is said first.
    """

    world: World
    left: list[int]
    dealt: dict[Stock, int] = field(default_factory=dict[Stock, int])
    together: dict[int, tuple[Stock, Span]] = field(default_factory=dict[int, tuple[Stock, Span]])
    before: dict[Stock, list[Span]] = field(default_factory=dict[Stock, list[Span]])

    def deals(self) -> tuple[ir.Deal, ...]:
        """Type all deals; faults are noted in the world."""
        typed: list[ir.Deal] = []
        for located in self.world.items:
            with self.world.noting():
                match located.item:
                    case ast.DealEach() as item:
                        typed.append(self._each(located.clause, item))
                    case ast.DealSome() as item:
                        typed.append(self._some(located.clause, item))
                    case ast.DealRest() as item:
                        typed.append(self._rest(located.clause, item))
                    case _:
                        pass
        self._all_dealt()
        return tuple(typed)

    def _each(self, clause: str, item: ast.DealEach) -> ir.Deal:
        world = self.world
        zone, owners = self._target(item.to)
        cards: list[int] = []
        for rank in item.ranks:
            index = rank_index(world, rank)
            found = [i for i, card in enumerate(world.cards) if card.rank == index]
            if len(found) != 1:
                raise UndeclaredCardError(
                    f"`{world.ranks[index]}` is not one card but {len(found)}",
                    rank.span,
                    hint="only cards without suit can be dealt by their rank",
                )
            self.left[found[0]] -= owners
            if self.left[found[0]] < 0:
                raise DeckTooSmallError(
                    f"{owners} of `{world.ranks[index]}` are dealt, but the deck has only "
                    f"{self.left[found[0]] + owners}",
                    rank.span,
                )
            cards.append(found[0])
        return ir.DealEach(clause, tuple(cards), zone)

    def _some(self, clause: str, item: ast.DealSome) -> ir.Deal:
        world = self.world
        zone, owners = self._target(item.to)
        stock = self._shuffled(item.groups, item.span)
        wanted = item.count.value * owners
        there = self._undealt(stock)
        if wanted > there:
            names = " and ".join(group.text for group in item.groups)
            before = self.before.get(stock, [])[-_MOST_BEFORE:]
            raise DeckTooSmallError(
                f"{owners} x {item.count.value} {names} = {wanted} cards are dealt here, "
                f"but only {there} are left",
                item.count.span,
                others=[
                    *((place, "dealt before this") for place in before),
                    *((world.places[group.text], "these cards") for group in item.groups),
                    *((one.span, "of these ranks") for _, one in world.of_kind(ast.Ranks)),
                    *((one.span, "in these suits") for _, one in world.of_kind(ast.Suits)),
                ],
                hint=f"at most {there // owners} can be dealt to each",
            )
        self.dealt[stock] = self.dealt.get(stock, 0) + wanted
        self.before.setdefault(stock, []).append(item.span)
        group, *more = (world.group(name) for name in item.groups)
        return ir.DealSome(clause, item.count.value, group, zone, tuple(more))

    def _rest(self, clause: str, item: ast.DealRest) -> ir.Deal:
        zone, _ = self._target(item.to)
        stock = self._shuffled(item.groups, item.span)
        start = None if item.start is None else self._start(item.start, zone)
        self.dealt[stock] = self.dealt.get(stock, 0) + self._undealt(stock)
        group, *more = (self.world.group(name) for name in item.groups)
        return ir.DealRest(clause, group, zone, tuple(more), start)

    def _start(self, start: ast.Expr, zone: int) -> nodes.Expr:
        """Type with whom a deal begins. What it may look at is seen to by ``timing``."""
        match self.world.zones[zone].owner:
            case ir.Owner.NOBODY:
                raise WrongTypeError(
                    "all goes to one zone, so it starts with nobody",
                    start.span,
                    hint="leave `, starting with` out, or deal to a zone `of each seat`",
                )
            case ir.Owner.SEAT:
                return value(start, Scope(self.world), Plain.SEAT)
            case ir.Owner.TEAM:
                return value(start, Scope(self.world), Plain.TEAM)
            case ir.Owner.PAIR:
                raise AssertionError(start)  # `_target` has refused it

    def _shuffled(self, names: tuple[ast.Name, ...], span: Span) -> Stock:
        """Return the stock of some groups. Raises ``ShuffledTwiceError``."""
        stock = tuple(sorted({self.world.group(name) for name in names}))
        if len(stock) != len(names):
            raise ShuffledTwiceError(
                "a group is named twice here", span, hint="name each group once"
            )
        for group in stock:
            known, where = self.together.setdefault(group, (stock, span))
            if known != stock:
                with_ = " and ".join(self.world.groups[one].name for one in known)
                raise ShuffledTwiceError(
                    f"`{self.world.groups[group].name}` is shuffled with other groups here",
                    span,
                    others=[(where, f"here {with_} are dealt from one stack")],
                    hint="name the same groups wherever one of them is dealt by chance",
                )
        return stock

    def _target(self, to: ast.ZoneEach) -> tuple[int, int]:
        """Return the zone that cards are dealt to, and how many there are of it."""
        world = self.world
        index = world.zone(to.name)
        zone = world.zones[index]
        if owner_of(world, to.owner) is not zone.owner:
            each = "" if zone.owner is ir.Owner.NOBODY else f" of each {zone.owner.value}"
            raise WrongTypeError(
                f"this is not how `{zone.name}` is declared",
                to.span,
                hint=f"write `{zone.name}{each}`",
            )
        refuse_pairs(
            zone.owner, to.span, "no cards are dealt", "deal them elsewhere, and move them"
        )
        sizes = {ir.Owner.NOBODY: 1, ir.Owner.SEAT: world.seats, ir.Owner.TEAM: len(world.teams)}
        return index, sizes[zone.owner]

    def _undealt(self, stock: Stock) -> int:
        """Count the cards of a stock that are dealt neither by name nor by chance so far."""
        cards = zip(self.world.cards, self.left, strict=True)
        there = sum(count for card, count in cards if card.group in stock)
        return there - self.dealt.get(stock, 0)

    def _all_dealt(self) -> None:
        world = self.world
        if world.faults:
            return
        groups = range(len(world.groups))
        stocks = [self.together[one][0] if one in self.together else (one,) for one in groups]
        for stock in dict.fromkeys(stocks):
            names = [world.groups[group].name for group in stock]
            if self._undealt(stock):
                edit = self._removed()
                fault = CardsLeftError(
                    f"{self._undealt(stock)} {' and '.join(names)} are dealt to nobody",
                    world.places[names[0]],
                    others=[] if edit is None else [(edit, "cards were dealt by what goes here")],
                    hint=f"deal them, or write `deal the rest of {', '.join(names)} to ZONE`",
                )
                fault.edit = edit
                world.faults.append(fault)

    def _removed(self) -> Span | None:
        """Find where a clause that dealt is taken out, with none that deals in its place."""
        dealing = [one.head for one in self.world.items if isinstance(one.item, _DEALS)]
        edits = (self.world.dropped.get(kind) for kind in _DEALS)
        return next((one for one in edits if one is not None and one not in dealing), None)
