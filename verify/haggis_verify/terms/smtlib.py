"""Terms to SMT-LIB 2 text that any solver reads in the same way.

Only what the standard has: no unary plus, negative numbers as ``(- 3)``, and a definition for each
part that stands in more than one place. What always stands together is one number.

The printer is ours because Z3's own export is not portable: it may write a unary plus and
pseudo-Boolean atoms, which are not in the standard, and two solvers check each other only on one
text.
The text is also the key under which answers are kept (``solvers.pool``). It depends on the facts,
and on the order in which a process made their parts first: sums are in that order, and a comparison
has the sign that it gives. So a process that has made other terms before may miss a kept answer; it
gets no other verdict. The length of the text is linear in the terms as a graph; written as trees
they would be exponential.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from haggis_verify.terms.aggregation import SharedSum, find_shared_sums
from haggis_verify.terms.nodes import (
    BoolAnd,
    BoolConst,
    BoolNot,
    BoolOr,
    BoolTerm,
    BoolVar,
    EqZero,
    IntConst,
    IntIte,
    IntSum,
    IntVar,
    LeZero,
    Term,
    term_children,
)

SymbolNames = Mapping[Term, str]

MARK = "$"  # before each name of ours


def script(facts: Sequence[BoolTerm], *, title: Iterable[str] = ()) -> str:
    """Return a script that asks whether all facts can hold, within the bounds of what is chosen.

    ``title``: lines of comment at the top.
    """
    terms = term_children(facts)
    names: dict[Term, str] = {}
    lines = [f"; {line}" for line in title]
    lines.append("(set-logic QF_LIA)")
    lines += _declarations(terms, find_shared_sums(terms, facts), names)
    used = Counter(chain.from_iterable(terms.values()))
    # Parts come before wholes, so a definition names only what is already defined.
    for term, inner in terms.items():
        if inner and used[term] > 1 and term not in names:
            body = _show(term, names)
            names[term] = f"t{len(names)}"
            sort = "Bool" if isinstance(term, BoolTerm) else "Int"
            lines.append(f"(define-fun {names[term]} () {sort} {body})")
    lines += [f"(assert {_show(fact, names)})" for fact in facts]
    lines.append("(check-sat)")
    return "\n".join(lines) + "\n"


def symbol(name: str) -> str:
    """Mark a name, so that none is a word of the solver's own: Z3 takes ``|and|`` for ``and``."""
    return f"|{MARK}{name}|"


def _declarations(
    terms: Iterable[Term], groups: Iterable[SharedSum], names: dict[Term, str]
) -> Iterator[str]:
    """Declare what is chosen, and name it: what stands together has one name."""
    bounds: list[str] = []
    firsts = {group.parts[0]: group for group in groups}
    names.update((part, symbol(group.name)) for group in groups for part in group.parts)
    for term in terms:
        if isinstance(term, BoolVar):
            names[term] = symbol(term.name)
            yield f"(declare-const {names[term]} Bool)"
        elif isinstance(term, IntVar) and (term in firsts or term not in names):
            one = firsts.get(term, term)
            names[term] = symbol(one.name)
            yield f"(declare-const {names[term]} Int)"
            if one.low is not None:
                bounds.append(f"(<= {_number(one.low)} {names[term]})")
            if one.high is not None:
                bounds.append(f"(<= {names[term]} {_number(one.high)})")
    if bounds:  # `and` takes two arguments or more in the standard, and there may be one bound
        yield f"(assert (and true {' '.join(bounds)}))"


def _show(term: Term, names: SymbolNames) -> str:
    if term in names:
        return names[term]
    match term:
        case IntConst(value=value):
            return _number(value)
        case IntVar(name=name) | BoolVar(name=name):
            return symbol(name)
        case BoolConst(value=value):
            return "true" if value else "false"
        case IntSum():
            return _sum(term, names)
        case IntIte(when=when, value=yes, other=no):
            return f"(ite {_show(when, names)} {_show(yes, names)} {_show(no, names)})"
        case LeZero(number=number):
            return _compared("<=", number, names)
        case EqZero(number=number):
            return _compared("=", number, names)
        case BoolNot(inner=inner):
            return f"(not {_show(inner, names)})"
        case BoolAnd(parts=parts):
            return f"(and {' '.join(_show(part, names) for part in parts)})"
        case BoolOr(parts=parts):
            return f"(or {' '.join(_show(part, names) for part in parts)})"


def _sum(term: IntSum, names: SymbolNames) -> str:
    shown = _added(term, names)
    if term.constant:
        shown.append(_number(term.constant))
    return shown[0] if len(shown) == 1 else f"(+ {' '.join(shown)})"


def _added(term: IntSum, names: SymbolNames) -> list[str]:
    """Show the parts of a sum, those that stand together once."""
    shown: list[str] = []
    there: set[str] = set()
    for factor, part in term.parts:
        name = _show(part, names)
        # A group stands in a sum with all its variables and one factor: its name appears once.
        if name not in there:
            shown.append(_times(factor, name))
        if isinstance(part, IntVar):
            there.add(name)
    return shown


def _compared(sign: str, number: Term, names: SymbolNames) -> str:
    """Compare a number with 0, its constant on the other side."""
    if isinstance(number, IntSum) and number not in names:
        shown = _added(number, names)
        left = shown[0] if len(shown) == 1 else f"(+ {' '.join(shown)})"
        return f"({sign} {left} {_number(-number.constant)})"
    return f"({sign} {_show(number, names)} 0)"


def _times(factor: int, shown: str) -> str:
    return shown if factor == 1 else f"(* {_number(factor)} {shown})"


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"
