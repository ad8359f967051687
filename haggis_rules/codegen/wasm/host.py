"""Modules in WebAssembly run by wasmtime. The only module that imports it: the extra ``fast``."""

from __future__ import annotations

import atexit
import ctypes
from functools import cache
from typing import TYPE_CHECKING
from weakref import WeakSet

from haggis_rules.codegen.lowered.form import BREACH_CODE
from haggis_rules.codegen.lowered.interpreter import LoweredBreach
from haggis_rules.codegen.wasm.printer import MEMORY

if TYPE_CHECKING:
    import wasmtime


def need_wasmtime() -> None:
    """See that wasmtime is there. Raises ``ModuleNotFoundError``, which names its extra."""
    try:
        import wasmtime  # noqa: F401  # pyright: ignore[reportUnusedImport]
    except ModuleNotFoundError as lacking:
        message = "modules are run by wasmtime: pip install haggis-rules[fast]"
        raise ModuleNotFoundError(message, name="wasmtime") from lacking


class CompiledModule:
    """A module as the code of this machine."""

    def __init__(self, module: wasmtime.Module) -> None:
        self.module = module

    @classmethod
    def of_wasm(cls, content: bytes) -> CompiledModule:
        """Compile a module."""
        import wasmtime

        return cls(wasmtime.Module(_engine(), content))

    @classmethod
    def of_machine_code(cls, code: bytes) -> CompiledModule:
        """Return the module that ``machine_code`` gave.

        Whoever made these bytes decides what this process does. Raises ``ValueError`` when they
        are for another version of wasmtime, for another machine, or no module at all.
        """
        import wasmtime

        try:
            return cls(wasmtime.Module.deserialize(_engine(), code))
        except wasmtime.WasmtimeError as refusal:
            raise ValueError(str(refusal)) from refusal

    def machine_code(self) -> bytes:
        """Return the code of the module, for this version of wasmtime on such a machine."""
        return bytes(self.module.serialize())


class WasmInstance:
    """A module with a memory of its own, whose functions can be called."""

    def __init__(self, content: bytes | CompiledModule) -> None:
        import wasmtime

        self._store = wasmtime.Store(_engine())
        _LIVING.add(self)
        compiled = (
            content if isinstance(content, CompiledModule) else CompiledModule.of_wasm(content)
        )
        exports = wasmtime.Instance(self._store, compiled.module, []).exports(self._store)
        self._exports = exports
        memory = exports[MEMORY]
        assert isinstance(memory, wasmtime.Memory)  # noqa: S101 - the printer exports one
        self._memory = memory

    def close(self) -> None:
        """Give back what the instance holds."""
        self._store.close()

    def call(self, name: str, *arguments: int) -> int:
        """Return the result of a function, 0 if it has none. Raises ``LoweredBreach``."""
        import wasmtime

        function = self._exports[name]
        assert isinstance(function, wasmtime.Func)  # noqa: S101 - all else is the memory
        try:
            found = function(self._store, *arguments)
        except wasmtime.Trap:
            raise LoweredBreach(int.from_bytes(self.read(BREACH_CODE, 4), "little")) from None
        return found if isinstance(found, int) else 0

    def read(self, address: int, size: int) -> bytes:
        """Return some bytes of the memory."""
        return bytes(self._memory.read(self._store, address, address + size))

    def write(self, address: int, content: bytes) -> None:
        """Put some bytes into the memory."""
        self._memory.write(self._store, content, address)

    def view(self, address: int, size: int) -> ctypes.Array[ctypes.c_ubyte]:
        """Return some bytes of the memory as they are there, to be read and written in place.

        It keeps the instance. The memory must not grow any more.
        """
        found = self._memory.get_buffer_ptr(self._store, size, address)
        found.kept = self  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
        return found

    def reserve(self, size: int) -> None:
        """See that the memory has so many bytes at least."""
        lacking = size - self._memory.data_len(self._store)
        if lacking > 0:
            self._memory.grow(self._store, -(-lacking // 65_536))


_LIVING: WeakSet[WasmInstance] = WeakSet()


@atexit.register
def close_all() -> None:
    """Close all instances while wasmtime is still there; it fails when it has to do so later."""
    for instance in list(_LIVING):
        instance.close()
    if _engine.cache_info().currsize:
        _engine().close()


@cache
def _engine() -> wasmtime.Engine:
    import wasmtime

    config = wasmtime.Config()
    # Else compiled code holds the memory as it begins, megabytes of zeros between its tables.
    config.memory_init_cow = False
    return wasmtime.Engine(config)
