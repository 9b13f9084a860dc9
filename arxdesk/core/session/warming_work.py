"""Loading modules and compiled kernels before they are needed, so that a table and its first search come at once."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

from arxdesk_engine.foundation.control import Control


def warm(modules: Sequence[str], control: Control) -> None:
    """Load modules and then every kernel; the first time on a machine, compile it into the cache. Ends when stopped."""
    for module in modules:
        if not control.stopped:
            importlib.import_module(module)
    from arxdesk_engine.kernels.compile import compile_all  # noqa: PLC0415 - loading it here is the point

    compile_all(lambda: control.stopped)
