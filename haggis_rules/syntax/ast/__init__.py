"""The tree of a rules file, one class for each rule of the grammar, gathered for its readers."""

from haggis_rules.syntax.ast.base import *
from haggis_rules.syntax.ast.cards import *
from haggis_rules.syntax.ast.cases import *
from haggis_rules.syntax.ast.definitions import *
from haggis_rules.syntax.ast.expressions import *
from haggis_rules.syntax.ast.flow import *
from haggis_rules.syntax.ast.guards import *
from haggis_rules.syntax.ast.items import *
from haggis_rules.syntax.ast.patterns import *
from haggis_rules.syntax.ast.promises import *
from haggis_rules.syntax.ast.state import *
from haggis_rules.syntax.ast.types import *
