"""The requests of views, in one place, so that no view has to repeat the signal of another."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from arxdesk.core.obstacles import Obstacle
from arxdesk_engine.analysis.applied import Application, Recoded
from arxdesk_engine.lattice.lattice import Levels


class Wishes(QObject):
    """Actions that every view of a document can call; its session and its window fulfil them, whichever view asked."""

    application = Signal(Application)
    search = Signal()
    end_of_search = Signal()
    table_export = Signal()
    evidence_report = Signal()
    perspective = Signal(str)
    place = Signal(Obstacle)
    help_page = Signal(str)
    hierarchy_proposals = Signal(tuple)
    """Names of attributes."""
    hierarchy_file = Signal(str)
    """The name of an attribute."""
    hierarchy_file_again = Signal(str)
    """The name of an attribute."""
    hierarchy_wizard = Signal(str)
    """The name of an attribute."""
    hierarchy_export = Signal(str)
    """The name of an attribute."""
    safe_harbor = Signal()
    pin = Signal(tuple)
    """The levels of a transformation."""
    comparison = Signal(tuple, tuple)
    """The levels of two transformations."""
    failure = Signal(Exception)

    def apply(self, levels: Levels, recoded: Recoded | None = None) -> None:
        """Apply a transformation, and what it removes recoded as it was found (`recoded`)."""
        self.application.emit(Application(levels, recoded))

    def anonymize(self) -> None:
        """Ask how to search, and search; where something stands in the way, explain it."""
        self.search.emit()

    def stop(self) -> None:
        """End the search soon; its best so far is kept."""
        self.end_of_search.emit()

    def export_table(self) -> None:
        """Export the output table."""
        self.table_export.emit()

    def write_report(self) -> None:
        """Write an evidence report."""
        self.evidence_report.emit()

    def show_perspective(self, key: str) -> None:
        """Bring a perspective to the front: configure, explore, quality or risk."""
        self.perspective.emit(key)

    def show_place(self, obstacle: Obstacle) -> None:
        """Show the place of an obstacle, with the focus on the setting that removes it."""
        self.place.emit(obstacle)

    def show_help(self, topic: str) -> None:
        """Open a page of the help."""
        self.help_page.emit(topic)

    def propose_hierarchies(self, names: Iterable[str]) -> None:
        """Propose hierarchies for these attributes."""
        self.hierarchy_proposals.emit(tuple(names))

    def load_hierarchy(self, name: str) -> None:
        """Ask for the file of a hierarchy for this attribute."""
        self.hierarchy_file.emit(name)

    def reload_hierarchy(self, name: str) -> None:
        """Read the file of this attribute's hierarchy once more."""
        self.hierarchy_file_again.emit(name)

    def build_hierarchy(self, name: str) -> None:
        """Make or change the hierarchy of this attribute, step by step."""
        self.hierarchy_wizard.emit(name)

    def export_hierarchy(self, name: str) -> None:
        """Write the hierarchy of this attribute to a file."""
        self.hierarchy_export.emit(name)

    def show_safe_harbor(self) -> None:
        """Show the checklist of the Safe Harbor rule."""
        self.safe_harbor.emit()

    def toggle_pin(self, levels: Levels) -> None:
        """Pin a transformation, or take its pins away."""
        self.pin.emit(levels)

    def compare(self, first: Levels, second: Levels) -> None:
        """Compare two transformations."""
        self.comparison.emit(first, second)

    def tell_failure(self, error: Exception) -> None:
        """Show that something has failed: a problem of the user, or a defect of ours."""
        self.failure.emit(error)
