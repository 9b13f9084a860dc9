"""The activities of an import on threads."""

from __future__ import annotations

from arxdesk.tasks.activity import Activity
from arxdesk_engine.foundation.language import marked

LOOKING = Activity(marked("Looking into a file or database"))
PREVIEWING = Activity(marked("Previewing a table"))
READING = Activity(marked("Reading a table"))
JUDGING = Activity(marked("Checking the types of columns"))
FINDING_PROBLEMS = Activity(marked("Finding cells that do not fit"))
PROPOSING_ROLES = Activity(marked("Proposing roles"))
IMPORTING = Activity(marked("Making the project"))
