"""The usefulness of an output in figures for people (engine reference 4.15, 4.16 and 7).

They are computed from columns of the input and the output, never from files, for any output whose records stand in the
order of the input. Quality models, which a search minimizes, are separate.
"""

from __future__ import annotations

from arxdesk_engine.analysis.statistics.granularity import (
    granularity,
    granularity_of_recoding,
    mean_granularity,
    mean_granularity_of_recoding,
)

__all__ = ["granularity", "granularity_of_recoding", "mean_granularity", "mean_granularity_of_recoding"]
