"""``python -m haggis_rules.cli``."""

import sys

from haggis_rules.cli import main

if __name__ == "__main__":
    sys.exit(main())
