"""The activities of an import on threads."""

from __future__ import annotations

from arxdesk.tasks.activity import Activity

LOOKING = Activity("Looking into a file or database")
PREVIEWING = Activity("Previewing a table")
READING = Activity("Reading a table")
JUDGING = Activity("Checking the types of columns")
FINDING_PROBLEMS = Activity("Finding cells that do not fit")
PROPOSING_ROLES = Activity("Proposing roles")
IMPORTING = Activity("Making the project")
