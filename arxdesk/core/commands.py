"""The undoable changes of a configuration. Each holds what it needs for both directions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from weakref import ref

from PySide6.QtGui import QUndoCommand

from arxdesk.core.attributes.treatments import with_role
from arxdesk.core.audit_words import applied_text
from arxdesk.core.document import Document
from arxdesk.core.values.archived_files import repointed
from arxdesk.core.values.declared import DeclaredPart, declared_parts, declared_step
from arxdesk.core.values.steps import Step
from arxdesk.ui.words import shortened
from arxdesk_engine.analysis.applied import Application, Applied
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.messages import told, told_n
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.data_source import PerPersonSettings
from arxdesk_engine.job.explore import Pin
from arxdesk_engine.job.search import RecodingSettings
from arxdesk_engine.projects.trail import Action

_MERGE_SECTIONS, _MERGE_ATTRIBUTES, _MERGE_PINS = 1, 2, 3


class ChangeAttributes(Step):
    """Replace the settings of one or several attributes, as one step.

    Not composed of child commands: children that override `redo` in Python do not outlive their constructor.
    """

    def __init__(
        self, document: Document, after: Mapping[str, AttributeSettings], text: str, *, mergeable: bool = False
    ) -> None:
        super().__init__(text)
        self._document = document
        self._before = {name: document.settings_of(name) for name in after}
        self._after = dict(after)
        self._mergeable = mergeable

    @property
    def needs_rows(self) -> bool:
        """Whether a role changes."""
        return any(self._before[name].role is not settings.role for name, settings in self._after.items())

    def redo(self) -> None:
        """Put the new settings in place."""
        self._put(self._after)

    def undo(self) -> None:
        """Put the old settings back."""
        self._put(self._before)

    def _put(self, settings: Mapping[str, AttributeSettings]) -> None:
        self._document.set_attributes(settings)

    def id(self) -> int:
        """Commands with the same id may merge; -1 never does."""
        return _MERGE_ATTRIBUTES if self._mergeable else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take over a later value of the same setting of the same attributes: a slider drawn along leaves one step."""
        if not isinstance(other, ChangeAttributes) or other.text() != self.text():
            return False
        if other._after.keys() != self._after.keys():
            return False
        self._after = other._after
        return True


class ChangeWeight(ChangeAttributes):
    """Replace the weight of one attribute; a slider drawn along leaves one step, not fifty."""

    def __init__(self, document: Document, name: str, weight: float) -> None:
        after = document.settings_of(name).model_copy(update={"weight": weight})
        super().__init__(document, {name: after}, told("Weight of {name}", name=name), mergeable=True)


class ChangeHierarchies(Step):
    """Give attributes other hierarchies, or none, as one step; each comes with its source: a file or a builder.

    Limits of levels are lifted, except where `limits` says what the lowest and the highest level become. With a `role`
    all of them get it.
    """

    def __init__(
        self,
        document: Document,
        after: Mapping[str, tuple[Hierarchy | None, str | HierarchyBuilder | None]],
        text: str,
        limits: Mapping[str, tuple[int, int | None]] | None = None,
        role: Role | None = None,
    ) -> None:
        super().__init__(text)
        self._document = document
        self._before: dict[str, tuple[Hierarchy | None, AttributeSettings]] = {}
        self._after: dict[str, tuple[Hierarchy | None, AttributeSettings]] = {}
        for name, (hierarchy, source) in after.items():
            settings = document.settings_of(name)
            low, high = (limits or {}).get(name, (0, None))
            fitting = {"hierarchy": source, "minimum_level": low, "maximum_level": high, "role": role or settings.role}
            self._before[name] = (document.hierarchies.get(name), settings)
            self._after[name] = (hierarchy, settings.model_copy(update=fitting))

    @property
    def needs_rows(self) -> bool:
        """Whether a role changes."""
        return any(before.role is not self._after[name][1].role for name, (_hierarchy, before) in self._before.items())

    def redo(self) -> None:
        """Put the new hierarchies in place."""
        self._put(self._after)

    def undo(self) -> None:
        """Put the old hierarchies back."""
        self._put(self._before)

    def _put(self, content: Mapping[str, tuple[Hierarchy | None, AttributeSettings]]) -> None:
        self._document.set_hierarchies({name: hierarchy for name, (hierarchy, _settings) in content.items()})
        self._document.set_attributes({name: settings for name, (_hierarchy, settings) in content.items()})


