"""Items of a text become items of the typed form, each kind in a module of its own.

Declarations come before what uses them; ``expressions`` and ``effects`` are lowered inside these.
"""
