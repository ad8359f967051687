"""A record that was damaged is refused by name at the line of the damage; none is believed."""

import io
import json
from collections.abc import Callable
from random import Random
from typing import cast

import pytest

from haggis_rules import (
    IllegalAction,
    MalformedError,
    MissingCardError,
    NotationError,
    OtherDealError,
    OtherRulesError,
    Rules,
    TooManyCopiesError,
    UnknownCardError,
)
from haggis_rules.notation.errors import (
    DamagedRecordError,
    ImpossibleDealError,
    MisplacedEventError,
    NoRecordError,
    OtherFormError,
    OtherScoreError,
)
from haggis_rules.records.reader import LONGEST, read
from haggis_rules.records.replay import replay
from tests.games import rules_of
from tests.records.lies import (
    Lines,
    deal,
    deed,
    end,
    place,
    repeat,
    swap_cards,
    swap_hands,
    swap_lines,
    whole,
)
from tests.records.matches import NAMES, bytes_of, lines_of, played, record_of


def long_heron() -> Rules:
    return rules_of("long-heron")


Tell = Callable[[Lines], object]
LIES: dict[str, tuple[Tell, type[Exception], str]] = {
    "another form": (lambda r: r[0].update(record=3), OtherFormError, "line 1: .* form 3, and"),
    "a form that is no number": (lambda r: r[0].update(record=True), OtherFormError, "form True"),
    "no form": (lambda r: r[0].pop("record"), NoRecordError, "line 1: this is not a record"),
    "another digest": (lambda r: r[0].update(rules="0"), OtherRulesError, "line 1: this match was"),
    "another variant": (
        lambda r: r[0].update(variant="x"),
        OtherRulesError,
        "do not match its digest",
    ),
    "other players": (lambda r: r[0].update(players=2), OtherRulesError, "do not match its digest"),
    "other options": (
        lambda r: r[0]["options"].update(target=61),
        OtherRulesError,
        "do not match its digest",
    ),
    "a truth for a number": (
        lambda r: r[0]["options"].update(doubled=0),
        OtherRulesError,
        "do not match its digest",
    ),
    "players that are none": (lambda r: r[0].update(players="3"), MalformedError, "line 1: "),
    "options that are none": (lambda r: r[0].update(options=[]), MalformedError, "line 1: "),
    "another seed": (lambda r: r[0].update(seed=5), OtherDealError, "line 2: hand 1 is not dealt"),
    "a seed that is none": (lambda r: r[0].update(seed="4"), MalformedError, "line 1: the seed"),
    "a seed left out": (lambda r: r[0].pop("seed"), MalformedError, "lacks its `seed`"),
    "something more": (lambda r: r[0].update(by="me"), MalformedError, "'by' is not part"),
    "a head in the middle": (lambda r: r.insert(4, r[0]), MisplacedEventError, "line 5: a record"),
    "no head": (lambda r: r.pop(0), NoRecordError, "line 1: "),
    "another deal": (swap_cards, OtherDealError, "line 2: hand 1 is not dealt"),
    "another deal later": (lambda r: swap_cards(r, 2), OtherDealError, "hand 3 is not dealt"),
    "another draw": (
        lambda r: deal(r)["drawn"].update(luck=[9, 9, 9]),
        OtherDealError,
        "line 2: hand 1",
    ),
    "a draw that is none": (
        lambda r: deal(r)["drawn"].update(dealer=None),
        MalformedError,
        "line 2: None is no seat",
    ),
    "a draw out of bounds": (
        lambda r: deal(r)["drawn"].update(luck=[10, 0, 0]),
        MalformedError,
        "line 2: 10 is no 0 to 9",
    ),
    "a draw in a later hand": (
        lambda r: deal(r, 1)["drawn"].update(dealer=0),
        MalformedError,
        "'dealer' is not part",
    ),
    "a card twice": (
        lambda r: deal(r)["dealt"]["fist"][0].__setitem__(slice(0, 3), ["3c"] * 3),
        TooManyCopiesError,
        "line 2: there are more than 2",
    ),
    "a card too few": (
        lambda r: deal(r)["dealt"]["fist"][0].pop(),
        MissingCardError,
        "line 2: .* the deck has 2",
    ),
    "a hand too big": (
        lambda r: deal(r)["dealt"]["fist"][0].append(deal(r)["dealt"]["fist"][1].pop()),
        ImpossibleDealError,
        "line 2: 16 of plain lie in fist of seat 1, where these rules deal 15",
    ),
    "a card of another deck": (
        lambda r: deal(r)["dealt"]["fist"][0].__setitem__(0, "10r"),
        UnknownCardError,
        "line 2: `10r`",
    ),
    "a zone too few": (
        lambda r: deal(r)["dealt"].pop("leftover"),
        MalformedError,
        "line 2: .* lacks its `leftover`",
    ),
    "a zone too many": (
        lambda r: deal(r)["dealt"].update(attic=[]),
        MalformedError,
        "line 2: 'attic' is not part",
    ),
    "no zones": (lambda r: deal(r).update(dealt=[]), MalformedError, "line 2: "),
    "a hand that is no number": (lambda r: deal(r).update(hand="1"), MalformedError, "line 2: "),
    "a hand out of order": (
        lambda r: deal(r, 1).update(hand=3, drawn={}),
        MisplacedEventError,
        "hand 3 cannot be dealt here: it is not its turn",
    ),
    "a hand below the first": (lambda r: deal(r, 1).update(hand=0), MisplacedEventError, "hand 0"),
    "a deal twice": (
        lambda r: repeat(r, place(r, "hand", 1)),
        MisplacedEventError,
        "hand 2 was dealt before",
    ),
    "a deal after its first action": (
        lambda r: swap_lines(r, 1, 2),
        MisplacedEventError,
        "line 3: hand 1 cannot be dealt here",
    ),
    "an action out of turn": (
        lambda r: deed(r).update(seat=(deed(r)["seat"] + 1) % 3),
        IllegalAction,
        "line 3: .* is not allowed",
    ),
    "an action that is not allowed": (
        lambda r: deed(r).update(action="sleep", choices={}),
        IllegalAction,
        r"line 3: .*sleep` is not allowed: .*\(",
    ),
    "an action that there is not": (
        lambda r: deed(r).update(action="fly"),
        MalformedError,
        "line 3: no action is called 'fly'",
    ),
    "an action twice": (lambda r: repeat(r, 2), IllegalAction, "line 4: "),
    "an action left out": (lambda r: r.pop(3), IllegalAction, "line 4: "),
    "actions in another order": (lambda r: swap_lines(r, 2, 3), IllegalAction, "line 3: "),
    "a seat that there is not": (lambda r: deed(r).update(seat=3), MalformedError, "line 3: 3 is"),
    "a truth for a seat": (lambda r: deed(r).update(seat=True), MalformedError, "line 3: True is"),
    "a choice left out": (lambda r: deed(r).pop("choices"), MalformedError, "line 3: .*lacks"),
    "choices that are none": (lambda r: deed(r).update(choices=7), MalformedError, "line 3: "),
    "an action of more": (lambda r: deed(r).update(who="me"), MalformedError, "line 3: 'who'"),
    "an end twice": (
        lambda r: repeat(r, place(r, "ended")),
        MisplacedEventError,
        "hand 1 was over before",
    ),
    "an end too early": (
        lambda r: r.insert(3, end(r)),
        MisplacedEventError,
        "line 4: hand 1 is not over here",
    ),
    "an end after the next deal": (
        lambda r: swap_lines(r, place(r, "ended"), place(r, "ended") + 1),
        MisplacedEventError,
        "hand 1 was over before",
    ),
    "an end of another hand": (lambda r: end(r).update(ended=2), MisplacedEventError, "hand 2 is"),
    "another score": (
        lambda r: end(r)["sheet"][0].update(points=99),
        OtherScoreError,
        "hand 1 does not end as the rules say: `sheet` is",
    ),
    "another clause": (
        lambda r: end(r)["sheet"][0].update(clauses=[]),
        OtherScoreError,
        "`sheet` is",
    ),
    "another sum": (lambda r: end(r).update(scores=[0, 0, 0]), OtherScoreError, "`scores` is"),
    "a truth for points": (
        lambda r: end(r).update(scores=[True, False, False]),
        OtherScoreError,
        "`scores` is",
    ),
    "a last hand that was not": (lambda r: end(r).update(last=True), OtherScoreError, "`last` is"),
    "an end of less": (lambda r: end(r).pop("last"), MalformedError, "lacks its `last`"),
    "an event that is none": (lambda r: r.insert(2, {}), MalformedError, "line 3: this is no"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_record_that_lies_is_refused_by_name_and_line(lie: str) -> None:
    tell, kind, said = LIES[lie]
    lines = whole()
    tell(lines)
    assert bytes_of(lines) != bytes_of(whole())
    with pytest.raises((NotationError, IllegalAction), match=said) as caught:
        replay(long_heron(), record_of(lines))
    assert type(caught.value) is kind
    if isinstance(caught.value, NotationError):
        assert caught.value.line is not None


WITHOUT_SEED: dict[str, tuple[Tell, type[Exception], str]] = {
    "no deal": (lambda r: r.pop(1), MisplacedEventError, "line 2: nothing has been dealt"),
    "no deals at all": (
        lambda r: r.__delitem__(slice(1, None)),
        MisplacedEventError,
        "line 1: the record has no seed, and no hand is dealt",
    ),
    "a later deal left out": (
        lambda r: r.pop(place(r, "hand", 1)),
        MisplacedEventError,
        "hand 2 has not been dealt",
    ),
    "a hand too early": (
        lambda r: r.insert(4, deal(r, 1)),
        MisplacedEventError,
        "line 5: hand 2 cannot be dealt here",
    ),
    "a hand that cannot be": (
        lambda r: deal(r)["dealt"]["leftover"].append(deal(r)["dealt"]["fist"][1].pop()),
        ImpossibleDealError,
        "line 2: 14 of plain lie in fist of seat 2",
    ),
    "another hand, in which the first card is not held": (
        swap_hands,
        IllegalAction,
        "line 3: ",
    ),
}


@pytest.mark.parametrize("lie", WITHOUT_SEED)
def test_a_record_without_a_seed_lies_no_better(lie: str) -> None:
    tell, kind, said = WITHOUT_SEED[lie]
    lines = whole(seedless=True)
    tell(lines)
    with pytest.raises((NotationError, IllegalAction), match=said) as caught:
        replay(long_heron(), record_of(lines))
    assert type(caught.value) is kind


def in_lines() -> list[bytes]:
    """Return each line of a good file."""
    return bytes_of(whole()).splitlines(keepends=True)


Break = Callable[[list[bytes]], bytes]
BROKEN: dict[str, tuple[Break, type[Exception], str]] = {
    "nothing": (lambda _: b"", NoRecordError, "line 1: "),
    "a picture": (lambda _: b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", NoRecordError, "line 1: "),
    "another file of JSON": (lambda _: b'{"players": 2}\n', NoRecordError, "line 1: "),
    "a list": (lambda _: b"[]\n", NoRecordError, "line 1: "),
    "a head that was cut off": (lambda good: good[0][:-9], NoRecordError, "line 1: "),
    "a line of no JSON": (
        lambda good: b"".join([good[0], b"{,}\n", *good]),
        DamagedRecordError,
        "line 2: this is not JSON",
    ),
    "an empty line": (
        lambda good: b"".join([good[0], b"\n", *good]),
        DamagedRecordError,
        "line 2: this is not JSON",
    ),
    "a line of no text": (
        lambda good: good[0] + b"\xff\n",
        DamagedRecordError,
        "line 2: this is not text",
    ),
    "a line that is a list": (
        lambda good: good[0] + b"[]\n",
        DamagedRecordError,
        "line 2: an event is a mapping",
    ),
    "a number without end": (
        lambda good: good[0] + b"9" * 5000 + b"\n",
        DamagedRecordError,
        "line 2: ",
    ),
    "brackets without end": (
        lambda good: good[0] + b"[" * 50_000 + b"\n",
        DamagedRecordError,
        "line 2: ",
    ),
    "a line that is too long": (
        lambda good: good[0] + b" " * 50_000_000,
        DamagedRecordError,
        "line 2: it is longer than any event",
    ),
    "a line that is cut in the middle": (
        lambda good: good[0] + good[1][:40] + b"\n" + good[2],
        DamagedRecordError,
        "line 2: this is not JSON from column",
    ),
    "a line that runs into the next": (
        lambda good: good[0] + good[1][:-1] + good[2],
        DamagedRecordError,
        "line 2: this is not JSON from column",
    ),
    "a key twice": (
        lambda good: good[0] + b'{"seat": 0, "seat": 1, "action": "sleep", "choices": {}}\n',
        DamagedRecordError,
        "line 2: `seat` is given twice",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_is_no_record_is_refused_by_name_and_line(name: str) -> None:
    make, kind, said = BROKEN[name]
    data = make(in_lines())
    with pytest.raises(NotationError, match=said) as caught:
        record_of(data)
    assert type(caught.value) is kind


def test_of_a_line_that_is_too_long_little_is_read() -> None:
    head = in_lines()[0]
    file = io.BytesIO(head + b" " * 50_000_000)
    with pytest.raises(DamagedRecordError):
        read(file)
    assert file.tell() <= len(head) + LONGEST + 1


def test_a_match_goes_on_after_its_end_in_no_record() -> None:
    lines = lines_of(played("classic for 2", 1)[-1])
    assert lines[-1]["last"] is True
    again = lines[place(lines, "action", -1)]
    with pytest.raises(IllegalAction, match=rf"line {len(lines) + 1}: .*\(match"):
        replay(rules_of("classic for 2"), record_of([*lines, again]))
    following = {**lines[place(lines, "hand", -1)], "hand": lines[-1]["ended"] + 1}
    with pytest.raises(MisplacedEventError, match="it is not its turn"):
        replay(rules_of("classic for 2"), record_of([*lines, following]))


@pytest.mark.parametrize("name", NAMES)
def test_whatever_byte_is_changed_the_record_is_refused_or_tells_the_same_or_no_lie(
    name: str,
) -> None:
    """A byte that differs gives a refusal, or a match whose own record is what was read."""
    match, chance = played(name, 8, 40)[-1], Random(name)
    data = bytes_of(lines_of(match))
    refused = 0
    for _ in range(60):
        at, byte = chance.randrange(len(data)), chance.randrange(256)
        changed = data[:at] + bytes([byte]) + data[at + 1 :]
        try:
            record = record_of(changed)
            found = replay(rules_of(name), record)
        except (NotationError, IllegalAction):
            refused += 1
            continue
        told = json.loads(json.dumps([line.event.to_json() for line in record.lines]))
        known = cast("list[object]", lines_of(found))[1:]
        assert told == known[: len(told)] or _alike(told, known)
    assert refused > 30


def _alike(told: object, known: object) -> bool:
    """Whether they differ in upper and lower case alone, which makes none."""
    return json.dumps(told).lower() == json.dumps(known).lower()
