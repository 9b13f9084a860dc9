"""Pages of the hierarchy wizard by themselves."""

import pytest


@pytest.fixture
def shown(qtbot):
    """Give a widget to the test: registered, sized, laid out and painted once."""

    def give(widget, width, height):
        qtbot.addWidget(widget)
        widget.resize(width, height)
        widget.grab()
        return widget

    return give
