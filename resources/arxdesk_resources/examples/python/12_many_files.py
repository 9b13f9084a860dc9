"""A hundred files.

One plan for all of them keeps their labels alike. Groups are counted in each file by itself.
"""

# %%
from importlib.resources import files
from pathlib import Path

import pandas as pd

import arxdesk as ad

folder = files("arxdesk_resources") / "examples" / "discharge"
discharges = pd.read_csv(folder / "discharge.csv", dtype={"postal_code": "string"})
for number, (_day, rows) in enumerate(discharges.groupby(discharges.index % 100)):
    rows.to_parquet(f"part-{number:02}.parquet")  # what arrives day by day

# %%
plan = ad.anonymize(
    pd.concat(map(pd.read_parquet, sorted(Path().glob("part-*.parquet")))),
    quasi_identifiers={name: str(folder / f"hierarchy_{name}.csv") for name in ("sex", "age")},
    identifying=["patient_id"],
    privacy=ad.KAnonymity(k=3),
    suppression_limit=0.05,
    attributes={"age": {"minimum_level": 3}},
).plan

# %%
told = []
for path in sorted(Path().glob("part-*.parquet")):
    applied = plan.apply(pd.read_parquet(path))
    applied.frame.to_parquet(path.with_name(f"released-{path.name}"))
    told.append({"file": path.name, "rows": applied.rows, "removed": applied.removed, "k": applied.smallest_group})
pd.DataFrame(told).describe().loc[["count", "min", "max"]]
