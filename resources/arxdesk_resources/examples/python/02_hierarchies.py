"""Hierarchies from dictionaries, frames, files and builders.

A hierarchy says how a value becomes coarser. Values are written as the cells are: 1.0 is 1, and True is true.
"""

# %%
from importlib.resources import files

import pandas as pd

import arxdesk as ad

folder = files("arxdesk_resources") / "examples" / "survey"
survey = pd.read_csv(folder / "survey.csv")

# %%
hierarchies = {
    "sex": {"male": "*", "female": "*"},  # a value and its label, or its labels from fine to coarse
    "employment": {  # nested, from coarse to fine
        "*": {
            "at work": ["employed", "self-employed"],
            "not at work": sorted(set(survey["employment"]) - {"employed", "self-employed"}),
        }
    },
    "district": pd.read_csv(folder / "hierarchy_district.csv", header=None),  # a frame, the values first
    "education": str(folder / "hierarchy_education.csv"),  # a file
    "age": ad.Intervals(intervals=[[0, 10]], levels=[[2]], lower_range="repeat", upper_range="repeat"),  # a builder
}
result = ad.anonymize(survey, quasi_identifiers=hierarchies, privacy=ad.KAnonymity(k=5), suppression_limit=0.05)
result.levels

# %%
result.frame[list(hierarchies)].drop_duplicates().head()
