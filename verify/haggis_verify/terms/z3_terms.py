"""Terms to those of Z3's own interface, a second way into Z3 beside the text."""

from collections.abc import Sequence

import z3

from haggis_verify.terms.nodes import (
    Assignment,
    BoolAnd,
    BoolConst,
    BoolNot,
    BoolOr,
    BoolVar,
    EqZero,
    IntConst,
    IntIte,
    IntSum,
    IntVar,
    LeZero,
    Term,
    free_variables,
    topological_terms,
)

BuiltTerms = dict[Term, z3.ExprRef]


def z3_term(root: Term) -> z3.ExprRef:
    """Return the term of Z3, without the bounds of what is chosen."""
    built: BuiltTerms = {}
    for term in topological_terms([root]):
        built[term] = _built(term, built)
    return built[root]


def z3_value(root: Term, chosen: Assignment) -> int | bool:
    """Let Z3 work out a term, with values for all that may be chosen.

    Raises ``ValueError`` where Z3 leaves something open.
    """
    pairs = [(z3_term(each), _constant(chosen[each.name])) for each in free_variables([root])]
    value = z3.simplify(z3.substitute(z3_term(root), *pairs))
    if isinstance(value, z3.IntNumRef):
        return value.as_long()
    if z3.is_true(value) or z3.is_false(value):
        return z3.is_true(value)
    raise ValueError(f"z3 leaves {value.sexpr()}")


def _constant(value: int | bool) -> z3.ExprRef:  # noqa: FBT001
    return z3.BoolVal(value) if isinstance(value, bool) else z3.IntVal(value)


def _built(term: Term, built: BuiltTerms) -> z3.ExprRef:
    match term:
        case IntConst(value=value):
            return z3.IntVal(value)
        case IntVar(name=name):
            return z3.Int(name)
        case IntSum(parts=parts, constant=constant):
            return z3.Sum([_number(built, part) * factor for factor, part in parts]) + constant
        case IntIte(when=when, value=value, other=other):
            return z3.If(_truth(built, when), _number(built, value), _number(built, other))
        case BoolConst(value=value):
            return z3.BoolVal(value)
        case BoolVar(name=name):
            return z3.Bool(name)
        case LeZero(number=number):
            return _number(built, number) <= 0
        case EqZero(number=number):
            return _number(built, number) == 0
        case BoolNot(inner=inner):
            return z3.Not(_truth(built, inner))
        case BoolAnd(parts=truths):
            return z3.And(_truths(built, truths))
        case BoolOr(parts=truths):
            return z3.Or(_truths(built, truths))


def _number(built: BuiltTerms, term: Term) -> z3.ArithRef:
    found = built[term]
    if not isinstance(found, z3.ArithRef):
        raise TypeError
    return found


def _truth(built: BuiltTerms, term: Term) -> z3.BoolRef:
    found = built[term]
    if not isinstance(found, z3.BoolRef):
        raise TypeError
    return found


def _truths(built: BuiltTerms, terms: Sequence[Term]) -> list[z3.BoolRef]:
    return [_truth(built, term) for term in terms]
