"""haggis simulate: later."""

import argparse


def arguments(parser: argparse.ArgumentParser) -> None: ...
def run(parsed: argparse.Namespace) -> int:
    return 0
