"""Numbers in the language of the window: sentences, words and fields write them alike, whatever the system has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale

from arxdesk.ui import languages
from arxdesk.ui.widgets.fields.spin_box import SpinBox
from arxdesk.ui.words import count
from arxdesk_engine.foundation.language import set_language, tr_n, whole


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    before = QLocale()
    yield
    languages.begin("en")
    QLocale.setDefault(before)
    set_language("en")


@pytest.mark.parametrize("name", ["C", "en_US", "de_DE", "fr_FR", "es_ES", "de_CH", "es_MX"])
def test_that_all_texts_separate_thousands_alike(name, qtbot, monkeypatch):
    locale = QLocale(name)
    monkeypatch.setattr(languages, "locale_of", lambda _choice: locale)
    languages.begin("en")
    box = SpinBox(0, 100_000, 1_508)
    qtbot.addWidget(box)
    said = tr_n(1_508, "{n} record", "{n} records").removesuffix(" records")
    assert said == whole(1_508) == count(1_508) == box.text()
    assert whole(30_162) == count(30_162)
    assert said == {"de_DE": "1.508", "fr_FR": "1\u202f508", "es_ES": "1508"}.get(
        name, f"1{locale.groupSeparator()}508"
    )
