"""A small form of integers and of one flat memory, to which rules are lowered.

It is what a WebAssembly module can do, less what nobody needs: expressions that have no effect and
never fail, and statements that do all the rest, in functions that call only what stands before.
"""
