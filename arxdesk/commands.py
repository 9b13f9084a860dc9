"""The undoable changes of a configuration. Each holds what it needs for both directions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtGui import QUndoCommand

from arxdesk.document import Document
from engine.attributes import AttributeSettings
from engine.hierarchies.hierarchy import Hierarchy
from engine.privacy.model import PrivacyModel
from engine.schema import Role

_MERGE_PRIVACY, _MERGE_SUPPRESSION, _MERGE_WEIGHT = 1, 2, 3


class ChangeAttributes(QUndoCommand):
    """Replace the settings of one or several attributes, as one step.

    Not composed of child commands: children that override `redo` in Python do not outlive their constructor.
    """

    def __init__(self, document: Document, after: Mapping[str, AttributeSettings], text: str) -> None:
        super().__init__(text)
        self._document = document
        self._before = {name: document.settings_of(name) for name in after}
        self._after = dict(after)

    def redo(self) -> None:
        """Put the new settings in place."""
        self._put(self._after)

    def undo(self) -> None:
        """Put the old settings back."""
        self._put(self._before)

    def _put(self, settings: Mapping[str, AttributeSettings]) -> None:
        for name, value in settings.items():
            self._document.set_attribute(name, value)


class ChangeWeight(ChangeAttributes):
    """Replace the weight of one attribute; a slider drawn along leaves one step, not fifty."""

    def __init__(self, document: Document, name: str, weight: float) -> None:
        after = document.settings_of(name).model_copy(update={"weight": weight})
        super().__init__(document, {name: after}, f"Weight of {name}")

    def id(self) -> int:
        """Commands with the same id may merge."""
        return _MERGE_WEIGHT

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take over the later weight of the same attribute."""
        if not isinstance(other, ChangeWeight) or other._after.keys() != self._after.keys():
            return False
        self._after = other._after
        return True


class ChangeHierarchy(QUndoCommand):
    """Give an attribute another hierarchy, or none; `path` is the file it came from."""

    def __init__(self, document: Document, name: str, hierarchy: Hierarchy | None, path: str | None) -> None:
        super().__init__(f"Hierarchy of {name}" if hierarchy else f"Remove the hierarchy of {name}")
        self._document = document
        self._name = name
        settings = document.settings_of(name)
        self._before = (document.hierarchies.get(name), settings)
        fitting = settings.model_copy(update={"hierarchy": path, "minimum_level": 0, "maximum_level": None})
        self._after = (hierarchy, fitting)

    def redo(self) -> None:
        """Put the new hierarchy in place."""
        self._put(*self._after)

    def undo(self) -> None:
        """Put the old hierarchy back."""
        self._put(*self._before)

    def _put(self, hierarchy: Hierarchy | None, settings: AttributeSettings) -> None:
        self._document.set_hierarchy(self._name, hierarchy)
        self._document.set_attribute(self._name, settings)


class ChangePrivacy(QUndoCommand):
    """Replace the privacy models; changes of the same parameter in a row leave one step."""

    def __init__(self, document: Document, after: tuple[PrivacyModel, ...], text: str, *, mergeable: bool) -> None:
        super().__init__(text)
        self._document = document
        self._before = document.job.privacy
        self._after = after
        self._mergeable = mergeable

    def redo(self) -> None:
        """Put the new models in place."""
        self._document.set_privacy(self._after)

    def undo(self) -> None:
        """Put the old models back."""
        self._document.set_privacy(self._before)

    def id(self) -> int:
        """Commands with the same id may merge; -1 never does."""
        return _MERGE_PRIVACY if self._mergeable else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take over a later value of the same parameter."""
        if not isinstance(other, ChangePrivacy) or other.text() != self.text():
            return False
        self._after = other._after
        return True


class ChangeSuppressionLimit(QUndoCommand):
    """Replace the share of records that may be removed; a slider drawn along leaves one step."""

    def __init__(self, document: Document, limit: float) -> None:
        super().__init__("Suppression limit")
        self._document = document
        self._before = document.job.suppression.limit
        self._after = limit

    def redo(self) -> None:
        """Put the new limit in place."""
        self._document.set_suppression_limit(self._after)

    def undo(self) -> None:
        """Put the old limit back."""
        self._document.set_suppression_limit(self._before)

    def id(self) -> int:
        """Commands with the same id may merge."""
        return _MERGE_SUPPRESSION

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take over the later limit."""
        if not isinstance(other, ChangeSuppressionLimit):
            return False
        self._after = other._after
        return True


def change_roles(document: Document, names: Iterable[str], role: Role) -> ChangeAttributes:
    """One step that gives several attributes the same role."""
    after = {name: document.settings_of(name).model_copy(update={"role": role}) for name in names}
    text = f"Role of {next(iter(after))}" if len(after) == 1 else f"Role of {len(after)} attributes"
    return ChangeAttributes(document, after, text)
