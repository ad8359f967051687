"""Classic Haggis for two and three players, and the tournament rule, once more and by hand.

Plain Python from the definitions of the rules, which knows nothing of the rules language. The
engine that is made from the rules files is compared with it, move by move.
"""
