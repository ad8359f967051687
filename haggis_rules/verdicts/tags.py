"""The tags of verdicts: what kept proofs and people call them, and the names of their fields.

Each class is declared as ``haggis_rules.ir.tags`` declares those of the typed form, so that a class
or a field that gets another name in Python is still read and told as before.
"""

from haggis_rules.ir.canonical import declare_all
from haggis_rules.verdicts import model

VERDICTS = declare_all(
    {
        model.How: "How(UNTOUCHED, SAME, SOLVED)",
        model.DischargedObligation: "Met(name, how, z3, cvc5)",
        model.ShrunkCase: "Small(position, actions, breach, line)",
        model.Reached: "Reached(seed, actions, breach, hand, small, record)",
        model.NotReached: "NotReached(hands, lacking)",
        model.Counterexample: "Case(obligation, lines, replay, play)",
        model.ConditionWitness: "Condition(words, place, seed, hand, actions, values)",
        model.PromiseConditions: "Conditions(conditions)",
        model.Proved: "Proved(helpers, approximated, obligations, conditions)",
        model.Refuted: "Refuted(case)",
        model.NotInductive: "NotInductive(case, using)",
        model.Unknown: "Unknown(reason, case)",
        model.Unsupported: "Unsupported(clause, what)",
        model.Disagree: "Disagree(obligation, z3, cvc5)",
        model.Vacuous: "Vacuous(obligation, place)",
        model.Unfounded: "Unfounded(rests_on)",
        model.ExpectedBreach: "ExpectedBreach(case, because)",
        model.NotBroken: "NotBroken(clause)",
        model.Piece: "Piece(clause, part, effect)",
        model.ClauseUse: "Use(piece, seed, actions, example)",
        model.PromiseCoverage: "Used(uses, idle)",
        model.Dead: "Dead(piece, place)",
        model.Unused: "Unused(dead, uses, matches, examples)",
        model.NotKnown: "NotKnown(looked)",
        model.PromiseResult: "Result(promise, clause, verdict)",
        model.CountingResult: "Counted(pattern, clause, results)",
    }
)
