"""A builder of your own.

A builder makes labels for values. It is a class with settings; a distribution offers it by an entry point of the group
`arxdesk.builders`, and in a program it is registered.
"""

# %%
from collections.abc import Callable
from importlib.resources import files
from typing import Literal

import pandas as pd

import arxdesk as ad


class Chapters(ad.ClassifyingBuilder):
    """Diagnoses of ICD-10 by their first letters: E11.9, E11, E."""

    builder: Literal["chapters"] = "chapters"

    @property
    def title(self) -> str:
        return "chapters of ICD-10"

    @property
    def _levels(self) -> int:
        return 2  # between the value and the root

    @property
    def _expected(self) -> str:
        return "code of ICD-10"

    def _classifier(self) -> Callable[[str], tuple[str, ...] | None]:
        return lambda code: (code[:3], code[0]) if code[:1].isalpha() else None


ad.register_builder(Chapters)

# %%
visits = pd.read_csv(files("arxdesk_resources") / "examples" / "visits" / "visits.csv").drop_duplicates("person_id")
result = ad.anonymize(
    visits,
    quasi_identifiers={"diagnosis": Chapters(), "sex": None},
    identifying=["person_id"],
    privacy=ad.KAnonymity(k=10),
    suppression_limit=0.1,
)
result.frame["diagnosis"].value_counts().head()
