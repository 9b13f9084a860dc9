"""Contingency tables in words: the association of two attributes, and their bins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arxdesk_engine.analysis.contingency.counting import BinnedValues, Contingency
from arxdesk_engine.analysis.statistics.association import Association, AssociationKind
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.translated import Texts
from arxdesk_engine.foundation.words import ENGLISH, Words, in_parts

_NAMES = Texts(
    {
        AssociationKind.PEARSON: marked("correlation"),
        AssociationKind.SPEARMAN: marked("correlation of ranks"),
        AssociationKind.CRAMERS_V: marked("Cramér's V"),
        AssociationKind.CORRELATION_RATIO: marked("correlation ratio"),
    }
)
SIDES = {"before": marked("input"), "after": marked("output")}
_BINNED = {
    "before": marked("{column} of the input: {values} values in {bins} bins"),
    "after": marked("{column} of the output: {values} values in {bins} bins"),
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
        return tr("No record shows a value of both {first} and {second}.", first=first, second=second)
    parts = [tr("Records by {first} (rows) and {second} (columns).", first=first, second=second)]
    if measured is not None:
        parts += _together(measured, words, has_output="after" in found)
    binned = [
        tr(
            _BINNED[side],
            column=name,
            values=words.count(values.values),
            bins=words.count(len(values.texts)),
        )
        for side, each in found.items()
        for name, values in _axes(attributes, each)
        if values.is_binned
    ]
    if binned:
        parts.append(tr("Neighbours share a bin ({binned}).", binned=in_parts(binned)))
    if "after" in found and not found["after"].people:
        parts.append(tr("No record shows both values in the output."))
    return " ".join(parts)


def _axes(attributes: tuple[str, str], found: Contingency) -> list[tuple[str, BinnedValues]]:
    return list(zip(attributes, (found.rows, found.columns), strict=True))


def _together(measured: Sequence[Association], words: Words, *, has_output: bool) -> list[str]:
    said = []
    for each in measured[:1]:  # ranks are explained in the help; a sentence holds one figure
        name, scale = _NAMES[each.kind], _scale(each.kind)
        if each.before is None:
            said.append(tr("Their association cannot be measured: one of them is constant."))
        elif not has_output:
            said.append(
                tr(
                    "Connection: {value} ({measure}; {scale}).",
                    value=_number(each.before, words),
                    measure=name,
                    scale=scale,
                )
            )
        elif each.after is None:
            said.append(
                tr(
                    "Association before: {value} ({measure}; {scale}); unknown in the output.",
                    value=_number(each.before, words),
                    measure=name,
                    scale=scale,
                )
            )
        else:
            said.append(
                tr(
                    "Connection: {before} before, {now} now ({measure}; {scale}).",
                    before=_number(each.before, words),
                    now=_number(each.after, words),
                    measure=name,
                    scale=scale,
                )
            )
    return said


def _scale(kind: AssociationKind) -> str:
    return tr("−1 to 1, 0 is none") if kind in _SIGNED else tr("0 none, 1 complete")


def _number(value: float, words: Words) -> str:
    return words.decimal(round(value, 2) or 0.0, 2).replace("-", "−")  # no "−0.00": that is no connection either
