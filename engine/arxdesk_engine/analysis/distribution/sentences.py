"""Distributions in words: sentences, titles, read-outs."""

from __future__ import annotations

from arxdesk_engine.analysis.distribution.bars import Bar, Scaled
from arxdesk_engine.analysis.distribution.distribution import Distribution
from arxdesk_engine.analysis.distribution.scale_words import ScaleWords
from arxdesk_engine.analysis.distribution.sides import SideCounts
from arxdesk_engine.foundation.words import ENGLISH, Words

ALIKE, SIMILAR = 0.85, 0.7
"""The overlap of two shapes from which on they count as the same, or much the same."""
TOLD_APART = 1e-9


def sentence(found: Distribution, shown: int, words: Words = ENGLISH) -> str:
    """The sentence above the chart; `shown` categories are drawn."""
    parts = [_scaled(found, found.scaled, words) if found.scaled is not None else _categories(found, words)]
    if found.scaled is not None and found.scaled.misplaced and found.scaled.example is not None:
        value, band = found.scaled.example
        apart = words.records(found.scaled.misplaced)
        parts.append(f"{apart} read a band that their value is not in, such as {value} in {band}.")
    if found.scaled is not None and found.scaled.unplaced:
        parts.append(f"{words.records(found.scaled.unplaced)} show a value that has no place on this scale.")
    if found.scaled is None and shown < len(found.texts):
        parts.append(f"Showing the {words.count(shown)} most frequent of {words.count(len(found.texts))}.")
    if found.perturbed and found.after is not None:
        parts.append(f"Its cells are perturbed ({found.perturbed}).")
    return " ".join(parts)


def title(side: str, counts: SideCounts, bands: int = 0, groups: int = 0, words: Words = ENGLISH) -> str:
    """The title of one side: "Output, 5 bands"."""
    if not counts.values:
        return f"{side}, no values"
    if groups:
        return f"{side}, {words.counted(counts.values, 'group', 'groups')}"
    several = bands and bands == counts.values
    what = words.counted(counts.values, "band", "bands") if several else words.counted(counts.values, "value", "values")
    return f"{side}, {what}"


def bar_lines(
    bar: Bar, scale: ScaleWords, attribute: str, counted: int, words: Words = ENGLISH, *, is_spread: bool, is_band: bool
) -> list[str]:
    """The read-out of a bar on a scale."""
    share = words.percent(bar.people / counted if counted else 0.0)
    span = scale.span(bar.low, bar.end)
    if is_spread:
        lines = [span, f"about {words.records(round(bar.people))} ({share})", _texts(bar.texts, words)]
        return [*lines, "spread evenly over their bands"]
    head = bar.texts[0] if is_band else span
    lines = [head, f"{words.records(round(bar.people))} ({share})"]
    if is_band and abs(bar.height - bar.people) > TOLD_APART:
        lines.append(f"{words.decimal(bar.height, 0 if bar.height >= 10 else 1)} per {scale.per(attribute)}")
    return lines


def _texts(texts: tuple[str, ...], words: Words) -> str:
    return f"in {words.joined(texts, 4)}"


def _scaled(found: Distribution, scaled: Scaled, words: Words) -> str:
    scale = ScaleWords(scaled.is_date, scaled.is_whole, scaled.bins.width, words)
    first = _ended(f"Records per {scale.per(found.attribute)}")
    if scaled.after is None or found.after is None:
        return first
    if not found.after.shown:
        return f"{first} {_nothing_left(found, words)}"
    repeats = "the dashed line repeats the input."
    if scaled.in_common is None:
        return f"{first} {words.capitalized(repeats)}"
    common = words.percent(scaled.in_common)
    if scaled.in_common >= 1 - TOLD_APART and not scaled.bands:
        kept = "The shape is the same" if found.perturbed else "Nothing has changed"
        return f"{first} {kept}; {repeats}"
    shape = (
        "is kept" if scaled.in_common >= ALIKE else "is much the same" if scaled.in_common >= SIMILAR else "has changed"
    )
    details = ", its details are not" if scaled.bands and scaled.in_common >= SIMILAR else ""
    spread = " Records whose bands overlap are spread evenly over them." if scaled.is_spread else ""
    return f"{first} The shape {shape} ({common} in common){details}; {repeats}{spread}"


def _categories(found: Distribution, words: Words) -> str:
    first = _ended(f"Records per value of {found.attribute}")
    before, after = found.before, found.after
    if not before.shown:
        return f"No value of {found.attribute} is known."
    if after is None or found.people_after is None:
        return first
    if not after.shown:
        return f"{first} {_nothing_left(found, words)}"
    if found.in_common is not None and found.in_common >= 1 - TOLD_APART and before.shown == after.shown:
        return f"{first} {'Every value is as frequent as before' if found.perturbed else 'Nothing has changed'}."
    if found.is_coarser and not found.perturbed:
        groups = words.counted(after.values, "group", "groups")
        return f"{first} {words.counted(before.values, 'value', 'values')} became {groups}."
    changed = words.percent(1 - (found.in_common or 0.0))
    unchanged = "" if found.perturbed else "The values are unchanged; "
    return f"{first} {unchanged}{changed} of the shape has changed{_why_changed(after, words)}."


def _why_changed(after: SideCounts, words: Words) -> str:
    """The reasons why values are gone: * in the hierarchy, or removal."""
    reasons = (
        [f"{words.records(after.starred)} that {_verb(after.starred, 'reads', 'read')} *"] if after.starred else []
    )
    if after.removed:
        reasons.append(f"{words.records(after.removed)} that {_verb(after.removed, 'was', 'were')} removed")
    return f", by {words.joined(reasons)}" if reasons else ""


def _verb(number: int, one: str, many: str) -> str:
    return one if number == 1 else many


def _nothing_left(found: Distribution, words: Words) -> str:
    after = found.after
    if after is not None and after.starred:
        return f"Nothing is left of it in the output: it reads * for {words.records(after.starred)}."
    return "No record shows a value in the output."


def _ended(sentence: str) -> str:
    """A sentence with its full stop, also where it ends with an abbreviation."""
    return sentence if sentence.endswith(".") else f"{sentence}."
