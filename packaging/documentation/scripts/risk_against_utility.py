"""Risk against utility

The same table with several k, with nobody removed and with up to one person in twenty: what does more protection cost?
"""

# %%
from importlib.resources import files

import pandas as pd

import arxdesk as ad

example = files("arxdesk_resources") / "examples" / "discharge" / "discharge.csv"
people = pd.read_csv(str(example), usecols=["sex", "age", "postal_code", "diagnosis"], dtype={"postal_code": str})

# %%
found = ad.sweep(
    people,
    {"privacy": [ad.KAnonymity(k=k) for k in (2, 5, 20)], "suppression_limit": [0.0, 0.05]},
    quasi_identifiers={"sex": None, "age": ad.Automatic(), "postal_code": ad.Redaction()},
    sensitive=["diagnosis"],
)
found.drop(columns=["seconds"])

# %% Where does the average risk fall below 5 % with most detail left?
found[found["average_risk"] < 0.05].nlargest(1, "granularity")[["privacy", "suppression_limit", "granularity"]]
