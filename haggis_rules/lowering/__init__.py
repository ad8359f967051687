"""A game lowered to integers and one flat memory, from which a WebAssembly module is printed.

It mirrors ``semantics`` case for case, as ``codegen`` does, and is compared with it. What it cannot
lower it refuses by name (``NotLoweredError``).
"""
