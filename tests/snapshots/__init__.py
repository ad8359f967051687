"""What users see, call by call: exit codes, output and written files, kept as hashes.

``calls/`` has the calls, a file for each kind. ``tests/golden/snapshots`` has what came of them.
When a hash differs, write all outputs in full before and after the change, and compare them:

    python -m tests.snapshots --out build/before        in the one revision
    python -m tests.snapshots --out build/after         in the other
    diff -r build/before build/after
"""
