"""A position that fits what a seat sees, in the lowered form, by the same draws as the engine.

Mirrors ``knowledge.determinize`` for a view without a past: hidden cards are given out by chance,
hidden values begin as the rules have it, steps that wait are taken, and what comes out is believed
only when the seat sees the same there.
"""

from __future__ import annotations

from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import FALSE, I32, I64, TRUE, i32
from haggis_rules.codegen.lowered.form import (
    Assign,
    CopyBytes,
    IntegerOperator,
    Invoke,
    LocalVariable,
    LoweredExpression,
    Operation,
    Perform,
    Return,
    Store,
    When,
    While,
)
from haggis_rules.ir.game import Game
from haggis_rules.ir.stocks import stock_of_groups, stocks
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.bodies.chance import below, plain_body
from haggis_rules.lowering.bodies.copying import copied
from haggis_rules.lowering.bodies.counting_loops import counting, falling, grow
from haggis_rules.lowering.clauses.definitions import STATE, random_at
from haggis_rules.lowering.clauses.transitions import FOLLOW, INITIAL, LASTING
from haggis_rules.lowering.layouts.match_places import (
    ENDED_AT,
    HAND_AT,
    PLIES_AT,
    SEED_AT,
    TOTALS_AT,
)
from haggis_rules.lowering.layouts.module_names import (
    DETERMINIZE,
    DETERMINIZE_FURTHER,
    ENTRIES,
    OBSERVE,
    PLAYOUT,
    SAMPLED_PLAYOUTS,
)
from haggis_rules.lowering.layouts.observation_layout import (
    HAND_SEEN_AT,
    SEAT_AT,
    TOTALS_SEEN_AT,
    UNSEEN_SIZE,
    ObservationLayout,
)
from haggis_rules.lowering.layouts.state_layout import NUMBER, WORD
from haggis_rules.lowering.matches.match_dealing import draw_first_values
from haggis_rules.lowering.matches.observations import SeatMasks
from haggis_rules.semantics.between_hands import scorers

TRIES: Final = 2000  # how often chance begins anew, as ``knowledge.determinize`` has it
_GIVE_OUT, _OVERLAY, _TRIED = "give out", "overlay", "determinized once"
_MIXED: Final = 255  # the stock of a place where cards of several may lie unseen
_LARGEST: Final = 2  # bytes of an offset in a list of unknown cards

_VIEW, _SEED = LocalVariable(I32, "view"), LocalVariable(I64, "seed")
_MASK, _STOCK = LocalVariable(I32, "mask"), LocalVariable(I32, "stock")
_LOT, _SIZE = LocalVariable(I32, "lot"), LocalVariable(I32, "size")
_COUNT, _OUT = LocalVariable(I32, "count"), LocalVariable(I32, "out")


def lower_determinizing(
    context: LoweringContext, observation: ObservationLayout, masks: SeatMasks
) -> None:
    """Write what makes a position of an observation, and what plays such positions to their end."""
    _Determinizing(context, observation, masks).write()


