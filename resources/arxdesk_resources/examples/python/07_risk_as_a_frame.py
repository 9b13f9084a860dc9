"""Risk as a frame.

The risk of a table needs neither a privacy model nor hierarchies: only the columns that an attacker knows.
"""

# %%
from importlib.resources import files

import pandas as pd

import arxdesk as ad

discharges = pd.read_csv(files("arxdesk_resources") / "examples" / "discharge" / "discharge.csv")

# %%
ad.risk_of(discharges, quasi_identifiers=["age", "sex", "postal_code"])

# %%
rows = ad.risk_of_rows(discharges, quasi_identifiers=["age", "sex", "postal_code"])
discharges.assign(risk=rows).groupby("admission_type")["risk"].mean()
