"""The description of a quality model: its names and the meaning of its scores, declared in the model's own file."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk_engine.foundation.translated import translated


@translated("name", "meaning", "in_short", "measure", "scale")
@dataclass(frozen=True, slots=True, kw_only=True)
class QualityDescription:
    """A model in words.

    `model` is its name in a job, `meaning` a sentence on its score. Models are listed in their `order`; `in_short` is
    the line in the contents of the help, `measure` and `scale` stand in its table of models.
    """

    order: int = 1000
    model: str
    name: str
    meaning: str
    in_short: str
    measure: str
    scale: str
