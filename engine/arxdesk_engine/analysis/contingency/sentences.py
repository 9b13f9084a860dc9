"""Contingency tables in words: the association of two attributes, and their bins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arxdesk_engine.analysis.contingency.counting import BinnedValues, Contingency
from arxdesk_engine.analysis.statistics.association import Association, AssociationKind
from arxdesk_engine.foundation.words import ENGLISH, Words

SIDES = {"before": "input", "after": "output"}
_NAMES = {
    AssociationKind.PEARSON: "correlation",
    AssociationKind.SPEARMAN: "correlation of ranks",
    AssociationKind.CRAMERS_V: "Cramér's V",
    AssociationKind.CORRELATION_RATIO: "correlation ratio",
}
_SIGNED = (AssociationKind.PEARSON, AssociationKind.SPEARMAN)


def sentence(
    attributes: tuple[str, str],
    found: Mapping[str, Contingency],
    measured: Sequence[Association] | None,
    words: Words = ENGLISH,
) -> str:
    """The sentence above the heat maps."""
    first, second = attributes
    if all(not each.people for each in found.values()) and found:
        return f"No record shows a value of both {first} and {second}."
    parts = [f"Records by {first} (rows) and {second} (columns)."]
    if measured is not None:
        parts += _together(measured, words, has_output="after" in found)
    binned = [
        f"{name} of the {SIDES[side]}: {words.count(values.values)} values in {words.count(len(values.texts))} bins"
        for side, each in found.items()
        for name, values in _axes(attributes, each)
        if values.is_binned
    ]
    if binned:
        parts.append(f"Neighbours share a bin ({'; '.join(binned)}).")
    if "after" in found and not found["after"].people:
        parts.append("No record shows both values in the output.")
    return " ".join(parts)


def _axes(attributes: tuple[str, str], found: Contingency) -> list[tuple[str, BinnedValues]]:
    return list(zip(attributes, (found.rows, found.columns), strict=True))


def _together(measured: Sequence[Association], words: Words, *, has_output: bool) -> list[str]:
    said = []
    for each in measured[:1]:  # ranks are explained in the help; a sentence holds one figure
        name, scale = _NAMES[each.kind], "−1 to 1, 0 is none" if each.kind in _SIGNED else "0 none, 1 complete"
        if each.before is None:
            said.append("Their association cannot be measured: one of them is constant.")
        elif not has_output:
            said.append(f"Connection: {_number(each.before, words)} ({name}; {scale}).")
        elif each.after is None:
            said.append(f"Association before: {_number(each.before, words)} ({name}; {scale}); unknown in the output.")
        else:
            said.append(
                f"Connection: {_number(each.before, words)} before, {_number(each.after, words)} now ({name}; {scale})."
            )
    return said


def _number(value: float, words: Words) -> str:
    return words.decimal(round(value, 2) or 0.0, 2).replace("-", "−")  # no "−0.00": that is no connection either
