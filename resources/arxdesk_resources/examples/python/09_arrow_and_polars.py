"""Arrow and polars.

What goes in comes out: a table of Arrow, a frame of polars. Anything with `__arrow_c_stream__`, such as a result of
DuckDB, or with `__dataframe__` gives a table of Arrow.
"""

# %%
from importlib.resources import files

import pyarrow.csv

import arxdesk as ad

table = pyarrow.csv.read_csv(files("arxdesk_resources") / "examples" / "survey" / "survey.csv")

# %%
result = ad.anonymize(
    table, quasi_identifiers=["age", "sex", "district"], privacy=ad.KAnonymity(k=5), suppression_limit=0.05
)
result.frame.slice(0, 3).select(["age", "sex", "district", "income"])

# %%
try:
    import polars as pl
except ImportError:
    print("polars is not installed here.")
else:
    frame = pl.from_arrow(table)
    released = ad.anonymize(
        frame, quasi_identifiers=["age", "sex", "district"], privacy=ad.KAnonymity(k=5), suppression_limit=0.05
    ).frame
    print(type(released).__name__, released.select("age").equals(pl.from_arrow(result.frame).select("age")))
