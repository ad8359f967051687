"""What is printed parses to the same tree, and printing again changes nothing."""

import re
from collections.abc import Callable
from importlib import resources as package
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_rules import resources
from haggis_rules.source import Source
from haggis_rules.syntax import ast, show_expr
from haggis_rules.syntax.format import format_text
from haggis_rules.syntax.layout import WIDTH
from haggis_rules.syntax.parse import parse
from haggis_rules.syntax.show import show, show_clause, show_item, show_items
from haggis_rules.syntax.show_expr import Binding
from tests.syntax.trees import classes, inside, trees
