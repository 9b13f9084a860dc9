"""The texts of Qt that its own catalogues lack: they are found in the language of the window."""

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFileDialog, QLabel

from arxdesk.ui import languages, qt_texts
from arxdesk_engine.foundation.language import LANGUAGES

TEXTS = {("QFileDialog", "&Look in:"): "hier", ("QMimeType", "x"): "ä€𝔘", ("A", "File"): "1", ("B", "File"): "2"}


@pytest.fixture(autouse=True)
def english_afterwards():
    yield
    languages.begin("en")


def test_that_qt_reads_what_is_written():
    kept = qt_texts.encoded(TEXTS)
    translator = QTranslator()
    assert translator.load(kept)
    assert {place: translator.translate(*place) for place in TEXTS} == TEXTS
    assert translator.translate("A", "File", "All other platforms") == "1"
    assert not translator.translate("A", "&Look in:")


@pytest.mark.parametrize("code", LANGUAGES)
def test_that_the_file_dialog_of_qt_is_in_the_language_of_the_window(code, qtbot):
    languages.begin(code)
    dialog = QFileDialog()
    qtbot.addWidget(dialog)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.show()
    said = {each.text() for each in dialog.findChildren(QLabel)}
    english = {"&Look in:", "Files of &type:"}
    assert said & english == (english if code == "en" else set())
    assert (QCoreApplication.translate("QAbstractFileIconProvider", "Folder") == "Folder") == (code == "en")


def test_that_keys_have_the_names_that_our_texts_give_them():
    named = {}
    for code in LANGUAGES:
        languages.begin(code)
        named[code] = QKeySequence("Ctrl+Shift+Return").toString(QKeySequence.SequenceFormat.NativeText)
    assert named == {
        "en": "Ctrl+Shift+Return",
        "de": "Strg+Umschalt+Eingabe",
        "fr": "Ctrl+Maj+Entrée",
        "es": "Ctrl+Mayús+Intro",
    }
