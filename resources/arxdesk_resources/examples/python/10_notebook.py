"""In a notebook.

A result prints itself in a few lines, and as a table in a notebook; all figures are data frames.
"""

# %%
from importlib.resources import files

import pandas as pd

import arxdesk as ad

survey = pd.read_csv(files("arxdesk_resources") / "examples" / "survey" / "survey.csv")
result = ad.anonymize(
    survey,
    quasi_identifiers=["age", "sex", "district", "education"],
    privacy=ad.KAnonymity(k=5),
    suppression_limit=0.05,
)
result

# %%
result.summary()

# %%
result.risk().T

# %%
result.alternatives().query("anonymous").nsmallest(3, "score")[["age", "sex", "district", "education", "score"]]

# %%
result.report("report.html", language="en")  # the evidence for a data protection officer
result.save("survey.arxdesk")  # the same in the window
print(result.job_text("survey.csv")[:200])
