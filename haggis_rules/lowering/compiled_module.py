"""The module of a game: compiled to WebAssembly, or found as it was kept before."""

from __future__ import annotations

from haggis_rules.codegen.wasm.host import CompiledModule, need_wasmtime
from haggis_rules.ir.game import Game
from haggis_rules.lowering.kept_modules import KeptModule, keep_module, recall_module


def module_of(game: Game, *, kept: bool) -> KeptModule:
    """Compile a game; with ``kept``, look first whether that was done before, and keep it.

    Raises ``NotLoweredError`` and ``ModuleNotFoundError``.
    """
    need_wasmtime()
    found = recall_module(game) if kept else None
    if found is None:
        # What lowers a game takes longer to import than a kept module to be read.
        from haggis_rules.codegen.wasm.printer import wasm_bytes
        from haggis_rules.lowering.game_module import lower_game

        low = lower_game(game)
        found = KeptModule(CompiledModule.of_wasm(wasm_bytes(low.module)), low.matches)
        if kept:
            keep_module(game, found)
    return found