class _Determinizing:
    """Writes the functions; ``lots`` and the like are rooms that each call fills anew."""

    def __init__(
        self, context: LoweringContext, observation: ObservationLayout, masks: SeatMasks
    ) -> None:
        self.context, self.observation, self.game = context, observation, context.game
        memory, game = context.memory, self.game
        self.cards = sum(card.copies for card in game.cards)
        self.places = [
            (zone, slot.offset + owner * slot.size, owner)
            for zone, slot in enumerate(context.layout.zones)
            for owner in range(slot.owners)
        ]
        seats = range(game.seats)
        self.masks = masks
        self.offsets = memory.table(b"".join(map(self._offsets, self.places)))
        self.stock_of_place = memory.table(b"".join(map(self._stocks_of_places, seats)))
        self.stock_of_kind = memory.table(bytes(_stock_of_kinds(game)))
        self.copies = memory.table(bytes(card.copies for card in game.cards))
        self.left = memory.room(len(game.cards))  # copies that are not seen
        self.unknown = memory.room(_LARGEST * self.cards)  # offsets of places, a card each
        self.stock_of_card = memory.room(self.cards)  # of each unknown card
        self.lot = memory.room(_LARGEST * self.cards)
        self.among = memory.room(self.cards)
        self.swaps = memory.room(self.cards)
        self.tries = memory.room(4)  # how often chance has begun anew
        self.seen_again = memory.room(observation.size)

    def _offsets(self, place: tuple[int, int, int]) -> bytes:
        """Return where a place stands in a state, and its unseen count in an observation, or 0."""
        zone, at, owner = place
        first = self.observation.unseen.get(zone)
        unseen = 0 if first is None else first + UNSEEN_SIZE * owner
        return at.to_bytes(_LARGEST, "little") + unseen.to_bytes(_LARGEST, "little")

    def _stocks_of_places(self, seat: int) -> bytes:
        """Return for each place the one stock of which cards may lie there unseen."""
        mask, of = self.observation.mask(seat), _stock_of_kinds(self.game)
        found = bytearray()
        for _, at, _ in self.places:
            hidden = {of[kind] for kind in range(len(self.game.cards)) if not mask[at + kind]}
            found.append(hidden.pop() if len(hidden) == 1 else _MIXED)
        return bytes(found)

    def write(self) -> None:
        """Write all functions."""
        self._overlay()
        self._give_out()
        self._tried()
        self._further()
        self._determinize()
        self._sampled_playouts()

    def _overlay(self) -> None:
        """Write what gives each value that the seat sees the value that it sees."""
        body = plain_body(self.context, STATE, _VIEW, _MASK)
        ends = [one.offset + one.owners * one.size for one in self.context.layout.values]
        with counting(body, "at", i32(0), i32(max(ends, default=0)), WORD) as (at, inside):
            place = inside.begin(build.add(STATE, at), "place")
            there = inside.begin(build.load(I64, place, 0, WORD), "there")
            view = build.load(I64, build.add(_VIEW, at), self.observation.state_at, WORD)
            seen = build.load(I64, build.add(_MASK, at), 0, WORD)
            changed = _operation(IntegerOperator.XOR, view, there)
            kept = _operation(IntegerOperator.AND, changed, seen)
            inside.do(Store(place, 0, WORD, _operation(IntegerOperator.XOR, there, kept)))
        self.context.write(_OVERLAY, [STATE, _VIEW, _MASK], body)

    def _give_out(self) -> None:
        """Write what gives the unknown cards of a lot kinds by chance, of one stock or of all.

        It returns 0 where that leads nowhere.
        """
        body = plain_body(self.context, STATE, _MASK, _LOT, _SIZE, _STOCK)
        self._gather(body)
        self._shuffle(body)
        with counting(body, "index", i32(0), _SIZE) as (index, inside):
            kind = inside.begin(build.load(I32, index, self.among, 1), "kind")
            place = inside.begin(self._place(index), "place")
            mended = inside.inner()
            self._mend(index, kind, place, mended)
            inside.do(When(self._sees(place, kind), tuple(mended.statements)))
        with counting(body, "index", i32(0), _SIZE) as (index, inside):
            given = build.load(I32, index, self.among, 1)
            at = inside.begin(build.add(STATE, build.add(self._place(index), given)), "at")
            inside.do(Store(at, 0, 1, build.add(build.load(I32, at, 0, 1), i32(1))))
        body.do(Return(i32(1)))
        self.context.write(_GIVE_OUT, [STATE, _MASK, _LOT, _SIZE, _STOCK], body, result=I32)

    def _gather(self, body: LoweredBody) -> None:
        """Write what lists the kinds that are left; there have to be as many as cards."""
        listed = body.begin(i32(0), "listed")
        with counting(body, "kind", i32(0), i32(len(self.game.cards))) as (kind, inside):
            every = build.compare(IntegerOperator.LT_S, _STOCK, i32(0))
            same = build.equal(build.load(I32, kind, self.stock_of_kind, 1), _STOCK)
            count = inside.begin(i32(0), "count")
            here = Assign(count, build.load(I32, kind, self.left, 1))
            inside.do(When(build.either(every, same), (here,)))
            with counting(inside, "copy", i32(0), count) as (_, each):
                each.do(Store(listed, self.among, 1, kind), grow(listed, i32(1)))
        wrong = _operation(IntegerOperator.NE, listed, _SIZE)
        body.do(When(wrong, (Return(i32(0)),)))

    def _shuffle(self, body: LoweredBody) -> None:
        last = build.subtract(_SIZE, i32(1))
        with falling(body, "last", last, i32(1)) as (place, inside):
            drawn = below(random_at(self.context), build.add(place, i32(1)))
            self._exchange(place, inside.begin(drawn, "other"), inside)

    def _exchange(self, one: LocalVariable, other: LocalVariable, body: LoweredBody) -> None:
        kind = body.begin(build.load(I32, one, self.among, 1), "card")
        body.do(Store(one, self.among, 1, build.load(I32, other, self.among, 1)))
        body.do(Store(other, self.among, 1, kind))

    def _mend(
        self, index: LocalVariable, kind: LocalVariable, place: LocalVariable, body: LoweredBody
    ) -> None:
        """Write what lets a card that does not fit change places with one where both fit then."""
        found = body.begin(i32(0), "found")
        with counting(body, "other", i32(0), _SIZE) as (other, inside):
            its = inside.begin(build.load(I32, other, self.among, 1), "its")
            there = inside.begin(self._place(other), "there")
            fits = build.both(
                build.negated(self._sees(place, its)), build.negated(self._sees(there, kind))
            )
            noted = (Store(found, self.swaps, 1, other), grow(found, i32(1)))
            inside.do(When(fits, noted))
        body.do(When(build.equal(found, i32(0)), (Return(i32(0)),)))
        drawn = body.begin(below(random_at(self.context), found), "drawn")
        self._exchange(index, body.begin(build.load(I32, drawn, self.swaps, 1), "other"), body)

    def _place(self, index: LocalVariable) -> LoweredExpression:
        """Return the offset of the place of a card of the lot."""
        return build.load(I32, build.add(_LOT, build.multiply(index, i32(_LARGEST))), 0, _LARGEST)

    def _sees(self, place: LoweredExpression, kind: LoweredExpression) -> LoweredExpression:
        """Return whether the seat sees cards of a kind in a place, so that none lies unseen."""
        return build.load(I32, build.add(_MASK, build.add(place, kind)), 0, 1)

    def _tried(self) -> None:
        """Write what lets chance decide once; it returns 0 where that leads nowhere."""
        context = self.context
        body = plain_body(context, STATE, _VIEW, _MASK)
        seen_zones, end = self._zones()
        at = self.observation.state_at + seen_zones
        body.do(*copied(STATE, _VIEW, end - seen_zones, at=at, to=seen_zones))
        size, mixed = self._list_unknown(body)
        self._give_all(size, mixed, body)
        overlay = Perform(Invoke(None, _OVERLAY, (STATE, _VIEW, _MASK)))
        draw_first_values(body, lasting=True)
        body.do(overlay, Perform(Invoke(None, LASTING, (STATE,))), overlay)
        draw_first_values(body, lasting=False)
        body.do(overlay, Perform(Invoke(None, INITIAL, (STATE,))), overlay)
        body.do(Perform(Invoke(None, FOLLOW, (STATE,))), Return(self._looks_alike(body)))
        context.write(_TRIED, [STATE, _VIEW, _MASK], body, result=I32)

    def _zones(self) -> tuple[int, int]:
        zones = self.context.layout.zones
        if not zones:
            return 0, 0
        return zones[0].offset, zones[-1].offset + zones[-1].owners * zones[-1].size

    def _list_unknown(self, body: LoweredBody) -> tuple[LocalVariable, LocalVariable]:
        """Write what lists the cards that are not seen, and counts the copies that are left.

        Return how many there are, and whether of some it is not known of which stock they are.
        """
        size, mixed = body.begin(i32(0), "size"), body.begin(FALSE, "mixed")
        body.do(CopyBytes(i32(self.left), i32(self.copies), i32(len(self.game.cards))))
        seat = build.load(I32, _VIEW, SEAT_AT, 4)
        row = body.begin(build.multiply(seat, i32(len(self.places))), "row")
        with counting(body, "number", i32(0), i32(len(self.places))) as (number, inside):
            pair = inside.begin(build.multiply(number, i32(2 * _LARGEST)), "pair")
            at = inside.begin(build.load(I32, pair, self.offsets, _LARGEST), "at")
            self._take_seen(at, inside)
            place = build.load(I32, pair, self.offsets + _LARGEST, _LARGEST)
            hidden = inside.begin(place, "hidden")
            stock = build.load(I32, build.add(row, number), self.stock_of_place, 1)
            own = inside.begin(stock, "stock")
            unseen = inside.inner()
            self._list_place((at, hidden, own), size, mixed, unseen)
            inside.do(When(hidden, tuple(unseen.statements)))
        return size, mixed

    def _list_place(
        self,
        place: tuple[LocalVariable, LocalVariable, LocalVariable],
        size: LocalVariable,
        mixed: LocalVariable,
        body: LoweredBody,
    ) -> None:
        """Write what lists the cards that lie unseen in one place, of which some are hidden."""
        at, hidden, stock = place
        count = body.begin(build.load(I32, build.add(_VIEW, hidden), 0, UNSEEN_SIZE), "unseen")
        room = build.subtract(i32(self.cards), size)
        more = build.compare(IntegerOperator.GT_S, count, room)
        body.do(When(more, (Return(i32(0)),)))
        with counting(body, "card", i32(0), count) as (_, inside):
            listed = build.multiply(size, i32(_LARGEST))
            inside.do(Store(listed, self.unknown, _LARGEST, at))
            inside.do(Store(size, self.stock_of_card, 1, stock), grow(size, i32(1)))
            unknown = build.equal(stock, i32(_MIXED))
            inside.do(When(unknown, (Assign(mixed, TRUE),)))

    def _take_seen(self, at: LocalVariable, body: LoweredBody) -> None:
        """Write what takes the cards that are seen in a place from those that are left."""
        zone = body.begin(build.add(STATE, at), "zone")
        with counting(body, "kind", i32(0), i32(len(self.game.cards))) as (kind, inside):
            seen = build.load(I32, build.add(zone, kind), 0, 1)
            left = build.subtract(build.load(I32, kind, self.left, 1), seen)
            rest = inside.begin(left, "rest")
            lacking = build.compare(IntegerOperator.LT_S, rest, i32(0))
            inside.do(When(lacking, (Return(i32(0)),)), Store(kind, self.left, 1, rest))

    def _give_all(self, size: LocalVariable, mixed: LocalVariable, body: LoweredBody) -> None:
        """Write what gives out each stock by itself, or all together where they are mixed."""
        together, apart = body.inner(), body.inner()
        self._give((i32(self.unknown), size, i32(-1)), together)
        for stock in range(len(stocks(self.game))):
            listed = apart.begin(i32(0), "listed")
            with counting(apart, "card", i32(0), size) as (card, inside):
                own = build.equal(build.load(I32, card, self.stock_of_card, 1), i32(stock))
                at = build.load(I32, build.multiply(card, i32(_LARGEST)), self.unknown, _LARGEST)
                put = Store(build.multiply(listed, i32(_LARGEST)), self.lot, _LARGEST, at)
                inside.do(When(own, (put, grow(listed, i32(1)))))
            self._give((i32(self.lot), listed, i32(stock)), apart)
        body.do(When(mixed, tuple(together.statements), tuple(apart.statements)))

    def _give(self, lot: tuple[LoweredExpression, ...], body: LoweredBody) -> None:
        given = body.begin(Invoke(I32, _GIVE_OUT, (STATE, _MASK, *lot)), "given")
        body.do(When(build.equal(given, i32(0)), (Return(i32(0)),)))

    def _looks_alike(self, body: LoweredBody) -> LoweredExpression:
        """Return whether the seat sees the same again, after statements that look."""
        again, first = i32(self.seen_again), self.observation.state_at
        seat = build.load(I32, _VIEW, SEAT_AT, 4)
        body.do(Perform(Invoke(None, OBSERVE, (STATE, seat, again))))
        stop = i32(self.observation.unseen_end)
        with counting(body, "at", i32(first), stop) as (at, inside):
            one = build.load(I32, build.add(_VIEW, at), 0, 1)
            other = build.load(I32, at, self.seen_again, 1)
            inside.do(When(_operation(IntegerOperator.NE, one, other), (Return(i32(0)),)))
        return i32(1)

    def _determinize(self) -> None:
        """Write what tries until a position fits; it returns 0 when none is found.

        The match has the seed from then on, by which a playout of it is played.
        """
        context, behind = self.context, self.context.layout.size
        body = plain_body(context, STATE, _VIEW, _SEED)
        seat = build.load(I32, _VIEW, SEAT_AT, 4)
        wrong = Operation(IntegerOperator.GE_U, seat, i32(self.game.seats))
        body.do(When(wrong, (Return(i32(0)),)))
        body.do(Store(STATE, behind + SEED_AT, 8, _SEED), Store(random_at(context), 0, 8, _SEED))
        body.do(Store(STATE, behind + PLIES_AT, 4, i32(0)))
        body.do(Store(STATE, behind + ENDED_AT, 4, i32(0)))
        hand = build.load(I32, _VIEW, HAND_SEEN_AT, 4)
        body.do(Store(STATE, behind + HAND_AT, 4, hand))
        size = NUMBER * scorers(self.game)
        body.do(*copied(STATE, _VIEW, size, at=TOTALS_SEEN_AT, to=behind + TOTALS_AT))
        body.do(Store(i32(0), self.tries, 4, i32(0)))
        body.do(Return(body.begin(Invoke(I32, DETERMINIZE_FURTHER, (STATE, _VIEW)), "fits")))
        context.write(DETERMINIZE, [STATE, _VIEW, _SEED], body, result=I32, exported=True)

    def _further(self) -> None:
        """Write what goes on trying, also after a breach, which stops the module but not a search.

        It returns 0 when no position is found in ``TRIES`` of them.
        """
        body = plain_body(self.context, STATE, _VIEW)
        row = build.multiply(build.load(I32, _VIEW, SEAT_AT, 4), i32(self.context.layout.size))
        self.masks.ready(body)
        mask = body.begin(build.add(row, i32(self.masks.address)), "mask")
        tries = build.load(I32, i32(0), self.tries, 4)
        inside = body.inner()
        inside.do(Store(i32(0), self.tries, 4, build.add(tries, i32(1))))
        fits = inside.begin(Invoke(I32, _TRIED, (STATE, _VIEW, mask)), "fits")
        inside.do(When(fits, (Return(i32(1)),)))
        more = build.compare(IntegerOperator.LT_S, tries, i32(TRIES))
        body.do(While(more, tuple(inside.statements)), Return(i32(0)))
        name = DETERMINIZE_FURTHER
        self.context.write(name, [STATE, _VIEW], body, result=I32, exported=True)

    def _sampled_playouts(self) -> None:
        """Write what plays positions that fit to the end of the hand, from seed to seed.

        What each entry of the score sheet is worth then goes where it is wanted, playout after
        playout. It returns how many were played: fewer when nothing is found that fits.
        """
        context, game = self.context, self.game
        body = plain_body(context, STATE, _VIEW, _SEED, _COUNT, _OUT)
        size = NUMBER * len(game.scores) * scorers(game)
        with counting(body, "sample", i32(0), _COUNT) as (sample, inside):
            seed = build.add(_SEED, build.widened(sample))
            fits = inside.begin(Invoke(I32, DETERMINIZE, (STATE, _VIEW, seed)), "fits")
            inside.do(When(build.negated(fits), (Return(sample),)))
            inside.do(Perform(Invoke(I32, PLAYOUT, (STATE,))))
            out = build.add(_OUT, build.multiply(sample, i32(size)))
            inside.do(Perform(Invoke(None, ENTRIES, (STATE, out))))
        body.do(Return(_COUNT))
        parameters = [STATE, _VIEW, _SEED, _COUNT, _OUT]
        context.write(SAMPLED_PLAYOUTS, parameters, body, result=I32, exported=True)


def _stock_of_kinds(game: Game) -> list[int]:
    of = stock_of_groups(game)
    return [of[card.group] for card in game.cards]


def _operation(
    operator: IntegerOperator, left: LoweredExpression, right: LoweredExpression
) -> LoweredExpression:
    return Operation(operator, left, right)
