"""A field with an icon shows a hint that fits."""

from __future__ import annotations

from arxdesk.ui.widgets.fields.icon_field import IconField


def test_that_a_hint_without_room_is_shorter(qtbot):
    field = IconField("Filter", "Filter, such as age >= 65")
    qtbot.addWidget(field)
    field.shorter_hint = "Filter"
    field.show()
    whole = field.width_for("Filter, such as age >= 65")
    for width, hint in (
        (whole, "Filter, such as age >= 65"),
        (whole - 1, "Filter"),
        (whole + 9, "Filter, such as age >= 65"),
    ):
        field.resize(width, 28)
        assert field.placeholderText() == hint
