"""Pinned transformations: the current levels and the title of a pin, and the undoable changes of pins."""

from __future__ import annotations

from collections.abc import Collection

from arxdesk.core.commands import ChangePins
from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.ui.words import shortened
from arxdesk_engine.data.schema import Role
from arxdesk_engine.exploration.alternatives import Alternatives
from arxdesk_engine.exploration.pins import Pins, by_score, levels_for, moved, steps_from_best, without, without_places
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.messages import told, told_n
from arxdesk_engine.job.explore import MOST_NOTE, MOST_PINS, MOST_TITLE, Pin
from arxdesk_engine.lattice.lattice import Levels


class Pinning:
    """The pins of an exploration; `exploration.document.explore_changed` announces changes.

    Each change is a step of undo, also during a search, which pins do not affect.
    """

    def __init__(self, exploration: Exploration) -> None:
        self._exploration = exploration
        self._document = exploration.document

    @property
    def pins(self) -> tuple[Pin, ...]:
        """All pins in order, also those of other quasi-identifiers."""
        return self._document.job.explore.pins

    @property
    def names(self) -> tuple[str, ...]:
        """The quasi-identifiers that transformations have levels for now."""
        alternatives, result = self._exploration.alternatives, self._document.result
        if self._exploration.is_searching and alternatives is not None:  # perhaps for different ones than before
            return alternatives.facts.names
        if result is not None:
            return result.anonymizer.quasi_identifiers
        return self._document.attributes_with(Role.QUASI_IDENTIFYING)

    def levels_of(self, pin: Pin) -> Levels | None:
        """The current levels of a pin; None if it belongs to other quasi-identifiers or to missing levels.

        Level limits do not matter: transformations outside of them can be viewed, but not compared.
        """
        return levels_for(pin, self.names)

    def place_of(self, levels: Levels) -> int:
        """The place of the first pin of a transformation, -1 if there is none."""
        names = self.names
        return next((place for place, pin in enumerate(self.pins) if levels_for(pin, names) == levels), -1)

    def toggle(self, levels: Levels) -> None:
        """Pin a transformation, or take its pins away."""
        names = self.names
        if len(levels) != len(names):
            return
        others = without(self.pins, levels, names)
        if len(others) < len(self.pins):
            self._put(others, told("Unpin a transformation"))
        elif len(others) < MOST_PINS:
            title = self._new_title(levels, {pin.title for pin in others})
            pin = Pin(levels=dict(zip(names, levels, strict=True)), title=title)
            self._put((*others, pin), told("Pin a transformation"))

    def title_of(self, levels: Levels, attributes: int = 1) -> str:
        """A title from the attributes that differ most from the best, up to a number."""
        alternatives = self._exploration.alternatives
        title = None if alternatives is None else _difference(alternatives, levels, attributes)
        return _fitting(title or tr("Levels {levels}", levels=shortened(levels)), MOST_TITLE)

    def called(self, levels: Levels) -> str:
        """The name of a transformation: the title of its pin, else its main differences."""
        place = self.place_of(levels)
        title = " ".join(self.pins[place].title.split()) if place >= 0 else ""
        return title or self.title_of(levels)

    def remove(self, places: Collection[int]) -> None:
        """Remove pins."""
        left = without_places(self.pins, places)
        if len(left) < len(self.pins):
            self._put(
                left,
                told_n(len(self.pins) - len(left), "Unpin {n} transformation", "Unpin {n} transformations"),
            )

    def rename(self, place: int, title: str) -> None:
        """Rename a pin, in one line; consecutive typing is one step."""
        self._edit(place, told("Title of a pin"), title=_fitting(" ".join(title.split()), MOST_TITLE))

    def annotate(self, place: int, note: str) -> None:
        """Change the note of a pin; consecutive typing is one step."""
        self._edit(place, told("Note of a pin"), note=_fitting(note, MOST_NOTE))

    def move(self, place: int, before: int) -> None:
        """Put a pin before another one, or at the end."""
        self._put_in_order(moved(self.pins, place, before), told("Move a pin"))

    def sort_by_score(self) -> None:
        """Sort the best first; then pins without a score in their order, then pins of other quasi-identifiers."""
        self._put_in_order(
            by_score(self.pins, self.names, self._exploration.alternatives), told("Sort the pins by score")
        )

    def _put_in_order(self, pins: Pins, text: str) -> None:
        if pins != self.pins:
            self._put(pins, text)

    def _new_title(self, levels: Levels, taken: Collection[str]) -> str:
        """A title that no other pin has, if three attributes suffice."""
        titles = [self.title_of(levels, attributes) for attributes in (1, 2, 3)]
        return next((title for title in titles if title not in taken), titles[0])

    def _edit(self, place: int, text: str, **changes: str) -> None:
        pins = list(self.pins)
        if 0 <= place < len(pins):
            changed = pins[place].model_copy(update=changes)
            if changed != pins[place]:
                pins[place] = changed
                self._put(tuple(pins), text, of=str(place))

    def _put(self, pins: Pins, text: str, of: str = "") -> None:
        self._document.push(ChangePins(self._document, pins, text, of=of), touches_search=False)


def _difference(alternatives: Alternatives, levels: Levels, most: int) -> str | None:
    """The attributes that differ most from the best transformation, in words."""
    if alternatives.best < 0 or len(levels) != len(alternatives.facts.names):
        return None
    if levels == alternatives.levels_of(alternatives.best):
        return tr("Optimum") if alternatives.is_proven else tr("Best so far")
    steps = steps_from_best(alternatives, levels)[:most]
    said = (
        tr("{attribute} coarser", attribute=step.attribute)
        if step.is_coarser
        else tr("{attribute} finer", attribute=step.attribute)
        for step in steps
    )
    return ", ".join(said)


def _fitting(text: str, most: int) -> str:
    """A text cut for the job file: at most this many characters, none of them halved."""
    return text.encode("utf-8", "replace").decode()[:most]
