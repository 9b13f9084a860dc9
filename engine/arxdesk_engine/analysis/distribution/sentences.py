"""Distributions in words: sentences, titles, read-outs."""

from __future__ import annotations

from arxdesk_engine.analysis.distribution.bars import Bar, Scaled
from arxdesk_engine.analysis.distribution.distribution import Distribution
from arxdesk_engine.analysis.distribution.scale_words import ScaleWords
from arxdesk_engine.analysis.distribution.sides import SideCounts
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.words import ENGLISH, Words

ALIKE, SIMILAR = 0.85, 0.7
"""The overlap of two shapes from which on they count as the same, or much the same."""
TOLD_APART = 1e-9


def sentence(found: Distribution, shown: int, words: Words = ENGLISH) -> str:
    """The sentence above the chart; `shown` categories are drawn."""
    parts = [_scaled(found, found.scaled, words) if found.scaled is not None else _categories(found, words)]
    if found.scaled is not None and found.scaled.misplaced and found.scaled.example is not None:
        value, band = found.scaled.example
        number = found.scaled.misplaced
        parts.append(
            tr_n(
                number,
                "{n} record read a band that their value is not in, such as {value} in {band}.",
                "{n} records read a band that their value is not in, such as {value} in {band}.",
                n=words.count(number),
                value=value,
                band=band,
            )
        )
    if found.scaled is not None and found.scaled.unplaced:
        number = found.scaled.unplaced
        parts.append(
            tr_n(
                number,
                "{n} record show a value that has no place on this scale.",
                "{n} records show a value that has no place on this scale.",
                n=words.count(number),
            )
        )
    if found.scaled is None and shown < len(found.texts):
        parts.append(
            tr(
                "Showing the {shown} most frequent of {n}.",
                shown=words.count(shown),
                n=words.count(len(found.texts)),
            )
        )
    if found.perturbed and found.after is not None:
        parts.append(tr("Its cells are perturbed ({method}).", method=found.perturbed))
    return " ".join(parts)


def title(side: str, counts: SideCounts, bands: int = 0, groups: int = 0, words: Words = ENGLISH) -> str:
    """The title of one side: "Output, 5 bands"."""
    if not counts.values:
        return tr("{side}, no values", side=side)
    if groups:
        what = tr_n(counts.values, "{n} group", "{n} groups", n=words.count(counts.values))
    elif bands and bands == counts.values:
        what = tr_n(counts.values, "{n} band", "{n} bands", n=words.count(counts.values))
    else:
        what = tr_n(counts.values, "{n} value", "{n} values", n=words.count(counts.values))
    return tr("{side}, {values}", side=side, values=what)


def bar_lines(
    bar: Bar, scale: ScaleWords, attribute: str, counted: int, words: Words = ENGLISH, *, is_spread: bool, is_band: bool
) -> list[str]:
    """The read-out of a bar on a scale."""
    share = words.percent(bar.people / counted if counted else 0.0)
    span = scale.span(bar.low, bar.end)
    if is_spread:
        lines = [
            span,
            tr("about {records} ({share})", records=words.records(round(bar.people)), share=share),
            _texts(bar.texts, words),
        ]
        return [*lines, tr("spread evenly over their bands")]
    head = bar.texts[0] if is_band else span
    lines = [head, f"{words.records(round(bar.people))} ({share})"]
    if is_band and abs(bar.height - bar.people) > TOLD_APART:
        height = words.decimal(bar.height, 0 if bar.height >= 10 else 1)
        lines.append(tr("{number} per {unit}", number=height, unit=scale.per(attribute)))
    return lines


def _texts(texts: tuple[str, ...], words: Words) -> str:
    return tr("in {bands}", bands=words.joined(texts, 4))


