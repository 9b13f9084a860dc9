"""Progress, cancelling, and going on.

Everything long calls `on_progress` in the thread that computes, and ends soon after `cancel` is set: with the best so
far, where there is one.
"""

# %%
import threading
from importlib.resources import files

import pandas as pd

import arxdesk as ad

folder = files("arxdesk_resources") / "examples" / "discharge"
discharges = pd.read_csv(folder / "discharge.csv", dtype={"postal_code": "string"})
hierarchies = {name: str(folder / f"hierarchy_{name}.csv") for name in ("sex", "age", "postal_code")}

# %%
steps = []
asked = {"quasi_identifiers": hierarchies, "identifying": ["patient_id"], "suppression_limit": 0.05}
ad.anonymize(discharges, **asked, privacy=ad.KAnonymity(k=5), on_progress=steps.append)
sorted({step.activity for step in steps})[:3]

# %%
cancel = threading.Event()
grid = {"privacy": [ad.KAnonymity(k=k) for k in (2, 3, 5, 10)]}


def after_two(rows: pd.DataFrame) -> None:
    """End the sweep after two combinations, as somebody might who has seen enough."""
    if len(rows) == 2:
        cancel.set()


some = ad.sweep(discharges, grid, **asked, on_row=after_two, cancel=cancel)
len(some)

# %%
whole = ad.sweep(discharges, grid, **asked, resume=some)
whole[["privacy", "status", "granularity"]]
