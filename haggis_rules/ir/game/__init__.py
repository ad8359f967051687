"""A whole game in typed form: what it declares, what may be done, what follows, what is promised.

Every part that comes from a clause names it. Indices count from 0 in the order of the text.
"""

from haggis_rules.ir.game.clauses import *
from haggis_rules.ir.game.definitions import *
from haggis_rules.ir.game.flow import *
from haggis_rules.ir.game.game import *
from haggis_rules.ir.game.patterns import *
from haggis_rules.ir.game.promises import *
from haggis_rules.ir.game.table import *