class ChangeHierarchy(ChangeHierarchies):
    """Give an attribute another hierarchy, or none; `source` is the file it came from, or what built it."""

    def __init__(
        self,
        document: Document,
        name: str,
        hierarchy: Hierarchy | None,
        source: str | HierarchyBuilder | None,
        text: str = "",
        limits: tuple[int, int | None] = (0, None),
    ) -> None:
        said = text or (
            told("Hierarchy of {name}", name=name) if hierarchy else told("Remove the hierarchy of {name}", name=name)
        )
        super().__init__(document, {name: (hierarchy, source)}, said, {name: limits})


class ChangeSections(Step):
    """Replace sections of the job (configuration.SECTIONS); mergeable changes with the same text leave one step.

    `of` tells changes apart that have the same text, such as the same parameter of two models.
    """

    def __init__(
        self, document: Document, after: Mapping[str, object], text: str, *, mergeable: bool = False, of: str = ""
    ) -> None:
        super().__init__(text)
        self._of = of
        self._document = document
        self._before = {section: getattr(document.job, section) for section in after}
        self._after = dict(after)
        self._mergeable = mergeable

    def redo(self) -> None:
        """Put the new sections in place."""
        self._document.set_sections(self._after)

    def undo(self) -> None:
        """Put the old sections back."""
        self._document.set_sections(self._before)

    def repoint(self, change: Callable[[str], str]) -> None:
        """Name the files of research subsets where they are now."""
        self._before = {section: repointed(value, change) for section, value in self._before.items()}
        self._after = {section: repointed(value, change) for section, value in self._after.items()}

    def id(self) -> int:
        """Commands with the same id may merge; -1 never does."""
        return _MERGE_SECTIONS if self._mergeable else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take over a later value of the same parameter."""
        if not isinstance(other, ChangeSections) or (other.text(), other._of) != (self.text(), self._of):
            return False
        if other._after.keys() != self._after.keys():
            return False
        self._after = other._after
        return True


class DeclareColumn(Step):
    """Name the column that says whose record each is, how many people it stands for or who lives together; None: none.
    A column that was declared as something else is that no more. Nothing else of [data] is touched: the place of the
    table may change in between."""

    def __init__(self, document: Document, part: DeclaredPart, name: str | None) -> None:
        super().__init__(declared_step(part, name))
        self._document = document
        data = document.job.data
        others = declared_parts(data, name) if name is not None else ()
        self._after: dict[DeclaredPart, str | None] = {**dict.fromkeys(others), part: name}
        self._before: dict[DeclaredPart, str | None] = {each: getattr(data, each) for each in self._after}

    @property
    def needs_rows(self) -> bool:
        """Always: neither people nor weights are told apart where rows stay outside memory."""
        return True

    def redo(self) -> None:
        """Name the new column."""
        self._document.declare(self._after)

    def undo(self) -> None:
        """Name the old one."""
        self._document.declare(self._before)


class LimitRecords(Step):
    """Allow so many records of each person; None: any number. Nothing else of [data] is touched."""

    def __init__(self, document: Document, limit: PerPersonSettings | None) -> None:
        super().__init__(
            told("Any number of records of each person") if limit is None else told("Records of each person")
        )
        self._document = document
        self._before, self._after = document.job.data.per_person, limit

    @property
    def needs_rows(self) -> bool:
        """Always: people are not told apart where rows stay outside memory."""
        return True

    def redo(self) -> None:
        """Set the new limit."""
        self._document.limit_records(self._after)

    def undo(self) -> None:
        """Set the old one."""
        self._document.limit_records(self._before)


class ChangePins(Step):
    """Replace the pinned transformations and nothing else: filters that were set in between stay.

    Changes with the same text `of` the same pin leave one step, so that a note that is typed is one. Push it with
    `touches_search=False`: it may be done while a search runs.
    """

    def __init__(self, document: Document, pins: Sequence[Pin], text: str, *, of: str = "") -> None:
        super().__init__(text)
        self._document = document
        self._before, self._after = document.job.explore.pins, tuple(pins)
        self._of = of

    def redo(self) -> None:
        """Put the new pins in place."""
        self._document.set_pins(self._after)

    def undo(self) -> None:
        """Put the old pins back."""
        self._document.set_pins(self._before)

    def id(self) -> int:
        """Commands with the same id may merge; -1 never does."""
        return _MERGE_PINS if self._of else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take over what was typed later."""
        if not isinstance(other, ChangePins) or (other.text(), other._of) != (self.text(), self._of):
            return False
        self._after = other._after
        return True


