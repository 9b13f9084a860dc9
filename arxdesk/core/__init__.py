"""The open project as observable state: its document, its configuration, and the undoable changes."""

# Before Qt: its import hook reads the source of modules while others are imported, which pydantic does not survive.
import arxdesk_engine.job.job  # noqa: F401
