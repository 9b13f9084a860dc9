"""What the built program does first: empty modules in place of those that libraries import and never use here.

pyqtgraph imports Qt's OpenGL, for widgets that nobody makes, and SciPy a solver of linear programs, which nobody calls.
"""

import sys
from types import ModuleType


class Unused:
    """What such a module has under every name, and what that has in turn."""

    def __getattr__(self, name: str) -> object:
        """Another one, except for the names that Python itself looks for."""
        if name.startswith("__"):
            raise AttributeError(name)
        return Unused()


class QOpenGLWidget:
    """The parent of a class that nobody makes an object of."""


def put(name: str, **content: object) -> None:
    """Let a module be imported that is not there."""
    sys.modules[name] = ModuleType(name)
    vars(sys.modules[name]).update(content)


put("PySide6.QtOpenGL")
put("PySide6.QtOpenGLWidgets", QOpenGLWidget=QOpenGLWidget)
names = ("kHighsInf", "HighsDebugLevel", "ObjSense", "HighsModelStatus", "simplex_constants")
put("scipy.optimize._highspy._core", **{name: Unused() for name in names})
put("scipy.optimize._highspy._highs_options")
