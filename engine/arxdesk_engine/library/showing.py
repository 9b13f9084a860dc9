"""How results are shown: a few lines of text, a table in a notebook."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from arxdesk_engine.library.figures import level_text
from arxdesk_engine.library.posing import PosedFrame

if TYPE_CHECKING:
    import pandas as pd


def text_of(facts: Mapping[str, Any], posed: PosedFrame) -> str:
    """A result in a line or two."""
    released = facts["released"]
    models = ", ".join(model.title for model in posed.job.privacy)
    levels = ", ".join(f"{name}={level_text(level)}" for name, level in released["levels"].items())
    gap = f" (at most {released['gap']:.2%} from the best possible)" if released["gap"] else ""
    recoding = "" if released["recoding"] is None else f"{released['recoding']} recoding, "
    return (
        f"<Result: {posed.frame.records:,} rows, {models}, {released['suppressed_records']:,} suppressed, "
        f"{released['classes']:,} groups of at least {released['smallest_class']:,}, {recoding}levels {levels}, "
        f"{released['status']}{gap}>"
    )


def html_of(summary: pd.DataFrame, caption: str) -> str:
    """A result as a table for notebooks."""
    title = html.escape(caption.strip("<>").partition(", ")[0])
    told = summary.rename(index=lambda name: name.replace("_", " "))
    return f"<p><b>{title}</b></p>{told.to_html(notebook=True, na_rep='')}"
