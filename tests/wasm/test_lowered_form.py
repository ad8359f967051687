"""The lowered form: its laws, and that the interpreter and wasmtime read each node alike."""

from itertools import product

import pytest

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, i32, i64
from haggis_rules.codegen.lowered.form import (
    Assign,
    ByteOperation,
    ByteOperator,
    Conversion,
    Converted,
    CopyBytes,
    Fail,
    IntegerOperator,
    Invoke,
    Leave,
    Literal,
    Load,
    LocalVariable,
    LoweredExpression,
    LoweredFunction,
    LoweredModule,
    Operation,
    Perform,
    Return,
    Statement,
    Store,
    ValueKind,
    When,
    While,
)
from haggis_rules.codegen.lowered.interpreter import LoweredBreach
from haggis_rules.codegen.lowered.laws import IllFormedError, check_module
from haggis_rules.codegen.lowered.pruning import pruned
from tests.wasm.running import READERS, Start, interpreted

V128 = ValueKind.V128
A, B, C = LocalVariable(I32, "a"), LocalVariable(I64, "b"), LocalVariable(V128, "c")
NUMBERS = (0, 1, -1, 2, 5, 31, 63, 255, -128, 2**31 - 1, -(2**31), 65_535)
DIVIDING = {
    IntegerOperator.DIV_S,
    IntegerOperator.DIV_U,
    IntegerOperator.REM_S,
    IntegerOperator.REM_U,
}


def module(*functions: LoweredFunction) -> LoweredModule:
    return LoweredModule(functions, ((64, bytes(range(64))), (200, b"\xff\x80" * 32)), 65_536)


def function(
    *body: Statement, result: ValueKind | None = None, name: str = "f", exported: bool = True
) -> LoweredFunction:
    return LoweredFunction(name, (A, B), result, body, exported=exported)


@pytest.mark.parametrize("kind", [I32, I64])
def test_all_readers_compute_every_operator_alike(kind: ValueKind) -> None:
    functions = [
        function(Return(one), result=build.kind_of(one), name=f"{operator.value} {a} {b}")
        for operator, a, b in product(IntegerOperator, NUMBERS, NUMBERS)
        for one in [Operation(operator, Literal(kind, a), Literal(kind, b))]
        if operator not in DIVIDING or (b and (a, b) != (-(2**31), -1))
    ]
    found = [start(module(*functions)) for start in READERS]
    for one in functions:
        values = {each.call(one.name, 0, 0) for each in found}
        assert len(values) == 1, one.name


def test_all_readers_compute_every_conversion_and_every_operator_of_bytes_alike() -> None:
    bytes_ = [Load(V128, A, offset, 16) for offset in (64, 200, 90)]
    each: list[LoweredExpression] = [*bytes_, Load(V128, A, 1024, 16)]
    of_numbers = [c for c in Conversion if (c.operand, c.result) == (I32, V128)]
    each += [Converted(c, A) for c in of_numbers]
    of_bytes = [c for c in Conversion if (c.operand, c.result) == (V128, V128)]
    each += [Converted(c, one) for c, one in product(of_bytes, bytes_)]
    each += [ByteOperation(o, a, b) for o, a, b in product(ByteOperator, bytes_, bytes_)]
    functions = [
        function(
            Store(i32(512), 0, 16, one),
            Return(Converted(Conversion.BYTES_SET, one)),
            result=I32,
            name=str(place),
        )
        for place, one in enumerate(each)
    ]
    ends = [c for c in Conversion if c.operand is V128 and c.result is not V128]
    functions += [
        function(Return(Converted(c, one)), result=c.result, name=f"{place} as {c.value[0]}")
        for c, (place, one) in product(ends, enumerate(each))
    ]
    numbers = [c for c in Conversion if V128 not in {c.operand, c.result}]
    functions += [
        function(
            Return(Converted(c, A if c.operand is I32 else B)), result=c.result, name=c.value[0]
        )
        for c in numbers
    ]
    found = [start(module(*functions)) for start in READERS]
    for one in functions:
        for a in (0, 1, 7, 300) if one.name[0].isdecimal() else NUMBERS:
            values = {(each.call(one.name, a, a * 3), each.read(512, 16)) for each in found}
            assert len(values) == 1, one.name


