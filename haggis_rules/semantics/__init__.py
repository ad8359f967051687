"""What the rules mean, by running them as they are written.

Here alone each thing is defined, plainly and without regard to speed. Generated code, enumeration
and the encoding for solvers are compared with it.
"""

from haggis_rules.semantics import holding as holding  # so that ``evaluate`` can find readings
