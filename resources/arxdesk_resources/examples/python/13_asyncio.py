"""In asyncio.

A search computes for long without Python's lock: run it in a thread, and cancel it by its event.
"""

# %%
import asyncio
import threading
from importlib.resources import files

import pandas as pd

import arxdesk as ad

folder = files("arxdesk_resources") / "examples" / "discharge"
discharges = pd.read_csv(folder / "discharge.csv", dtype={"postal_code": "string"})


# %%
async def anonymized(seconds: float) -> ad.Result:
    """The best that is found within some seconds; the loop goes on meanwhile."""
    cancel = threading.Event()
    asyncio.get_running_loop().call_later(seconds, cancel.set)
    return await asyncio.to_thread(
        ad.anonymize,
        discharges,
        quasi_identifiers={name: str(folder / f"hierarchy_{name}.csv") for name in ("sex", "age", "postal_code")},
        identifying=["patient_id"],
        privacy=ad.KAnonymity(k=5),
        suppression_limit=0.05,
        cancel=cancel,
    )


asyncio.run(anonymized(60)).status
