"""From data frame to data frame

A table of people goes in, a table that is safe to share comes out, with the figures that tell what it cost.
"""

# %%
from importlib.resources import files

import pandas as pd

import arxdesk as ad

example = files("arxdesk_resources") / "examples" / "discharge" / "discharge.csv"
people = pd.read_csv(str(example), dtype={"postal_code": str})
people.head(3)

# %% Columns by which somebody could be found get hierarchies; what nobody should learn is sensitive.
result = ad.anonymize(
    people,
    quasi_identifiers={
        "sex": None,
        "age": ad.Intervals(intervals=[[0, 5]], levels=[[2], [2]], upper_range="repeat", label="range"),
        "postal_code": ad.Redaction(),
        "admission_date": ad.Dates(granularities=["month", "quarter", "year"]),
        "admission_type": None,
        "length_of_stay": ad.Automatic(),
    },
    identifying=["patient_id"],
    sensitive=["diagnosis"],
    privacy=[ad.KAnonymity(k=5), ad.LDiversity(attribute="diagnosis", variant="distinct", l=2)],
    suppression_limit=0.05,
)
result

# %%
result.frame.head(3)

# %% The risk before and after, and the detail that each column keeps.
result.risk()

# %%
result.quality()

# %% The released frame is counted again, by definitions that share nothing with the search.
recount = result.verify()
recount.require_confirmed(whole=True)
print(recount.sentence)
