"""Compile all kernels, or load them from the cache: `python -m arxdesk_engine.kernels.compile`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable

import arxdesk_engine.kernels


def compile_all(is_stopped: Callable[[], bool] = lambda: False) -> None:
    """Import every kernel module. Signatures are explicit, so that the import compiles or loads what Python calls.

    `is_stopped` is asked between two modules whether to leave it at that.
    """
    for module in pkgutil.walk_packages(arxdesk_engine.kernels.__path__, "arxdesk_engine.kernels."):
        if not module.name.endswith(".compile") and not is_stopped():
            importlib.import_module(module.name)


if __name__ == "__main__":
    compile_all()
