"""From frame to frame.

A data frame goes in, a data frame comes out: with the index and the dtypes of everything that is not changed.
"""

# %%
from importlib.resources import files

import pandas as pd

import arxdesk as ad

folder = files("arxdesk_resources") / "examples" / "discharge"
discharges = pd.read_csv(folder / "discharge.csv", dtype={"postal_code": "string"}, parse_dates=["admission_date"])

# %%
result = ad.anonymize(
    discharges,
    quasi_identifiers={
        "sex": None,  # as it is
        "age": ad.Intervals(intervals=[[0, 5]], levels=[[2], [2]], lower_range="repeat", upper_range="repeat"),
        "postal_code": ad.Redaction(),
    },
    identifying=["patient_id"],
    sensitive=["diagnosis"],
    privacy=ad.KAnonymity(k=5),
    suppression_limit=0.05,
)
result

# %%
result.frame.head()

# %%
result.frame.dtypes

# %%
result.verify()  # the cells of the frame are counted again, by a path that shares nothing with the search
print(result.verify().sentence)
