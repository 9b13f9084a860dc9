"""Compile all kernels, or load them from the cache: `python -m engine.kernels.compile`."""

from __future__ import annotations

import importlib
import pkgutil

import engine.kernels


def compile_all() -> None:
    """Import every kernel module. Signatures are explicit, so that the import compiles or loads each function."""
    for module in pkgutil.iter_modules(engine.kernels.__path__):
        if module.name != "compile":
            importlib.import_module(f"engine.kernels.{module.name}")


if __name__ == "__main__":
    compile_all()
