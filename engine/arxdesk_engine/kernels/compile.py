"""Compile all kernels, or load them from the cache: `python -m arxdesk_engine.kernels.compile`."""

from __future__ import annotations

import importlib
import importlib.util
import os
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import arxdesk_engine.kernels

PACKAGE = arxdesk_engine.kernels.__name__


def compile_all(is_stopped: Callable[[], bool] = lambda: False) -> None:
    """Import every kernel module. Signatures are explicit, so that the import compiles or loads what Python calls.

    `is_stopped` is asked between two modules whether to leave it at that.
    """
    for modules in _modules_by_package().values():
        for module in modules:
            if not is_stopped():
                importlib.import_module(module)


def compile_in_processes() -> int:
    """Fill the cache, one process for each package of kernels, the longest first: a compiler uses one core.

    Returns the exit status of a process that failed, else 0.
    """
    found = _modules_by_package()
    packages = sorted(found, key=lambda package: sum(map(_length, found[package])), reverse=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return max(pool.map(_compile_apart, packages))


def _compile_apart(package: str) -> int:
    command = [sys.executable, "-m", __spec__.name, package]
    return abs(subprocess.run(command, check=False).returncode)  # noqa: S603 - ourselves


def _length(module: str) -> int:
    """The characters of a module, which tell how long it takes to compile."""
    spec = importlib.util.find_spec(module)
    return len(Path(spec.origin).read_bytes()) if spec is not None and spec.origin is not None else 0


def _modules_by_package() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for module in pkgutil.walk_packages(arxdesk_engine.kernels.__path__, f"{PACKAGE}."):
        if not module.ispkg and module.name != f"{PACKAGE}.compile":
            found.setdefault(module.name.rpartition(".")[0], []).append(module.name)
    return found


if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit(compile_in_processes())
    for name in _modules_by_package()[sys.argv[1]]:
        importlib.import_module(name)
