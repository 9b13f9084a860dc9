"""Searches that are ended: how much they look at afterwards, counted, since a time says as much about the machine."""

import sys
import threading
from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.kernels.exact.signals import STOP

MODULES = ("check", "exact.by_classes", "exact.dive", "whole.classification")
"""Those of `arxdesk_engine.search` that look at transformations."""
IN_KERNELS = "arxdesk_engine.search.exact.in_arrays"
"""The one whose kernel looks at several of them between two questions whether to end; its helpers are not counted."""
SIGNALS = -2
"""The place of the signals among the arguments of that kernel."""


@dataclass
class Looks:
    """How many transformations were looked at before and after the search was asked to end."""

    before: int = 0
    after: int = 0


def counted_looks(monkeypatch: pytest.MonkeyPatch, control: Control, stop_after: int | None = None) -> Looks:
    """Count looks from here on, and after so many let another thread ask the search to end."""
    looks, lock = Looks(), threading.Lock()
    evaluate = sys.modules["arxdesk_engine.search.evaluation"].evaluate
    take_looks = sys.modules[IN_KERNELS].take_looks

    def count():
        with lock:
            if looks.before == stop_after and not control.stopped:
                other = threading.Thread(target=control.stop)
                other.start()
                other.join()
            if control.stopped:
                looks.after += 1
            else:
                looks.before += 1

    def counted(*arguments, **terms):
        count()
        return evaluate(*arguments, **terms)

    def counted_in_kernels(*arguments):
        if not arguments[SIGNALS][STOP]:  # else dives are left where they are
            count()
        return take_looks(*arguments)

    for name in MODULES:
        monkeypatch.setattr(sys.modules[f"arxdesk_engine.search.{name}"], "evaluate", counted)
    monkeypatch.setattr(f"{IN_KERNELS}.take_looks", counted_in_kernels)
    monkeypatch.setattr(f"{IN_KERNELS}.ROWS_PER_CALL", 1)  # a call for every look
    return looks


def stopped_by_another_thread(monkeypatch: pytest.MonkeyPatch, control: Control, looks: int) -> Looks:
    """Another thread ends the search while it looks at one more than so many transformations."""
    return counted_looks(monkeypatch, control, looks)


def let_time_go_by_looking_at_it(monkeypatch: pytest.MonkeyPatch, step: float) -> None:
    """Let the searches have a clock that goes on by so many seconds whenever it is looked at."""
    now = [0.0]

    def look() -> float:
        now[0] += step
        return now[0]

    for name in ("check", "whole.exhaustive"):
        monkeypatch.setattr(sys.modules[f"arxdesk_engine.search.{name}"], "time", SimpleNamespace(perf_counter=look))
