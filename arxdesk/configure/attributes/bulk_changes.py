"""Changes of several attributes, each as one undoable step; attributes that a change does not suit are skipped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from arxdesk.core.attributes.treatments import Treatment, proposed_person, treatments_for, with_treatment
from arxdesk.core.commands import ChangeAttributes, ChangeHierarchies, of_attributes
from arxdesk.core.document import Document
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.job.attributes import AttributeSettings


def change_weights(document: Document, names: Sequence[str], weight: float) -> ChangeAttributes | None:
    """Give quasi-identifiers a weight."""
    after = {name: document.settings_of(name).model_copy(update={"weight": weight}) for name in _quasi(document, names)}
    return _command(document, after, marked("Weight of {columns}"))


def change_level_limits(
    document: Document, names: Sequence[str], low: int, high: int | None
) -> ChangeAttributes | None:
    """Limit the levels of quasi-identifiers with a hierarchy, as far as each has them; `high` None: up to the top."""
    after = {}
    for name in _quasi(document, names):
        hierarchy = document.hierarchies.get(name)
        if hierarchy is None:
            continue
        top = hierarchy.levels - 1
        limit = None if high is None or high >= top else high
        update = {"minimum_level": min(low, top if limit is None else limit), "maximum_level": limit}
        after[name] = document.settings_of(name).model_copy(update=update)
    return _command(document, after, marked("Levels of {columns}"))


def change_treatments(
    document: Document, names: Sequence[str], treatment: Treatment, key_file: Path | None = None
) -> ChangeAttributes | None:
    """Change the treatment of attributes whose role and type it suits."""
    roles = {name: document.settings_of(name).role for name in document.dataset.names}
    after = {}
    for name in suited(document, names, treatment):
        person = proposed_person(document.dataset, roles, name)
        settings, column = document.settings_of(name), document.dataset[name]
        after[name] = with_treatment(settings, treatment, column, key_file, person)
    return _command(document, after, marked("Transformation of {columns}"))


def remove_hierarchies(document: Document, names: Sequence[str]) -> ChangeHierarchies | None:
    """Take the hierarchies away."""
    having = [name for name in names if name in document.hierarchies]
    if not having:
        return None
    text = told("Remove the hierarchy of {columns}", columns=of_attributes(having))
    return ChangeHierarchies(document, dict.fromkeys(having, (None, None)), text)


def suited(document: Document, names: Sequence[str], treatment: Treatment) -> list[str]:
    """The attributes whose role and type a treatment suits."""
    return [
        name
        for name in names
        if treatment
        in treatments_for(document.settings_of(name).role, document.dataset[name].type, has_rows=document.rows is None)
    ]


def _quasi(document: Document, names: Sequence[str]) -> list[str]:
    return [name for name in names if document.settings_of(name).role is Role.QUASI_IDENTIFYING]


def _command(document: Document, after: dict[str, AttributeSettings], text: str) -> ChangeAttributes | None:
    changed = {name: settings for name, settings in after.items() if settings != document.settings_of(name)}
    return ChangeAttributes(document, changed, told(text, columns=of_attributes(changed))) if changed else None
