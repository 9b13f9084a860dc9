"""The activities of a session."""

from __future__ import annotations

from arxdesk.tasks.activity import Activity

WARMING = Activity("Loading kernels", outlasts_document=True)
LOADING = Activity("Opening a project", shown=True)
SEARCHING = Activity("Searching", shown=True)
APPLYING = Activity("Applying a transformation", shown=True)
RECODING = Activity("Recoding group by group", shown=True)
COMPARING = Activity("Comparing with earlier releases")
REPORTING = Activity("Writing a report", shown=True, outlasts_document=True)
