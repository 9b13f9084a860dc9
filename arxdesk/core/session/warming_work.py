"""Loading the compiled kernels before they are needed, so that the first search starts at once."""

from __future__ import annotations

from arxdesk_engine.foundation.control import Control


def warm(control: Control) -> None:
    """Load every kernel; the first time on a machine, compile it into the cache. Ends early when stopped."""
    from arxdesk_engine.kernels.compile import compile_all  # noqa: PLC0415 - loading it here is the point

    compile_all(lambda: control.stopped)
