"""The tags of verdicts: what kept proofs and people call them, and the names of their fields.

Each class is declared as ``haggis_rules.ir.tags`` declares those of the typed form, so that a class
or a field that gets another name in Python is still read and told as before.
"""

from haggis_rules.ir.canonical import declare_all
from haggis_verify import verdicts

VERDICTS = declare_all(
    {
        verdicts.How: "How(UNTOUCHED, SAME, SOLVED)",
        verdicts.Met: "Met(name, how, z3, cvc5)",
        verdicts.Small: "Small(position, actions, breach, line)",
        verdicts.Reached: "Reached(seed, actions, breach, hand, small, record)",
        verdicts.NotReached: "NotReached(hands, lacking)",
        verdicts.Case: "Case(obligation, lines, replay, play)",
        verdicts.Proved: "Proved(helpers, approximated, obligations)",
        verdicts.Refuted: "Refuted(case)",
        verdicts.Unknown: "Unknown(reason, case)",
        verdicts.Unsupported: "Unsupported(clause, what)",
        verdicts.Disagree: "Disagree(obligation, z3, cvc5)",
        verdicts.Vacuous: "Vacuous(obligation)",
        verdicts.Unfounded: "Unfounded(rests_on)",
        verdicts.ExpectedBreach: "ExpectedBreach(case, because)",
        verdicts.NotBroken: "NotBroken(clause)",
        verdicts.Piece: "Piece(clause, part, effect)",
        verdicts.Use: "Use(piece, seed, actions, example)",
        verdicts.Used: "Used(uses, idle)",
        verdicts.Dead: "Dead(piece, place)",
        verdicts.Unused: "Unused(dead, uses, matches, examples)",
        verdicts.Result: "Result(promise, clause, verdict)",
        verdicts.Counted: "Counted(pattern, clause, results)",
    }
)
