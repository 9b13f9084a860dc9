"""The attack by what the algorithm did not do, on a file as it was read."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from arxdesk_engine.attacks.refinement.boxes import boxes_of
from arxdesk_engine.attacks.refinement.choices import Choices
from arxdesk_engine.attacks.refinement.findings import RefinementFindings
from arxdesk_engine.attacks.refinement.finest import finest
from arxdesk_engine.attacks.refinement.hierarchies import KnownHierarchy
from arxdesk_engine.attacks.refinement.left import left_at_the_top, left_by_earlier, left_for_good
from arxdesk_engine.attacks.refinement.shared import shared_labels
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.verification.source import Source
from arxdesk_engine.verification.texts import categorical, one_below_the_other


def refine(
    source: Source, shown: Mapping[str, pd.Categorical], removed: int, choices: Choices
) -> RefinementFindings | None:
    """What is concluded of released columns made with these choices; of the source only hierarchies are used.

    `removed` rows that show nothing are not in the columns. None where a quasi-identifier is not there, its labels are
    in no hierarchy, or rows that show nothing may have been kept as well as removed.
    """
    if not choices.attributes or any(name not in shown for name in choices.attributes):
        return None
    if choices.way != "groups" and removed not in (0, choices.removed):
        return None
    nothing = categorical(np.zeros(removed if removed == choices.removed else 0, np.int64), [SUPPRESSED])
    columns, hierarchies = [], []
    for name in choices.attributes:
        columns.append(one_below_the_other(source.as_judged(name, shown[name]), nothing))
        levels = [source.labels(name, level) for level in range(source.height(name))]
        hierarchies.append(KnownHierarchy.of(levels))
    return refine_boxes(columns, hierarchies, choices)


def refine_boxes(
    columns: list[pd.Categorical], hierarchies: list[KnownHierarchy], choices: Choices
) -> RefinementFindings | None:
    """The same from the released quasi-identifiers and their hierarchies."""
    boxes = boxes_of(columns, hierarchies, choices)
    if boxes is None:
        return None
    if choices.way != "groups":
        of_steps = finest(boxes, hierarchies, choices)
        found = left_by_earlier(boxes, hierarchies, choices).joined(left_for_good(boxes, hierarchies, choices))
        found = found.joined(of_steps.groups)
        removed = boxes.steps == len(choices.steps)
        bits = float(found.bits[removed].sum())
        for number, together in enumerate(of_steps.bits.tolist()):
            bits += max(together, float(found.bits[boxes.steps == number].sum()))
        is_exact = of_steps.is_exact and not removed.any()
    else:
        found = shared_labels(boxes, hierarchies, choices).joined(left_at_the_top(boxes, hierarchies, choices))
        bits, is_exact = float(found.bits.sum()), False
    combinations = np.log2(boxes.sides(hierarchies).astype(np.float64)).sum(axis=1)
    return RefinementFindings(choices, boxes, found, combinations, bits, is_exact)
