"""Propose roles, find identifiers of HIPAA's list, and build the hierarchies that coarsen them."""

from __future__ import annotations

from collections.abc import Mapping

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.risk.identifiers import IdentifierHit, find_identifiers
from arxdesk_engine.risk.role_proposal import RoleProposal, proposed_roles


def propose_roles(dataset: Dataset, control: Control) -> Mapping[str, RoleProposal]:
    """A role for each column."""
    return proposed_roles(dataset, control)


def look_for_identifiers(dataset: Dataset, control: Control) -> tuple[IdentifierHit, ...]:
    """Signs of identifiers in all columns."""
    return find_identifiers(dataset.columns, control=control)


def build(builder: HierarchyBuilder, column: Column, _control: Control) -> Hierarchy:
    """The hierarchy of a column. Raises InvalidHierarchy."""
    return builder.build(column)
