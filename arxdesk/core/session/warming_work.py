"""The part of warming up that a thread does: everything that does not import Qt."""

from __future__ import annotations

import dis
import functools
import importlib
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import CodeType

from arxdesk_engine.foundation.control import Control

WINDOW, ENGINE = "arxdesk.", "arxdesk_engine."


def load_engine(modules: Sequence[str], control: Control) -> tuple[str, ...]:
    """Import what modules of the window need of the engine, and name those of the window that are not imported yet.

    Each comes after those that it imports. Ends early when stopped.
    """
    left: list[str] = []
    for name in _in_order(modules):
        if control.stopped:
            break
        if name.startswith(WINDOW):
            left.append(name)
        else:
            importlib.import_module(name)
    return tuple(left)


def compile_kernels(control: Control) -> None:
    """Load every kernel; the first time on a machine, compile it into the cache. Ends when stopped."""
    from arxdesk_engine.kernels.compile import compile_all  # noqa: PLC0415 - loading it here is the point

    compile_all(lambda: control.stopped)


def _in_order(modules: Sequence[str]) -> Iterator[str]:
    """Our modules that importing some would import, before those that import them."""
    met: set[str] = set()

    def visit(name: str) -> Iterator[str]:
        if name in met or name in sys.modules or not name.startswith((WINDOW, ENGINE)):
            return
        met.add(name)
        spec = find_spec(name)
        if spec is None:
            return  # a name of a package that is no module
        yield from visit(name.rpartition(".")[0])
        for needed in _imported_by(spec):
            yield from visit(needed)
        yield name

    for module in modules:
        yield from visit(module)


def _imported_by(spec: ModuleSpec) -> Iterator[str]:
    """The modules that a module imports on its outer level, except for the type checker alone.

    Read from its code, which is not run.
    """
    code = getattr(spec.loader, "get_code", lambda _name: None)(spec.name)
    steps = dis.get_instructions(code) if isinstance(code, CodeType) else ()
    module, loaded, end = "", "", 0
    for step in steps:
        if step.offset < end:
            continue
        if step.opname == "IMPORT_NAME":
            module = str(step.argval)
            yield module
        elif step.opname == "IMPORT_FROM" and _is_package(module):
            yield f"{module}.{step.argval}"
        elif loaded == "TYPE_CHECKING" and "JUMP" in step.opname:
            end = int(step.argval)
        loaded = str(step.argval) if step.opname == "LOAD_NAME" else ""


@functools.cache
def _is_package(name: str) -> bool:
    if not name.startswith((WINDOW, ENGINE)):
        return False
    spec = find_spec(name)
    return spec is not None and spec.submodule_search_locations is not None