def _scaled(found: Distribution, scaled: Scaled, words: Words) -> str:
    scale = ScaleWords(scaled.is_date, scaled.is_whole, scaled.bins.width, words)
    first = _ended(tr("Records per {unit}", unit=scale.per(found.attribute)))
    if scaled.after is None or found.after is None:
        return first
    if not found.after.shown:
        return f"{first} {_nothing_left(found, words)}"
    if scaled.in_common is None:
        return f"{first} {tr('The dashed line repeats the input.')}"
    if scaled.in_common >= 1 - TOLD_APART and not scaled.bands:
        if found.perturbed:
            return f"{first} {tr('The shape is the same; the dashed line repeats the input.')}"
        return f"{first} {tr('Nothing has changed; the dashed line repeats the input.')}"
    told = tr(_shape_of(scaled.in_common, bool(scaled.bands)), common=words.percent(scaled.in_common))
    spread = tr("Records whose bands overlap are spread evenly over them.") if scaled.is_spread else ""
    return " ".join(each for each in (first, told, spread) if each)


def _shape_of(in_common: float, has_bands: bool) -> str:
    """The sentence on shapes that have so much in common."""
    if in_common >= ALIKE and has_bands:
        return marked("The shape is kept ({common} in common), its details are not; the dashed line repeats the input.")
    if in_common >= ALIKE:
        return marked("The shape is kept ({common} in common); the dashed line repeats the input.")
    if in_common >= SIMILAR and has_bands:
        return marked(
            "The shape is much the same ({common} in common), its details are not; the dashed line repeats the input."
        )
    if in_common >= SIMILAR:
        return marked("The shape is much the same ({common} in common); the dashed line repeats the input.")
    return marked("The shape has changed ({common} in common); the dashed line repeats the input.")


def _categories(found: Distribution, words: Words) -> str:
    first = _ended(tr("Records per value of {attribute}", attribute=found.attribute))
    before, after = found.before, found.after
    if not before.shown:
        return tr("No value of {attribute} is known.", attribute=found.attribute)
    if after is None or found.people_after is None:
        return first
    if not after.shown:
        return f"{first} {_nothing_left(found, words)}"
    if found.in_common is not None and found.in_common >= 1 - TOLD_APART and before.shown == after.shown:
        same = tr("Every value is as frequent as before.") if found.perturbed else tr("Nothing has changed.")
        return f"{first} {same}"
    if found.is_coarser and not found.perturbed:
        groups = tr_n(after.values, "{n} group", "{n} groups", n=words.count(after.values))
        became = tr_n(
            before.values,
            "{n} value became {groups}.",
            "{n} values became {groups}.",
            n=words.count(before.values),
            groups=groups,
        )
        return f"{first} {became}"
    changed, reasons = words.percent(1 - (found.in_common or 0.0)), _why_changed(after, words)
    if found.perturbed and reasons:
        told = marked("{share} of the shape has changed, by {reasons}.")
    elif found.perturbed:
        told = marked("{share} of the shape has changed.")
    elif reasons:
        told = marked("The values are unchanged; {share} of the shape has changed, by {reasons}.")
    else:
        told = marked("The values are unchanged; {share} of the shape has changed.")
    return f"{first} {tr(told, share=changed, reasons=reasons)}"


def _why_changed(after: SideCounts, words: Words) -> str:
    """The reasons why values are gone: * in the hierarchy, or removal."""
    reasons = []
    if number := after.starred:
        reasons.append(tr_n(number, "{n} record that reads *", "{n} records that read *", n=words.count(number)))
    if number := after.removed:
        reasons.append(
            tr_n(number, "{n} record that was removed", "{n} records that were removed", n=words.count(number))
        )
    return words.joined(reasons)


def _nothing_left(found: Distribution, words: Words) -> str:
    after = found.after
    if after is not None and after.starred:
        return tr(
            "Nothing is left of it in the output: it reads * for {records}.", records=words.records(after.starred)
        )
    return tr("No record shows a value in the output.")


def _ended(sentence: str) -> str:
    """A sentence with its full stop, also where it ends with an abbreviation."""
    return sentence if sentence.endswith(".") else f"{sentence}."
