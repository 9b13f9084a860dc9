"""Kernels that were compiled when a program or a wheel was built; packaging/compile_kernels.py makes them.

What stands in for Numba hands out, for each kernel, the machine code beside this module. There is one library for each
level of processors, and a list of the types of arguments of each kernel. The compiled code takes for granted that its
arguments are of these types; they are compared here, as Numba does it.

A packaged program has no compiler, and needs them. Where they came by a wheel Numba is there, too, and compiles the
kernels where they do not fit: another Python, a processor of no level, or a NumPy before 2.4, which names no levels.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from arxdesk_engine.kernels.cache import program_cache

FOLDER = Path(__file__).resolve().parent / "built"
TYPES = "types.json"
LEVELS = {"x86-64-v3": "X86_V3", "x86-64-v2": "X86_V2"}
"""The levels of processors, the most able first, by the names that LLVM and NumPy have for them."""

Check = Callable[[Any], bool]


def name_of(module: str, function: str) -> str:
    """The name of a kernel in a library, of its module and its own."""
    return f"{module.partition('.kernels.')[2].replace('.', '__')}__{function}"


def library_name(level: str) -> str:
    """The name of the library for a level of processors."""
    return f"kernels_{level.replace('-', '_')}"


def stand_in(folder: Path = FOLDER) -> ModuleType | None:
    """What stands in for Numba where compiled kernels are beside this module and fit; None elsewhere.

    Raises ImportError in a packaged program whose kernels do not fit this processor.
    """
    if not (folder / TYPES).is_file():
        return None
    try:
        library = _load(folder, library_name(_level()))
    except ImportError:
        if program_cache.is_packaged():
            raise
        return None
    module = _Numba("numba")
    module.library = library
    module.types_of = json.loads((folder / TYPES).read_text(encoding="utf-8"))
    return module


def _level() -> str:
    simd = np.show_config(mode="dicts")["SIMD Extensions"]  # type: ignore[call-overload, unused-ignore]
    able = {*simd["baseline"], *simd["found"]}
    level = next((level for level, known_as in LEVELS.items() if known_as in able), None)
    if level is None:
        raise ImportError(f"this program needs a processor of the level {list(LEVELS)[-1]}, of 2009 or later")
    return level


def _load(folder: Path, name: str) -> ModuleType:
    path = folder / f"{name}{importlib.machinery.EXTENSION_SUFFIXES[0]}"  # that of this version of Python
    loader = importlib.machinery.ExtensionFileLoader(name, str(path))
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    library = importlib.util.module_from_spec(spec)  # type: ignore[arg-type]  # there is one, as there is a loader
    loader.exec_module(library)
    return library


class _Type:
    """A type in a signature, which only a compiler reads."""

    def __call__(self, *_arguments: object, **_named: object) -> _Type:
        return self

    def __getitem__(self, _layout: object) -> _Type:
        return self

    def __getattr__(self, _name: str) -> _Type:
        return self


class _Numba(ModuleType):
    """Of Numba what the modules of kernels use: types, and a decorator that takes the compiled function."""

    library: ModuleType
    types_of: dict[str, list[list[Any]]]

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any of Numba's types
        if name.startswith("__"):
            raise AttributeError(name)
        return _Type()

    def njit(self, *_signatures: object, **_options: object) -> Callable[[FunctionType], Callable[..., Any]]:
        """The decorator; functions that were only ever built into others stay as they are."""

        def compiled(function: FunctionType) -> Callable[..., Any]:
            name = name_of(function.__module__, function.__name__)
            signatures = self.types_of.get(name)
            if signatures is None:
                return function
            variants = [getattr(self.library, f"{name}__{number}") for number in range(len(signatures))]
            return checked(function, [*zip(variants, map(checks, signatures), strict=True)])

        return compiled


def checked(function: FunctionType, variants: Sequence[tuple[Callable[..., Any], list[Check]]]) -> Callable[..., Any]:
    """A kernel that takes the first of its compiled variants which its arguments fit. It raises TypeError for none."""

    def call(*arguments: Any) -> Any:  # noqa: ANN401 - whatever the kernel takes
        for variant, fits in variants:
            if len(arguments) == len(fits) and all(fit(each) for fit, each in zip(fits, arguments, strict=True)):
                return variant(*arguments)
        raise TypeError(f"No matching definition of {function.__name__} for {[*map(_described, arguments)]}")

    call.__name__, call.__doc__, call.__module__ = function.__name__, function.__doc__, function.__module__
    return call


def checks(types: Sequence[Any]) -> list[Check]:
    """For each type of an argument what tells whether a value has it.

    A type is `["array", dtype, axes, is contiguous, is written]`, `["tuple", types]`, or `["number"]`.
    """
    return [_CHECKS[kind](*rest) for kind, *rest in types]


def _array_check(dtype: str, axes: int, is_contiguous: bool, is_written: bool) -> Check:
    wanted = np.dtype(dtype)

    def fits(value: Any) -> bool:  # noqa: ANN401 - any argument
        if type(value) is not np.ndarray or value.dtype != wanted or value.ndim != axes:
            return False
        flags = value.flags
        return (flags.c_contiguous or not is_contiguous) and (flags.writeable or not is_written) and flags.aligned

    return fits


def _tuple_check(types: Sequence[Any]) -> Check:
    members = checks(types)

    def fits(value: Any) -> bool:  # noqa: ANN401 - any argument
        return (
            isinstance(value, tuple)
            and len(value) == len(members)
            and all(fit(each) for fit, each in zip(members, value, strict=True))
        )

    return fits


def _number_check() -> Check:
    def fits(value: Any) -> bool:  # noqa: ANN401 - any argument
        return isinstance(value, int | float | np.number | np.bool_)

    return fits


_CHECKS: dict[str, Callable[..., Check]] = {"array": _array_check, "tuple": _tuple_check, "number": _number_check}


def _described(value: object) -> str:
    if isinstance(value, np.ndarray):
        return f"array of {value.dtype} with {value.ndim} axes"
    return type(value).__name__
