"""What a window needs later is loaded in turns, and no thread but the main one makes classes of Qt."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
ELSEWHERE = """
import sys, threading

files = []

def remember(event, arguments):
    if event == "exec" and threading.current_thread() is not threading.main_thread():
        files.append(arguments[0].co_filename)

sys.addaudithook(remember)

def run_elsewhere():
    return {name for name, module in list(sys.modules.items()) if getattr(module, "__file__", None) in files}

def classes_made_elsewhere():
    from PySide6.QtCore import QObject
    modules = [sys.modules[name] for name in run_elsewhere()]
    return [
        f"{module.__name__}.{made.__name__}"
        for module in modules for made in vars(module).values()
        if isinstance(made, type(QObject)) and made.__module__ == module.__name__
    ]
"""
WINDOW = (
    ELSEWHERE
    + """
from PySide6.QtCore import QTimer
from arxdesk.app import make_application, make_window
from arxdesk.window.workspace import LATE_MODULES

app = make_application([])
window = make_window(app, None)
warmed = lambda: all(name in sys.modules for name in LATE_MODULES)
watch = QTimer()
watch.timeout.connect(lambda: app.quit() if warmed() else None)
watch.start(20)
app.exec()
assert "arxdesk_engine.exploration.frontier" in run_elsewhere(), "nothing is loaded by the thread"
assert not classes_made_elsewhere(), classes_made_elsewhere()
print(len(run_elsewhere()))
window.close()
"""
)
TURNS = (
    ELSEWHERE
    + """
import importlib
from PySide6.QtWidgets import QApplication
import arxdesk.window.window
from arxdesk.core.session.warming_work import load_engine
from arxdesk.window.workspace import LATE_MODULES
from arxdesk_engine.foundation.control import Control

left = []
thread = threading.Thread(target=lambda: left.extend(load_engine(LATE_MODULES, Control())))
thread.start()
thread.join()
assert set(LATE_MODULES) <= set(left), left
assert not classes_made_elsewhere(), classes_made_elsewhere()
several = {}
for name in left:
    before = set(sys.modules)
    importlib.import_module(name)
    more = [other for other in set(sys.modules) - before - {name} if other.startswith("arxdesk")]
    several.update({name: more} if more else {})
assert not several, several
print(*sorted(left))
"""
)


AT_ONCE = """
import sys
from PySide6.QtWidgets import QApplication
import arxdesk.window.window
from arxdesk.core.session import warming_work
from arxdesk.window.workspace import LATE_MODULES

first = set(sys.modules)
for name in LATE_MODULES:
    __import__(name)
print(*sorted(name for name in set(sys.modules) - first if name.startswith("arxdesk.")))
"""


def words_of(code: str) -> list[str]:
    """What code prints in a process of its own."""
    asked = [sys.executable, "-c", code]
    done = subprocess.run(asked, check=False, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")


def test_that_a_window_makes_its_classes_in_the_main_thread():
    assert int(words_of(WINDOW)[-1]) > 50


def test_that_each_turn_imports_one_module_that_is_needed():
    modules, needed = set(words_of(TURNS)), set(words_of(AT_ONCE))
    assert len(modules) > 200
    assert modules <= needed
    assert all(is_package(name) for name in needed - modules), "left to another turn"


def is_package(name: str) -> bool:
    """Whether it runs nothing, so that the thread may import it."""
    return (ROOT / name.replace(".", "/") / "__init__.py").exists()
