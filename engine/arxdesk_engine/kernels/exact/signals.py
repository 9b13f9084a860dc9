"""Numbers by which threads within kernels agree: they read, write and add without another in between.

Numba has none for processors, LLVM has. A thread that waits for another does so here, without the interpreter: to be
woken takes longer than a look at a table of 20,000 tuples.
"""

from __future__ import annotations

import sys
from typing import Any

from arxdesk_engine.kernels.arrays import Int64s
from arxdesk_engine.kernels.jit import nb

NEXT, DONE, STOP, END, HELPED, SIGNALS = range(0, 48, 8)
"""Positions in the `signals` int64, each in a cache line of its own, and their number: the rooms of a batch and the
next one that nobody dives in; dives that have ended; whether dives stop where they are; whether helpers leave; dives
of helpers."""
_ROOMS = 256  # a batch has fewer
_SPINS = 200  # so often it is asked before others get the core
_GIVES_WAY = "sched_yield"  # of the C library; Windows has another function that does the same
if sys.platform == "win32" and hasattr(nb, "__version__"):  # where kernels can be compiled
    import ctypes

    import llvmlite.binding

    _address = ctypes.cast(ctypes.windll.kernel32.SwitchToThread, ctypes.c_void_p).value
    llvmlite.binding.add_symbol(_GIVES_WAY, _address)


_generated: Any = nb.extending.intrinsic


@_generated
def load(_context: Any, signals: Any, place: Any) -> Any:  # noqa: ANN401 - Numba has no types of its types
    """The number at a place."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401
        return builder.load_atomic(_pointer(context, builder, signature, arguments), "seq_cst", 8)

    return nb.int64(signals, place), generate


@_generated
def store(_context: Any, signals: Any, place: Any, number: Any) -> Any:  # noqa: ANN401
    """Put a number at a place."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401
        value = context.cast(builder, arguments[2], signature.args[2], nb.int64)
        builder.store_atomic(value, _pointer(context, builder, signature, arguments), "seq_cst", 8)
        return context.get_dummy_value()

    return nb.void(signals, place, number), generate


@_generated
def add(_context: Any, signals: Any, place: Any, number: Any) -> Any:  # noqa: ANN401
    """Add a number to the one at a place; returns what was there."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401
        value = context.cast(builder, arguments[2], signature.args[2], nb.int64)
        return builder.atomic_rmw("add", _pointer(context, builder, signature, arguments), value, "seq_cst")

    return nb.int64(signals, place, number), generate


@_generated
def _give_way(_context: Any) -> Any:  # noqa: ANN401
    """Let another thread have this core."""

    def generate(_context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:  # noqa: ANN401
        from llvmlite import ir  # noqa: PLC0415 - absent in packaged programs, which do not compile

        known = builder.module.globals.get(_GIVES_WAY)
        function = known or ir.Function(builder.module, ir.FunctionType(ir.IntType(32), []), _GIVES_WAY)
        return builder.call(function, [])

    return nb.int32(), generate


def _pointer(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401
    array = context.make_array(signature.args[0])(context, builder, arguments[0])
    return builder.gep(array.data, [context.cast(builder, arguments[1], signature.args[1], nb.int64)])


@nb.njit(cache=True, nogil=True)
def give_out(signals: Int64s, rooms: int) -> None:
    """Let all dive in the rooms of a batch."""
    store(signals, DONE, 0)
    store(signals, NEXT, rooms * _ROOMS)


@nb.njit(cache=True, nogil=True)
def claim(signals: Int64s) -> int:
    """A room in which nobody else dives; -1 where none is left. Rooms and next are one number, so that both fit."""
    known = load(signals, NEXT)
    if known % _ROOMS >= known // _ROOMS:
        return -1
    claimed = add(signals, NEXT, 1)
    return claimed % _ROOMS if claimed % _ROOMS < claimed // _ROOMS else -1


@nb.njit(cache=True, nogil=True)
def wait(spins: int) -> None:
    """Wait before a number is read for another time."""
    if spins > _SPINS:
        _give_way()
