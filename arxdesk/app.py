"""The desktop application: looks, settings, exception hooks, the window."""

from __future__ import annotations

import contextlib
import gc
import logging
import sys
import threading
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType

import platformdirs
from PySide6.QtCore import QCoreApplication, QObject, QSettings, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication

from arxdesk.core import text_size
from arxdesk.core.preferences import LANGUAGE, LOOK, STILL
from arxdesk.core.settings import Settings
from arxdesk.ui import languages, motion, theme
from arxdesk.ui.application_icon import IDENTIFIER, application_icon
from arxdesk.ui.focus_ring import FocusRing
from arxdesk.ui.widgets.basics import spoken
from arxdesk.window.renewal import Renewal
from arxdesk.window.window import MainWindow
from arxdesk.window.workspace import LATE_MODULES
from arxdesk_engine import __version__
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.log import log_error, log_to

_log = logging.getLogger(__name__)
SWITCH_SECONDS = 0.00005
"""How long a worker keeps the interpreter at most while the main thread waits for it. Painting asks for it hundreds of
times; with Python's own 5 ms each, a window stands still for a second beside a worker that computes in Python. Nobody
loses by a short time where nobody waits."""
YOUNG_OBJECTS = 20_000
"""After how many objects, net, garbage is looked for."""
FEW_TIMES, MANY_TIMES = 2, 50
"""After how many such looks those that were left over are looked through once more, and then all. Ten, as Python has
it, make that last 0.1 s beside a worker that compiles, and the window stands still for it."""
_Exception = tuple[type[BaseException], TracebackType | None]


class CrashWatch(QObject):
    """Catches uncaught exceptions of any thread and hands them to the window, once per place in the code."""

    crashed = Signal(tuple)

    def __init__(self) -> None:
        super().__init__()
        self._seen: set[str] = set()
        self._window: MainWindow | None = None
        self.crashed.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def watch(self, window: MainWindow) -> None:
        """Install the hooks."""
        self._window = window
        sys.excepthook = self._from_main
        threading.excepthook = self._from_thread

    def _from_main(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QCoreApplication.quit()
            return
        sys.__excepthook__(kind, error, trace)
        self._report(kind, trace)

    def _from_thread(self, hook: threading.ExceptHookArgs) -> None:
        self._report(hook.exc_type, hook.exc_traceback)

    def _report(self, kind: type[BaseException], trace: TracebackType | None) -> None:
        last = trace
        while last is not None and last.tb_next is not None:
            last = last.tb_next
        place = f"{kind.__name__} {last.tb_frame.f_code.co_filename}:{last.tb_lineno}" if last else kind.__name__
        if place not in self._seen:
            self._seen.add(place)
            log_error(_log, "Uncaught exception", kind, trace)
            self.crashed.emit((kind, trace))

    def _show(self, exception: _Exception) -> None:
        if self._window is not None:
            self._window.messages.tell_crash(*exception)


def name_application() -> None:
    """Give the application its name, from which on its settings are found."""
    QCoreApplication.setApplicationName("ArxDesk")
    QCoreApplication.setApplicationVersion(__version__)
    QCoreApplication.setOrganizationName("ArxDesk")
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)


def make_application(arguments: Sequence[str]) -> QApplication:
    """The application object with name, settings format and looks."""
    sys.setswitchinterval(SWITCH_SECONDS)
    name_application()
    app = QApplication(["arxdesk", *arguments])
    app.setDesktopFileName(IDENTIFIER)
    app.setWindowIcon(application_icon())
    spoken.begin()
    return app


def make_scaled_application(arguments: Sequence[str]) -> QApplication:
    """The same, drawn as large as the person wants it."""
    name_application()
    settings = Settings()
    with text_size.begun_with(settings):
        app = make_application(arguments)
    text_size.note_system(settings)
    languages.begin(settings.value(LANGUAGE))
    return app


def make_window(app: QApplication, file: str | None = None) -> MainWindow:
    """The window, with the user's looks, opening `file` once it is up."""
    settings = Settings()
    theme.apply(app, settings.value(LOOK))
    motion.set_still(app, still=settings.value(STILL))
    window = MainWindow(settings)
    FocusRing(app, window)
    window.show()
    QTimer.singleShot(0, window, partial(window.session.warm, LATE_MODULES))
    QTimer.singleShot(0, window, partial(window.start.begin, Path(file) if file is not None else None))
    return window


def log_file() -> Path:
    """The log of the desktop, which is continued in a new file where it has become large."""
    return Path(platformdirs.user_log_dir("ArxDesk", appauthor=False)) / "arxdesk.log"


@contextlib.contextmanager
def own_log() -> Iterator[None]:
    """Log in the block; where no log can be written there is none, and the window opens all the same."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(UserError, OSError):
            stack.enter_context(log_to(log_file(), rotating=True))
        yield


def settle() -> None:
    """Leave what was made until the window is there out of every search for garbage.

    What is made later is looked through often, some milliseconds each time: the window stands still for it.
    """
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, FEW_TIMES, MANY_TIMES)


def run(arguments: Sequence[str]) -> int:
    """Open the window, with a project or table when one is named; returns the exit status."""
    with own_log():
        app = make_scaled_application(arguments)
        window = make_window(app, arguments[0] if arguments else None)
        watch = CrashWatch()
        watch.watch(window)
        renewal = Renewal(window, window.settings)
        renewal.renewed.connect(watch.watch)
        settle()
        return app.exec()
