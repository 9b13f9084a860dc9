"""ARX's aggregate functions, which name the groups of a hierarchy, as our label functions."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from arxdesk_engine.arx.files.java_values import Instance
from arxdesk_engine.foundation.language import tr

_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "ArithmeticMeanOfBounds": "arithmetic-mean-of-bounds",
        "GeometricMeanOfBounds": "geometric-mean-of-bounds",
        "ArithmeticMean": "arithmetic-mean",
        "GeometricMean": "geometric-mean",
        "SetOfPrefixes": "set-of-prefixes",
        "CommonPrefix": "common-prefix",
        "Constant": "constant",
        "Interval": "interval",
        "Bounds": "bounds",
        "Set": "set",
    }
)
"""Functions by how the names of their classes end, the longer endings first."""


class NoCounterpart(ValueError):
    """Something of a hierarchy's specification that ours cannot say."""


def label_of(function: Instance | None, *, of_bounds: bool) -> dict[str, object] | None:
    """The label function as a specification says it; None where there is none. Raises NoCounterpart.

    `of_bounds`: groups are half-open intervals, of which ARX knows the bounds alone; else lists of values.
    """
    if function is None:
        return None
    name = next((ours for ending, ours in _NAMES.items() if function.kind.endswith(ending)), None)
    if name is None:
        raise NoCounterpart(tr("the aggregate function {name} is not known", name=function.name))
    label: dict[str, object] = {"function": name}
    match name:
        case "interval":
            lower, upper = function.flag("lowerIncluded") is not False, function.flag("upperIncluded") is not False
            if not lower:
                label["lower"] = "open"
            if upper is of_bounds:
                label["upper"] = "closed" if upper else "open"
        case "constant":
            label["text"] = function.text("value") or ""
        case "common-prefix":
            fill = function.text("redaction")
            label |= {"fill": fill} if fill else {}
        case "set-of-prefixes":
            label["length"] = function.get("length")
        case "set" if of_bounds:
            raise NoCounterpart(tr("intervals have no set of values as their label"))
    return label
