"""WebAssembly printed from the lowered form, byte by byte, and how it is run from Python."""
