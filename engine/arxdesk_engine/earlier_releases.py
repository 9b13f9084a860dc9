"""The releases that a project has kept in its ledger, for an attack on the next one."""

from __future__ import annotations

from pathlib import Path

from arxdesk_engine.attacks.earlier import EarlierRelease
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.projects.archive import has_ledger, is_project, read_project
from arxdesk_engine.projects.input_identity import identity_of
from arxdesk_engine.projects.overlap import present_in
from arxdesk_engine.projects.project import Project


def releases_of(project: Project, but: str = "") -> tuple[tuple[EarlierRelease, ...], tuple[str, ...]]:
    """The releases of the ledger that have kept their rows and whose people are found in the table, the latest first;
    and the names of the others. A file of the SHA-256 `but` is the one that they are put beside."""
    identity = identity_of(project.job, project.dataset, project.raw_columns, project.ledger.key)
    found, left_out = [], []
    for each in reversed(project.ledger.entries):
        if each.sha256 == but:
            continue
        present = present_in(each, identity)
        if present is None or each.shown is None or not each.shown.columns:
            left_out.append(each.name)
        else:
            found.append(EarlierRelease(each.name, each.shown.columns, present))
    return tuple(found), tuple(left_out)


def releases_at(path: Path, control: Control | None = None) -> tuple[tuple[EarlierRelease, ...], tuple[str, ...]]:
    """The same for a file: none where it is a job, or a project without a ledger. Raises a UserError; Stopped."""
    if not is_project(path) or not has_ledger(path):
        return (), ()
    return releases_of(read_project(path, control))
