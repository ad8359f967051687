"""Tests of OpenSpiel are not looked at where it is not installed: it has no wheel for some Macs."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("pyspiel") else ["test_openspiel_*.py"]
