"""A fixed plan for new rows

What was found for the rows of January is applied to those of February: the same labels, without a new search. A plan
promises nothing for rows that it has not seen, so that they are counted each time.
"""

# %%
from importlib.resources import files

import pandas as pd

import arxdesk as ad

example = files("arxdesk_resources") / "examples" / "discharge" / "discharge.csv"
columns = ["sex", "age", "postal_code", "admission_date", "diagnosis"]
people = pd.read_csv(str(example), usecols=columns, dtype={"postal_code": str})
in_january = people["admission_date"].str.startswith("2024-01")
january = people[in_january].drop(columns="admission_date")
february = people[people["admission_date"].str.startswith("2024-02")].drop(columns="admission_date")
print(len(january), "rows in January,", len(february), "in February")

# %%
result = ad.anonymize(
    january,
    quasi_identifiers={"sex": None, "age": ad.Automatic(), "postal_code": ad.Redaction()},
    sensitive=["diagnosis"],
    privacy=ad.KAnonymity(k=3),
    suppression_limit=0.1,
)
result.levels

# %% Groups of February that are too small are removed, and told.
applied = result.plan.apply(february)
applied

# %%
applied.frame.head(3)
