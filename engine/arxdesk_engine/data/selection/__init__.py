"""The record-selection language: an expression over the attributes of a table, evaluated to a mask of its records.

    age >= 18 and (sex = 'female' or "country of birth" in ('Chad', 'Mali')) and not diagnosis like 'C%'

Expressions come with the job files of strangers: they are parsed by a grammar and never run as code, and their length
and nesting are limited. Comparisons are evaluated on the distinct values of a column; records are only looked up.
What it is for stands in reference 2.5; resources/arxdesk_resources/help/record-selection.md explains
the language to its users.
"""

from __future__ import annotations

from arxdesk_engine.data.selection.evaluation import select
from arxdesk_engine.data.selection.invalid import InvalidSelection
from arxdesk_engine.data.selection.parser import parse
from arxdesk_engine.data.selection.syntax import Selection

__all__ = ["InvalidSelection", "Selection", "parse", "select"]
