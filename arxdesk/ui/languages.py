"""The language of the window: as chosen, else that of the system; English where it has no texts in that.

`ARXDESK_LANGUAGE` comes before both. Numbers and dates follow the language, in the notation of the region of the system
where that has the same language.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Literal, cast

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from arxdesk.ui import qt_texts
from arxdesk_engine.foundation.language import ENGLISH, LANGUAGES, LanguageCode, set_language

LanguageChoice = Literal["system"] | LanguageCode
VARIABLE = "ARXDESK_LANGUAGE"
_OF_QT = "qtbase"
"""The catalogue of the texts of Qt itself: context menus of fields, standard buttons."""
_translators: list[QTranslator] = []
"""Those that are installed; the application does not keep them."""
_own: list[bytes] = []
"""The catalogue of ours, which is read where it is."""


def begin(choice: LanguageChoice) -> None:
    """Put the process, numbers, dates and the texts of Qt into the language of a choice."""
    code, locale = language_of(choice), locale_of(choice)
    locale.setNumberOptions(locale.numberOptions() & ~QLocale.NumberOption.OmitGroupSeparator)  # the C locale omits it
    QLocale.setDefault(locale)
    least = 10_000 if locale.toString(1_000).isdigit() else 1_000
    set_language(code, locale.groupSeparator(), locale.decimalPoint(), least)
    while _translators:
        QCoreApplication.removeTranslator(_translators.pop())
    if code == ENGLISH:
        return
    translator, own = QTranslator(), QTranslator()
    if translator.load(f"{_OF_QT}_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        _translators.append(translator)
    _own[:] = [qt_texts.catalogue()]
    if own.load(_own[0]):
        _translators.append(own)
    for each in _translators:
        QCoreApplication.installTranslator(each)


def language_of(choice: LanguageChoice, wanted: Iterable[str] | None = None) -> LanguageCode:
    """The language of a choice; `wanted` are the languages of the system, the first one liked best (en-GB)."""
    named = os.environ.get(VARIABLE, "")
    if _code(named) is not None:
        return cast("LanguageCode", _code(named))
    if choice != "system":
        return choice
    every = QLocale.system().uiLanguages() if wanted is None else wanted
    return next((code for name in every if (code := _code(name)) is not None), ENGLISH)


def locale_of(choice: LanguageChoice, system: QLocale | None = None) -> QLocale:
    """How numbers and dates are written: as the system does where it has the language, or one without texts."""
    system = QLocale.system() if system is None else system
    code = language_of(choice, None if choice != "system" else system.uiLanguages())
    if _code(system.name()) == code or (choice == "system" and code == ENGLISH and VARIABLE not in os.environ):
        return system
    return QLocale(code)


def _code(name: str) -> LanguageCode | None:
    """The language of a name such as de_AT.UTF-8, if there are texts in it."""
    first = name.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return next((code for code in LANGUAGES if code == first), None)
