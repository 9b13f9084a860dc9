"""Motion that shows nothing new, switched off for those whom it disturbs.

Charts and shares of progress change as work goes on and stay. Qt tells nothing of what the system asks for.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QProgressBar

PARTS = 1000
"""Into which a bar is divided."""
_PROPERTY, _BLINKING = "arxdeskStill", "arxdeskBlinking"
EFFECTS = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
    Qt.UIEffect.UI_AnimateToolBox,
)


def set_still(app: QApplication, *, still: bool) -> None:
    """Let nothing blink, fade or slide, or let it again; bars that move follow with their next share."""
    if app.property(_BLINKING) is None:
        app.setProperty(_BLINKING, app.cursorFlashTime())
        app.setProperty("arxdeskEffects", [app.isEffectEnabled(effect) for effect in EFFECTS])
    app.setProperty(_PROPERTY, still)
    app.setCursorFlashTime(0 if still else int(app.property(_BLINKING)))
    for effect, usual in zip(EFFECTS, app.property("arxdeskEffects"), strict=True):
        app.setEffectEnabled(effect, not still and bool(usual))


def is_still() -> bool:
    """Whether motion is switched off."""
    app = QApplication.instance()
    return app is not None and bool(app.property(_PROPERTY))


def show_share(bar: QProgressBar, share: float | None) -> None:
    """Show a share of 1; None: that none is known, by a bar that moves, or by an empty one where nothing is to move."""
    bar.setRange(0, 0 if share is None and not is_still() else PARTS)
    bar.setValue(round((share or 0.0) * PARTS))
