"""Kernels that come compiled are taken where they fit, and refuse arguments that they would misread."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

from arxdesk_engine.kernels import built

VECTOR = ["array", "int64", 1, True, True]
READ = ["array", "uint8", 1, True, False]


class Pair(NamedTuple):
    left: object
    right: object


@pytest.fixture
def nb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """What stands in for Numba, with a library of three functions in place of machine code."""
    types = {
        "sums__total": [[VECTOR, ["number"]], [["array", "float64", 1, True, True], ["number"]]],
        "sums__paired": [[["tuple", [VECTOR, READ]]]],
    }
    (tmp_path / built.TYPES).write_text(json.dumps(types), encoding="utf-8")
    library = SimpleNamespace(
        sums__total__0=lambda values, more: ("whole", int(values.sum()) + more),
        sums__total__1=lambda values, more: ("broken", float(values.sum()) + more),
        sums__paired__0=lambda pair: len(pair[0]) + len(pair[1]),
    )
    monkeypatch.setattr(built, "_load", lambda _folder, _name: library)
    found = built.stand_in(tmp_path)
    assert found is not None
    return found


def compiled(nb: ModuleType, name: str):
    def function(*_arguments: object) -> str:
        """A kernel."""
        return "as Python"

    function.__name__, function.__module__ = name, "arxdesk_engine.kernels.sums"
    signature = nb.int64(nb.int32[:, ::1], nb.types.Array(nb.uint8, 1, "C", readonly=True), nb.float64)
    return nb.njit(signature, cache=True, nogil=True)(function)


def test_that_a_program_without_compiled_kernels_has_nothing_that_stands_in(tmp_path: Path):
    assert built.stand_in(tmp_path) is None
    assert built.stand_in() is None


def test_that_the_variant_is_called_that_the_arguments_fit(nb: ModuleType):
    total = compiled(nb, "total")
    assert (total.__name__, total.__doc__) == ("total", "A kernel.")
    assert total(np.array([1, 2]), 3) == ("whole", 6)
    assert total(np.array([1.0, 2.0]), np.int32(3)) == ("broken", 6.0)


def test_that_functions_that_were_only_built_into_others_stay_python(nb: ModuleType):
    assert compiled(nb, "hidden")() == "as Python"


@pytest.mark.parametrize(
    "values",
    [
        np.array([1, 2], dtype=np.int32),
        np.array([1, 2], dtype=np.uint64),
        np.array([1, 2], dtype=">i8"),
        np.array([[1, 2]]),
        np.array([1, 2, 3, 4])[::2],
        [1, 2],
        np.array([1, 2]).view(np.ma.MaskedArray),
    ],
    ids=["narrow", "unsigned", "bytes swapped", "two axes", "with gaps", "list", "subclass"],
)
def test_that_an_array_of_another_type_or_layout_is_refused(nb: ModuleType, values: object):
    with pytest.raises(TypeError, match=r"No matching definition of total for \["):
        compiled(nb, "total")(values, 1)


def test_that_an_array_that_is_written_must_be_writable_and_one_that_is_read_need_not(nb: ModuleType):
    numbers, letters = np.array([1, 2]), np.array([1], dtype=np.uint8)
    letters.flags.writeable = False
    paired = compiled(nb, "paired")
    assert paired(Pair(numbers, letters)) == 3
    numbers.flags.writeable = False
    with pytest.raises(TypeError):
        paired(Pair(numbers, letters))
    with pytest.raises(TypeError):
        paired((letters,))


def test_that_the_number_of_arguments_and_what_is_no_number_are_refused(nb: ModuleType):
    total = compiled(nb, "total")
    for arguments in ([np.array([1])], [np.array([1]), 2, 3], [np.array([1]), "2"], [np.array([1]), np.array([2])]):
        with pytest.raises(TypeError):
            total(*arguments)


@pytest.fixture
def unknown_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    old = {"SIMD Extensions": {"baseline": [], "found": []}}
    monkeypatch.setattr(np, "show_config", lambda mode: old)


def test_that_a_program_tells_a_processor_of_no_level(
    tmp_path: Path, unknown_processor: None, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / built.TYPES).write_text("{}", encoding="utf-8")
    monkeypatch.setattr(built.program_cache, "is_packaged", lambda: True)
    with pytest.raises(ImportError, match="x86-64-v2"):
        built.stand_in(tmp_path)


def test_that_numba_compiles_where_the_kernels_of_a_wheel_are_for_another_processor(
    tmp_path: Path, unknown_processor: None
):
    (tmp_path / built.TYPES).write_text("{}", encoding="utf-8")
    assert built.stand_in(tmp_path) is None


def test_that_numba_compiles_where_the_kernels_of_a_wheel_are_for_another_python(tmp_path: Path):
    (tmp_path / built.TYPES).write_text("{}", encoding="utf-8")
    for level in built.LEVELS:
        (tmp_path / f"{built.library_name(level)}.cpython-27-x86_64-linux-gnu.so").touch()
    assert built.stand_in(tmp_path) is None


def test_that_the_names_of_levels_are_those_of_numpy():
    simd = np.show_config(mode="dicts")["SIMD Extensions"]  # type: ignore[call-overload, index, unused-ignore]
    known = {*simd["baseline"], *simd["found"], *simd.get("not found", [])}
    assert "X86_V2" not in known or set(built.LEVELS.values()) <= known


def test_that_kernels_take_numba_from_one_place_so_that_something_can_stand_in():
    package = Path(built.__file__).parent
    importing = {path.name for path in package.rglob("*.py") if "import numba" in path.read_text(encoding="utf-8")}
    assert importing == {"jit.py"}