class ApplyTransformation(Step):
    """Show what a worker has applied by hand. Outputs are large: the step knows how they are made again.

    Local recoding becomes part of the job with the table that it made, and leaves it when a table without it takes its
    place: so `arxdesk run` makes the table that is shown. A step of an earlier result does nothing else any more.
    """

    action: Action = "applied"

    def __init__(self, document: Document, applied: Applied) -> None:
        super().__init__(_name_of(applied))
        if applied.recoded is not None:
            self.recorded = applied_text(applied)  # which says how it began
        self._document = document
        assert document.result is not None  # noqa: S101 - nothing else can be applied
        self._result = ref(document.result)  # a result that can be continued holds much memory
        applied_before = None if document.applied is None else document.applied.application
        self._before = document.wanted or applied_before
        self._after = applied.application
        self._asked_before = document.job.search.recoding_settings
        self._asked_after = self._asked_before
        if applied.recoded is not None:
            self._asked_after = applied.recoded.settings
        elif self._before is not None and self._before.recoded is not None:
            self._asked_after = None
        self._new: Applied | None = applied

    def redo(self) -> None:
        """Apply it."""
        new, self._new = self._new, None
        self._ask_for(self._asked_after)
        if new is not None:
            self._document.set_applied(new)
        else:
            self._put(self._after)

    def undo(self) -> None:
        """Apply what was applied before."""
        self._ask_for(self._asked_before)
        self._put(self._before)

    def _ask_for(self, recoding: RecodingSettings | None) -> None:
        if self._asked_after != self._asked_before:
            search = self._document.job.search.with_recoding(recoding)
            self._document.set_sections({"search": search})

    def _put(self, application: Application | None) -> None:
        if self._document.result is self._result():
            self._document.apply_again(application)
        elif self._asked_after == self._asked_before:
            self.setObsolete(True)


def _name_of(applied: Applied) -> str:
    """The name of the step that applies a table."""
    recoded = applied.recoded
    if recoded is None:
        return told("Apply {levels}", levels=shortened(applied.check.levels))
    if recoded.found.groupwise is None:
        return told("Apply {levels} with local recoding", levels=shortened(applied.check.levels))
    groups = recoded.found.groupwise.groups
    return told_n(groups, "Recode group by group, {n} group", "Recode group by group, {n} groups")


class ChangeTogether(Step):
    """Several changes as one step. Each was made before any of them is done, so that none may touch what another does.

    The parts are kept here and are no child commands, for the reason that `ChangeAttributes` tells.
    """

    def __init__(self, parts: Iterable[QUndoCommand], text: str) -> None:
        super().__init__(text)
        self._parts = tuple(parts)

    @property
    def needs_rows(self) -> bool:
        """Whether one of the parts does."""
        return any(isinstance(part, Step) and part.needs_rows for part in self._parts)

    def redo(self) -> None:
        """Do all of them."""
        for part in self._parts:
            part.redo()

    def undo(self) -> None:
        """Take all of them back, the last one first."""
        for part in reversed(self._parts):
            part.undo()

    def repoint(self, change: Callable[[str], str]) -> None:
        """Name the files of research subsets where they are now."""
        for part in self._parts:
            if isinstance(part, Step):
                part.repoint(change)


class ChangeColumns(Step):
    """Give attributes other cells or another type, with the settings that say so in the job, as one step.

    The settings must make a fresh reading of the table give the same columns.
    """

    def __init__(self, document: Document, after: Iterable[tuple[Column, AttributeSettings]], text: str) -> None:
        super().__init__(text)
        self._document = document
        self._after = tuple(after)
        names = [column.name for column, _settings in self._after]
        self._before = tuple((document.dataset[name], document.settings_of(name)) for name in names)

    def redo(self) -> None:
        """Put the new columns in place."""
        self._put(self._after)

    def undo(self) -> None:
        """Put the old columns back."""
        self._put(self._before)

    def _put(self, columns: tuple[tuple[Column, AttributeSettings], ...]) -> None:
        self._document.set_columns([column for column, _settings in columns])
        self._document.set_attributes({column.name: settings for column, settings in columns})


def change_roles(document: Document, names: Iterable[str], role: Role) -> ChangeAttributes:
    """One step that gives several attributes the same role, without settings that this role cannot have."""
    after = {name: with_role(document.settings_of(name), role) for name in names}
    return ChangeAttributes(document, after, told("Role of {attributes}", attributes=of_attributes(after)))


def of_attributes(names: Collection[str]) -> str:
    """One attribute by its name, several by their number."""
    return next(iter(names)) if len(names) == 1 else told_n(len(names), "{n} attribute", "{n} attributes")
