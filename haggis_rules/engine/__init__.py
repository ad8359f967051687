"""Games and matches as programs use them: rules, positions, matches, views, traces and refusals.

Here alone the other rooms are put together behind the public classes. The Python that runs comes
from ``codegen``, and what it means from ``semantics``.
"""
