"""Every widget is tested in the ArxDesk look."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale

from arxdesk.ui import theme


@pytest.fixture(autouse=True)
def look(qapp):
    """Light to begin with, English numbers, and light again afterwards."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # widgets of the test before
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    theme.apply(qapp, "light")
    yield
    if theme.current().scheme != "light":
        theme.apply(qapp, "light")
    QLocale.setDefault(before)


@pytest.fixture
def shown(qtbot):
    """Give a widget to the test: registered, sized, laid out and painted once."""

    def give(widget, width=400, height=300):
        qtbot.addWidget(widget)
        widget.resize(width, height)
        widget.grab()
        return widget

    return give
