"""Write every mutant into a folder."""

import sys
from pathlib import Path

from tests.planted.mutants import write_mutants

if __name__ == "__main__":
    write_mutants(Path(sys.argv[1]))
