"""Risk against utility, for several k.

`sweep` anonymizes with each combination of parameters and gives a row for each.
"""

# %%
from importlib.resources import files

import pandas as pd

import arxdesk as ad

folder = files("arxdesk_resources") / "examples" / "discharge"
discharges = pd.read_csv(folder / "discharge.csv", dtype={"postal_code": "string"})

# %%
found = ad.sweep(
    discharges,
    {"privacy": [ad.KAnonymity(k=k) for k in (2, 5, 10)], "suppression_limit": [0.0, 0.05]},
    identifying=["patient_id"],
    quasi_identifiers={name: str(folder / f"hierarchy_{name}.csv") for name in ("sex", "age", "postal_code")},
)
found[["privacy", "suppression_limit", "granularity", "suppressed_records", "highest_risk", "average_risk"]]

# %%
found.to_csv("sweep.csv", index=False)  # a cancelled sweep goes on from such a file: resume=pd.read_csv("sweep.csv")
