"""The activities of a session."""

from __future__ import annotations

from arxdesk.tasks.activity import Activity
from arxdesk_engine.foundation.language import marked

WARMING = Activity(marked("Loading kernels"), outlasts_document=True)
LOADING = Activity(marked("Opening a project"), shown=True)
SEARCHING = Activity(marked("Searching"), shown=True)
APPLYING = Activity(marked("Applying a transformation"), shown=True)
RECODING = Activity(marked("Recoding group by group"), shown=True)
COMPARING = Activity(marked("Comparing with earlier releases"))
REPORTING = Activity(marked("Writing a report"), shown=True, outlasts_document=True)
