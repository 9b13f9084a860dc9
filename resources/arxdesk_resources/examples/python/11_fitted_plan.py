"""A fitted plan in a pipeline.

`Anonymizer` has the habits of scikit-learn. Its plan shows any rows at the levels that were found for the first ones;
groups that are too small among the new rows are counted, told, and removed unless you say otherwise.
"""

# %%
import warnings
from importlib.resources import files

import pandas as pd

import arxdesk as ad

folder = files("arxdesk_resources") / "examples" / "discharge"
discharges = pd.read_csv(folder / "discharge.csv", dtype={"postal_code": "string"})
first, later = discharges.iloc[:8000], discharges.iloc[8000:]

# %%
anonymizer = ad.Anonymizer(
    quasi_identifiers={name: str(folder / f"hierarchy_{name}.csv") for name in ("sex", "age", "postal_code")},
    identifying=["patient_id"],
    privacy=ad.KAnonymity(k=5),
    suppression_limit=0.05,
)
anonymizer.fit(first).plan_

# %%
with warnings.catch_warnings():
    warnings.simplefilter("ignore", ad.NewRowsWarning)  # which tells what the next cell tells
    released = anonymizer.transform(later)
len(released)

# %%
print(anonymizer.apply(later))
anonymizer.plan_.save("discharge.plan.toml")  # for arxdesk apply, or ad.load_plan
