"""Changes of filters: single settings, and common combinations."""

from __future__ import annotations

from arxdesk_engine.job.explore import Filters, TransformationClass
from arxdesk_engine.lattice.lattice import Lattice, Levels

CLASS_OF_STATE: dict[str, TransformationClass] = {
    "optimum": "optimum",
    "anonymous": "anonymous",
    "not": "not-anonymous",
    "unknown": "unknown",
}
"""The names of the widgets' states in filters."""


def with_class(filters: Filters, state: str, shown: bool) -> Filters:
    """Show or leave out all of a state."""
    wanted = {CLASS_OF_STATE[state]} if shown else set()
    kept = set(filters.classes) - {CLASS_OF_STATE[state]} | wanted
    return filters.model_copy(update={"classes": tuple(name for name in CLASS_OF_STATE.values() if name in kept)})


def with_scores(filters: Filters, lowest: float | None, highest: float | None) -> Filters:
    """Show a range of scores; None leaves a side open. A reversed range is swapped."""
    if lowest is not None and highest is not None and lowest > highest:
        lowest, highest = highest, lowest
    return filters.model_copy(update={"lowest_score": lowest, "highest_score": highest})


def with_level_toggled(filters: Filters, name: str, level: int) -> Filters:
    """Leave out a level of an attribute, or show it again."""
    left_out = set(filters.forbidden.get(name, ())) ^ {level}
    return _with_forbidden(filters, {**filters.forbidden, name: tuple(sorted(left_out))})


def only_anonymous(filters: Filters) -> Filters:
    """Show the best one and all others that are anonymous."""
    return filters.model_copy(update={"classes": ("optimum", "anonymous")})


def around(filters: Filters, names: tuple[str, ...], lattice: Lattice, levels: Levels) -> Filters:
    """Show transformations that differ by at most one level of each attribute."""
    forbidden = {
        name: tuple(level for level in range(low, high + 1) if abs(level - chosen) > 1)
        for name, chosen, low, high in zip(names, levels, lattice.bottom, lattice.top, strict=True)
    }
    return _with_forbidden(filters, {**filters.forbidden, **forbidden})


def _with_forbidden(filters: Filters, forbidden: dict[str, tuple[int, ...]]) -> Filters:
    return filters.model_copy(update={"forbidden": {name: levels for name, levels in forbidden.items() if levels}})
