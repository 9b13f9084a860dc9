"""Whose the records of an input are, by the texts of its person column."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arxdesk_engine.job.job import Job
from arxdesk_engine.verification.source import Source


def people_of(job: Job, source: Source) -> NDArray[np.int64] | None:
    """The number of the person of every record of the input, int64[records]; None where the job does not say it."""
    if job.data.person is None:
        return None
    return pd.factorize(source.table[job.data.person].astype(object))[0].astype(np.int64)
