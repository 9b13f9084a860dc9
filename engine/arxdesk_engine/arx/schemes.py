"""ARX's generalization schemes for differential privacy as levels and a scheme of ours."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from arxdesk_engine.arx.files.java_values import Constant, Instance

_DEGREES: Mapping[str, str] = MappingProxyType(
    {"LOW": "low", "LOW_MEDIUM": "low-medium", "MEDIUM": "medium", "MEDIUM_HIGH": "medium-high", "HIGH": "high"}
)
_SHARES: Mapping[str, float] = MappingProxyType(
    {"NONE": 0.0, "LOW": 0.2, "LOW_MEDIUM": 0.4, "MEDIUM": 0.5, "MEDIUM_HIGH": 0.6, "HIGH": 0.8, "COMPLETE": 1.0}
)


def with_scheme(values: Mapping[str, object], heights: Mapping[str, int], steps: int | None) -> dict[str, object]:
    """A privacy model as plain values, ARX's scheme in it worked out for attributes of these highest levels.

    `steps` are those of the search, where it chooses the transformation itself.
    """
    plain = {name: value for name, value in values.items() if name != "generalization"}
    scheme = values.get("generalization")
    if not isinstance(scheme, Instance):
        if "search_budget" in plain and steps is not None:
            plain["steps"] = steps
        return plain
    degree, degrees, levels = scheme.text("degree") or "NONE", scheme.table("degrees"), scheme.table("levels")
    if degree in _DEGREES:
        plain["scheme"] = _DEGREES[degree]
    chosen = {}
    for name, height in heights.items():
        own = degrees.get(name)
        if isinstance(levels.get(name), int):
            chosen[name] = min(max(levels[name], 0), height)
        elif isinstance(own, Constant) and own.name in _SHARES:
            chosen[name] = math.floor(_SHARES[own.name] * height + 0.5)
        elif "scheme" not in plain:
            chosen[name] = math.floor(_SHARES.get(degree, 0.0) * height + 0.5)
    return plain | ({"levels": chosen} if chosen else {})
