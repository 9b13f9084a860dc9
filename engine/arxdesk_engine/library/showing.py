"""How results are shown: a few lines of text, a table in a notebook."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from arxdesk_engine.library.posing import PosedFrame

if TYPE_CHECKING:
    import pandas as pd


def text_of(facts: Mapping[str, Any], posed: PosedFrame) -> str:
    """A result in a line or two."""
    solution, search = facts["solution"], facts["search"]
    models = ", ".join(model.title for model in posed.job.privacy)
    levels = ", ".join(f"{name}={level}" for name, level in solution["levels"].items())
    return (
        f"<Result: {posed.frame.records:,} rows, {models}, {solution['suppressed_records']:,} suppressed, "
        f"{solution['classes']:,} groups of at least {solution['smallest_class']:,}, levels {levels}, "
        f"{search['status']}>"
    )


def html_of(summary: pd.DataFrame, caption: str) -> str:
    """A result as a table for notebooks."""
    title = html.escape(caption.strip("<>").partition(", ")[0])
    return f"<p><b>{title}</b></p>{summary.to_html(notebook=True, na_rep='')}"
