"""The utility of an output, as the command line prints it."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk.cli.terminal import table
from arxdesk_engine.analysis.statistics.classification import ClassificationPerformance
from arxdesk_engine.analysis.statistics.utility import Utility
from arxdesk_engine.foundation.progress_line import percent

MOST_SHOWN = 3
NOTHING = "–"


def usefulness(found: Utility) -> str:
    """A few plain lines: the accuracy of predictions, and the greatest changes."""
    lines: list[str] = []
    for target, performance in found.classification.items():
        lines += _prediction(target, performance)
    lines += _changed_distributions(found)
    lines += _changed_associations(found)
    if not found.complete:
        lines.append("Stopped early: the comparison is incomplete.")
    return "\n".join(lines)


def _prediction(target: str, found: ClassificationPerformance | None) -> Iterator[str]:
    if found is None:
        yield f"Predicting {target}: there are too few records to learn from."
        return
    guessing = percent(found.baseline_before.accuracy)
    tried = f"tried on {found.records:,} records in {found.folds} parts"
    yield f"Predicting {target}, {tried}: guessing is right in {guessing}."
    rows = [("", "from the input", "from the output", "gain over guessing kept")]
    for each in found.methods:
        after = NOTHING if each.after is None else percent(each.after.accuracy)
        kept = NOTHING if each.relative_accuracy is None else percent(each.relative_accuracy)
        rows.append((each.method.replace("-", " "), percent(each.before.accuracy), after, kept))
    yield table(rows)


def _changed_distributions(found: Utility) -> Iterator[str]:
    changed = sorted(found.distances.items(), key=lambda each: -each[1].total_variation)[:MOST_SHOWN]
    if changed:
        named = ", ".join(f"{name} {each.total_variation:.2f}" for name, each in changed)
        yield f"Distributions changed most: {named} (0 the same, 1 nothing in common)."


def _changed_associations(found: Utility) -> Iterator[str]:
    known = [(abs(each.difference), each) for each in found.associations if each.difference is not None]
    known.sort(key=lambda each: -each[0])
    rows = [
        (f"{each.first} and {each.second}", f"{each.before:.2f}", f"{each.after:.2f}", each.kind.value)
        for _size, each in known[:MOST_SHOWN]
    ]
    if rows:
        yield "Pairs of attributes whose association changed most:"
        yield table([("", "before", "now", "measure"), *rows])
