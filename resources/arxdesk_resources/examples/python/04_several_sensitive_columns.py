"""Several sensitive columns.

Each has models of its own. The type of a column comes from the frame; an ordered category keeps its order.
"""

# %%
from importlib.resources import files

import pandas as pd

import arxdesk as ad

folder = files("arxdesk_resources") / "examples" / "survey"
survey = pd.read_csv(folder / "survey.csv")

# %%
result = ad.anonymize(
    survey,
    quasi_identifiers=["age", "sex", "district"],  # a list: hierarchies are made automatically
    sensitive=["income", "employment"],
    privacy=[
        ad.KAnonymity(k=5),
        ad.TCloseness(attribute="income", t=0.3, variant="ordered"),
        ad.LDiversity(attribute="employment", l=2),
    ],
    suppression_limit=0.1,
)
result.quality()

# %%
print(result.verify().sentence)
