"""A privacy model and a quality model of your own.

A privacy model judges classes, the groups of rows that look the same. What it promises is counted again in the released
frame where it brings a second definition (`holds_again`); otherwise the recount says that it did not count it. A
distribution offers them by entry points of the groups `arxdesk.privacy_models` and `arxdesk.quality_models`.
"""

# %%
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal

import numpy as np
import pandas as pd

import arxdesk as ad


@dataclass(frozen=True)
class NoMajority(ad.ClassCriterion):
    """No value has more than a share of a class."""

    attribute: str
    share: float

    def violating(self, classes: Any) -> np.ndarray:
        found = classes.histograms(self.attribute)  # the values of each class lie between two of the starts
        largest = np.zeros(len(classes))
        np.maximum.at(largest, np.repeat(np.arange(len(classes)), np.diff(found.starts)), found.counts)
        return largest > self.share * classes.counts


class MajorityLimit(ad.SensitiveModel):
    """In no group may a sensitive value have more than a share of the rows."""

    description = ad.Description(
        name="Majority limit",
        against="disclosure of values",
        promise="No value prevails in a group.",
        protects_against="guessing {attribute} of somebody whose group is known",
        term="attribute disclosure",
        in_short="against guessing a value",
        rule="no value has more than a share of a group",
        source="this page",
    )
    model: Literal["majority-limit"] = "majority-limit"
    share: float

    def bind(self, table: ad.WholeTable) -> ad.ClassCriterion:
        return NoMajority(self.attribute, self.share)

    def holds_again(self, sizes: np.ndarray, values: ad.GroupValues | None) -> np.ndarray:
        largest = np.zeros(len(sizes))
        np.maximum.at(largest, values.group, values.count)
        return largest <= self.share * sizes

    @property
    def title(self) -> str:
        return f"at most {self.share:.0%} of {self.attribute} in a group"

    @property
    def sentence(self) -> str:
        return f"In no group a value of {self.attribute} has more than {self.share:.0%} of the rows."


class Groups(ad.ClassWiseModel):
    """How far the number of groups is from one group for each row."""

    description = ad.QualityDescription(
        model="groups",
        name="Groups",
        meaning="The share of groups that were lost.",
        in_short="the number of groups",
        measure="1 - groups / rows",
        scale="0 to 1",
    )

    @classmethod
    def of(cls, grouping: Any, preferences: Any) -> "Groups":
        return cls(grouping)

    lowest, highest = 0.0, 1.0

    def score(self, classes: Any, suppressed: np.ndarray) -> float:
        return 1 - int((~suppressed & (classes.counts > 0)).sum()) / self.grouping.records

    def bound(self, classes: Any, hidden: np.ndarray, *more: Any, **_others: Any) -> float:
        """No generalization has more groups than those that are not hidden for certain."""
        return 1 - int((~hidden).sum()) / self.grouping.records

    def lower_bound(self, levels: Any) -> float:
        """Nothing is known without forming groups."""
        return 0.0


ad.register_privacy_model(MajorityLimit)
ad.register_quality_model(Groups)

# %%
folder = files("arxdesk_resources") / "examples" / "discharge"
discharges = pd.read_csv(folder / "discharge.csv", dtype={"postal_code": "string"})
result = ad.anonymize(
    discharges,
    quasi_identifiers={name: str(folder / f"hierarchy_{name}.csv") for name in ("sex", "age", "admission_type")},
    identifying=["patient_id"],
    sensitive=["diagnosis"],
    privacy=[ad.KAnonymity(k=5), MajorityLimit(attribute="diagnosis", share=0.5)],
    quality="groups",
    suppression_limit=0.05,
)
result

# %%
print(result.verify().sentence)
