"""A kept module is the one that was made; whatever else lies there is made again."""

from collections.abc import Callable
from pathlib import Path

import grimp
import pytest

from haggis_rules import Rules
from haggis_rules.codegen.wasm.host import CompiledModule
from haggis_rules.ir import game_cache
from haggis_rules.lowering import kept_modules
from haggis_rules.storage import package_data
from tests.games import rules_of
from tests.keeping import keep_modules


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let modules be kept, in a folder of the test's own."""
    keep_modules(tmp_path / "kept", monkeypatch)
    return tmp_path / "kept"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """List each module that is compiled."""
    found: list[bytes] = []
    real = CompiledModule.of_wasm

    def counted(content: bytes) -> CompiledModule:
        found.append(content)
        return real(content)

    monkeypatch.setattr(CompiledModule, "of_wasm", counted)
    return found


def modules(folder: Path) -> set[Path]:
    """Return the modules in a folder, where tables of the grammar may lie as well."""
    return set(folder.glob("module-*"))


def plays(rules: Rules, *, kept: bool = True) -> bool:
    """Whether a compiled game plays as the engine does."""
    game = rules.compiled(kept=kept)
    game.reset(0, 4)
    return game.state(0) == rules.new_hand(4).state and game.playout(0) > 0


def test_a_module_is_compiled_once(kept: Path, made: list[bytes]) -> None:
    assert plays(rules_of("heron"))
    assert len(modules(kept)) == 1
    assert plays(rules_of("heron"))
    assert len(made) == 1
    assert plays(rules_of("classic for 2"))
    assert (len(made), len(modules(kept))) == (2, 2)


def test_without_keeping_nothing_is_read_or_written(kept: Path, made: list[bytes]) -> None:
    assert plays(rules_of("heron"), kept=False)
    assert not modules(kept)
    assert plays(rules_of("heron"))
    assert plays(rules_of("heron"), kept=False)
    assert len(made) == 3


def cut(content: bytes) -> bytes:
    return content[:-1]


def emptied(content: bytes) -> bytes:
    return content[:0]


def changed(content: bytes) -> bytes:
    half = len(content) // 2
    return content[:half] + bytes([content[half] ^ 1]) + content[half + 1 :]


@pytest.mark.parametrize("spoil", [cut, emptied, changed])
def test_a_damaged_file_is_made_again(
    spoil: Callable[[bytes], bytes], kept: Path, made: list[bytes]
) -> None:
    assert plays(rules_of("heron"))
    (file,) = modules(kept)
    whole = file.read_bytes()
    file.write_bytes(spoil(whole))
    assert plays(rules_of("heron"))
    assert len(made) == 2
    assert file.read_bytes().split(b"\n")[0] == whole.split(b"\n")[0]


def test_the_module_of_another_game_is_not_taken(kept: Path, made: list[bytes]) -> None:
    assert plays(rules_of("heron"))
    (file,) = modules(kept)
    content = file.read_bytes()
    assert plays(rules_of("classic for 2"))
    (other,) = modules(kept) - {file}
    other.write_bytes(content)
    assert plays(rules_of("classic for 2"))
    assert len(made) == 3


def test_code_that_wasmtime_refuses_is_made_again(
    kept: Path, made: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = CompiledModule.machine_code

    def shortened(module: CompiledModule) -> bytes:
        return real(module)[:300]

    monkeypatch.setattr(CompiledModule, "machine_code", shortened)
    assert plays(rules_of("heron"))
    assert modules(kept)
    assert plays(rules_of("heron"))
    assert len(made) == 2


def test_a_folder_that_others_can_write_to_is_not_used(kept: Path, made: list[bytes]) -> None:
    assert plays(rules_of("heron"))
    kept.chmod(0o777)
    assert plays(rules_of("heron"))
    assert len(made) == 2


def test_the_key_holds_every_module_that_makes_one() -> None:
    graph = grimp.build_graph("haggis_rules", cache_dir=None)
    needed = graph.find_upstream_modules("haggis_rules.lowering.game_module")
    needed |= graph.find_upstream_modules("haggis_rules.codegen.wasm.printer")
    held = (*kept_modules.PLACES, *game_cache.PLACES)
    rooms = {name.split(".")[1] for name in needed if "." in name}
    assert rooms <= {place.removesuffix(".py") for place in held}
    assert all((package_data.PACKAGE / place).exists() for place in held)
    assert kept_modules._wasmtime()  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]


def test_tests_keep_no_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("haggis_rules.storage.user_cache.folder", lambda: tmp_path)
    assert plays(rules_of("heron"))
    assert not modules(tmp_path)
