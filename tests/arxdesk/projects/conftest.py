"""Fixtures of the export wizard, for what follows from it."""

from tests.arxdesk.exporting.conftest import study

__all__ = ["study"]
