"""Roles that columns could have, and how sure each guess is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from arxdesk.configure.protection.role_proposals_dialog import CERTAINTY, RoleProposalsDialog, certainty
from arxdesk_engine.data.schema import Role
from arxdesk_engine.risk.role_proposal import RoleProposal


@pytest.mark.parametrize(
    ("confidence", "said"), [(0.95, "very likely"), (0.8, "likely"), (0.5, "perhaps"), (0.2, "a guess")]
)
def test_that_certainty_is_told_in_words(confidence: float, said: str):
    assert certainty(confidence) == said


def test_that_the_number_behind_the_words_is_in_the_tooltip(qtbot):
    proposal = RoleProposal(Role.SENSITIVE, "Its name says so.", 0.95, "income")
    dialog = RoleProposalsDialog({"income": proposal}, {"income": Role.INSENSITIVE})
    qtbot.addWidget(dialog)
    index = dialog.model.index(0, CERTAINTY)
    assert index.data() == "very likely"
    assert "95" in index.data(Qt.ItemDataRole.ToolTipRole)


@pytest.mark.parametrize(("now", "has_ticks"), [(Role.INSENSITIVE, True), (Role.SENSITIVE, False)])
def test_that_all_are_ticked_only_where_something_can_be(qtbot, now: Role, has_ticks: bool):
    proposal = RoleProposal(Role.SENSITIVE, "Its name says so.", 0.95, "income")
    dialog = RoleProposalsDialog({"income": proposal}, {"income": now})
    qtbot.addWidget(dialog)
    assert (dialog.all_link.isEnabled(), dialog.none_link.isEnabled()) == (has_ticks, has_ticks)
