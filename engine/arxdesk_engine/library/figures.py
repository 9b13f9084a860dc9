"""The figures of a result as data frames of pandas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from arxdesk_engine.library.columns import in_words
from arxdesk_engine.library.posing import PosedFrame

ATTACKERS = ("prosecutor", "journalist", "marketer")


def summary_frame(facts: Mapping[str, Any], posed: PosedFrame, rows: int) -> pd.DataFrame:
    """The main figures, a row for each."""
    released, search, risk = facts["released"], facts["search"], facts["risk"]["output"]
    figures = {
        "rows": posed.frame.records,
        "rows_released": rows,
        "suppressed_records": released["suppressed_records"],
        "privacy": ", ".join(model.title for model in posed.job.privacy),
        **({} if released["recoding"] is None else {"recoding": released["recoding"]}),
        "levels": ", ".join(f"{name} {level_text(level)}" for name, level in released["levels"].items()),
        "status": released["status"],
        "score": released["score"],
        **({"loss": released["loss"]} if "loss" in released else {}),
        "lower_bound": released["lower_bound"],
        "gap": released["gap"],
        "groups": released["classes"],
        "smallest_group": released["smallest_class"],
        "largest_group": released["largest_class"],
        "highest_risk": risk["prosecutor"]["highest"],
        "average_risk": risk["prosecutor"]["average"],
        "transformations": search["lattice_size"],
        "transformations_checked": released["checks"],
        "seconds": released["seconds"],
        "passed_through": ", ".join(posed.untouched),
        "notes": " ".join(posed.frame.notes()),
    }
    return pd.DataFrame({"value": pd.Series(figures, dtype=object)}).rename_axis("figure")


def level_text(level: int | list[int]) -> str:
    """A level, or the lowest and the highest of the groups: 1, or 0-2."""
    if isinstance(level, int):
        return str(level)
    lowest, highest = level
    return str(lowest) if lowest == highest else f"{lowest}-{highest}"


def risk_frame(risk: Mapping[str, Any]) -> pd.DataFrame:
    """A row for each side of the table and attacker; shares from 0 to 1."""
    sides = [side for side in ("input", "output") if side in risk]
    rows = [risk[side][attacker] for side in sides for attacker in ATTACKERS]
    index = pd.MultiIndex.from_product([sides, ATTACKERS], names=["table", "attacker"])
    return in_words(pd.DataFrame(rows, index))


def quality_frame(facts: Mapping[str, Any]) -> pd.DataFrame:
    """A row for each quasi-identifier, a column for each measure: 1 as in the input, 0 nothing left.

    The last row, "table", has the measures of the whole table, and the mean of those of the columns.
    """
    found = facts["quality"]
    rows = {name: _qualities(measures) for name, measures in found.get("attributes", {}).items()}
    means = {name: each["arithmetic_mean_of_qualities"] for name, each in found.get("aggregates", {}).items() if each}
    frame = pd.DataFrame.from_dict({**rows, "table": means | _qualities(found.get("table", {}))}, orient="index")
    return frame.astype(float).rename_axis("attribute")


def _qualities(measures: Mapping[str, Any]) -> dict[str, float | None]:
    return {name: None if each is None else each["quality"] for name, each in measures.items()}
