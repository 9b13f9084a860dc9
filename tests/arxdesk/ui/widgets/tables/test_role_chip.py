"""Role chips name their role and refuse unknown ones."""

import pytest

from arxdesk.ui import theme
from arxdesk.ui.widgets.tables.role_chip import ROLES, RoleChip


@pytest.mark.parametrize("role", ROLES)
def test_that_a_chip_shows_its_role_in_colour_and_in_words(shown, role):
    chip = shown(RoleChip(role), 20, 16)
    assert chip.accessibleName() == ROLES[role][2]
    image = chip.grab().toImage()
    found = {image.pixelColor(x, y).name() for x in range(20) for y in range(16)}
    assert theme.current().color(f"{ROLES[role][1]}.soft").name() in found


def test_that_a_chip_without_a_role_is_empty(shown):
    chip = shown(RoleChip("sensitive"), 20, 16)
    chip.set_role(None)
    image = chip.grab().toImage()
    assert len({image.pixelColor(x, y).name() for x in range(20) for y in range(16)}) == 1
    assert chip.accessibleName() == ""


def test_that_an_unknown_role_changes_nothing(shown):
    chip = shown(RoleChip("sensitive"), 20, 16)
    with pytest.raises(KeyError):
        chip.set_role("secret")
    assert chip.role == "sensitive"
