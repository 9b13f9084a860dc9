"""A file with drawn values that was written beside a result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arxdesk_engine.io.text.form import TextForm


@dataclass(frozen=True, slots=True, eq=False)
class WrittenSpread:
    """The file of a `Spread`, with the seed and the numbers of cells that were drawn and that keep a label.

    `delimiter` separates the cells of delimited text, whose `form` has its other settings; `renamed` are the columns
    renamed by the format. `notes` are sentences for the user.
    """

    path: Path
    sha256: str
    seed: int
    drawn: Mapping[str, int]
    kept: Mapping[str, int]
    delimiter: str | None
    form: TextForm | None
    renamed: Mapping[str, str]
    notes: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """The form in the JSON report."""
        facts: dict[str, Any] = {"path": str(self.path), "sha256": self.sha256, "seed": self.seed}
        facts |= {"drawn_cells": dict(self.drawn), "kept_labels": dict(self.kept)}
        return facts | ({"renamed": dict(self.renamed)} if self.renamed else {})