TOTAL = LocalVariable(I64, "total")
SUM = function(
    Assign(TOTAL, i64(0)),
    While(
        A,
        (
            Assign(TOTAL, build.add(TOTAL, build.widened(A))),
            Assign(A, build.subtract(A, i32(1))),
            When(build.equal(A, i32(3)), (Leave(),), (Store(A, 300, 1, A),)),
        ),
    ),
    Return(TOTAL),
    result=I64,
    name="sum",
)
CALLS = function(
    Perform(Invoke(I64, "sum", (i32(5), B))),
    CopyBytes(i32(310), i32(302), i32(8)),
    When(build.narrowed(B), (Fail(7),)),
    Return(Invoke(I64, "sum", (A, B))),
    result=I64,
    name="calls",
)


@pytest.mark.parametrize("start", READERS)
def test_loops_calls_copies_and_failures_do_what_they_say(start: Start) -> None:
    running = start(module(SUM, CALLS))
    assert running.call("sum", 10, 0) == 10 + 9 + 8 + 7 + 6 + 5 + 4
    assert running.call("calls", 2, 0) == 2 + 1
    assert running.read(310, 3) == b"\x00\x00\x04"
    with pytest.raises(LoweredBreach) as caught:
        running.call("calls", 2, 1)
    assert caught.value.code == 7
    assert running.call("sum", 1, 0) == 1  # what has failed can be called again


def test_functions_that_nothing_calls_are_left_out() -> None:
    alone = function(Return(), name="alone", exported=False)
    hidden = LoweredFunction("sum", SUM.parameters, SUM.result, SUM.body)
    found = pruned(module(alone, hidden, CALLS))
    assert [one.name for one in found.functions] == ["sum", "calls"]


ILL_FORMED: dict[str, tuple[LoweredFunction, ...]] = {
    "no result": (function(result=I32),),
    "another result": (function(Return(B), result=I32),),
    "two kinds added": (function(Return(Operation(IntegerOperator.ADD, A, B)), result=I32),),
    "an unknown name": (function(Return(LocalVariable(I32, "z")), result=I32),),
    "two kinds of one name": (function(Assign(LocalVariable(I64, "a"), B)),),
    "a truth of 64 bits": (function(When(B, ())),),
    "an address of 64 bits": (function(Store(B, 0, 4, A)),),
    "eight bytes of 32 bits": (function(Store(A, 0, 8, A)),),
    "leaving no loop": (function(Leave()),),
    "a function behind it": (function(Perform(Invoke(None, "g", (A, B)))), function(name="g")),
    "too few arguments": (function(name="g"), function(Perform(Invoke(None, "g", (A,))))),
    "two functions of one name": (function(), function()),
    "a number too large": (function(Return(i32(2**31)), result=I32),),
    "bytes added as numbers": (
        function(Assign(C, Load(V128, A, 0, 16)), Assign(C, Operation(IntegerOperator.ADD, C, C))),
    ),
}


@pytest.mark.parametrize("what", ILL_FORMED)
def test_what_breaks_a_law_is_refused(what: str) -> None:
    with pytest.raises(IllFormedError):
        check_module(module(*ILL_FORMED[what]))


def test_data_beyond_the_memory_is_refused() -> None:
    with pytest.raises(IllFormedError):
        check_module(LoweredModule((), ((65_530, bytes(20)),), 65_536))


def test_the_interpreter_reads_nothing_beyond_the_memory() -> None:
    with pytest.raises(IndexError):
        interpreted(module(function(Return(Load(I32, A, 0, 4)), result=I32))).call("f", 65_534, 0)
