"""Pinned transformations: which levels a pin stands for now, what it is called, and the steps that change pins."""

from __future__ import annotations

from collections.abc import Collection

from arxdesk.core.commands import ChangePins
from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.ui.words import capitalized, counted, shortened
from arxdesk_engine.data.schema import Role
from arxdesk_engine.exploration.alternatives import Alternatives
from arxdesk_engine.exploration.pins import Pins, by_score, levels_for, moved, steps_from_best, without, without_places
from arxdesk_engine.job.explore import MOST_NOTE, MOST_PINS, MOST_TITLE, Pin
from arxdesk_engine.lattice.lattice import Levels


class Pinning:
    """The pins of an exploration; `exploration.document.explore_changed` tells when there are others.

    Each change is a step of undo, also while a search runs: nothing of it touches what is searched.
    """

    def __init__(self, exploration: Exploration) -> None:
        self._exploration = exploration
        self._document = exploration.document

    @property
    def pins(self) -> tuple[Pin, ...]:
        """All of them, in their order, also those of other quasi-identifiers."""
        return self._document.job.explore.pins

    @property
    def names(self) -> tuple[str, ...]:
        """The quasi-identifiers that transformations have levels for now."""
        alternatives, result = self._exploration.alternatives, self._document.result
        if self._exploration.is_searching and alternatives is not None:  # perhaps for others than before
            return alternatives.facts.names
        if result is not None:
            return result.anonymizer.quasi_identifiers
        return self._document.attributes_with(Role.QUASI_IDENTIFYING)

    def levels_of(self, pin: Pin) -> Levels | None:
        """What a pin stands for now; None where it belongs to other quasi-identifiers or to levels that are not there.

        Limits of levels do no harm: what lies outside of them can be seen, and compared with nothing.
        """
        return levels_for(pin, self.names)

    def place_of(self, levels: Levels) -> int:
        """Where a transformation is pinned first, -1 where it is not."""
        names = self.names
        return next((place for place, pin in enumerate(self.pins) if levels_for(pin, names) == levels), -1)

    def toggle(self, levels: Levels) -> None:
        """Pin a transformation, or take its pins away."""
        names = self.names
        if len(levels) != len(names):
            return
        others = without(self.pins, levels, names)
        if len(others) < len(self.pins):
            self._put(others, "Unpin a transformation")
        elif len(others) < MOST_PINS:
            title = self._new_title(levels, {pin.title for pin in others})
            pin = Pin(levels=dict(zip(names, levels, strict=True)), title=title)
            self._put((*others, pin), "Pin a transformation")

    def title_of(self, levels: Levels, attributes: int = 1) -> str:
        """What is special about a transformation: the attributes that differ most from the best, up to so many."""
        alternatives = self._exploration.alternatives
        title = None if alternatives is None else _difference(alternatives, levels, attributes)
        return _fitting(title or f"Levels {shortened(levels)}", MOST_TITLE)

    def called(self, levels: Levels) -> str:
        """How a transformation is called: by the title of its pin, else by what is special about it."""
        place = self.place_of(levels)
        title = " ".join(self.pins[place].title.split()) if place >= 0 else ""
        return title or self.title_of(levels)

    def remove(self, places: Collection[int]) -> None:
        """Take pins away."""
        left = without_places(self.pins, places)
        if len(left) < len(self.pins):
            self._put(left, f"Unpin {counted(len(self.pins) - len(left), 'transformation', 'transformations')}")

    def rename(self, place: int, title: str) -> None:
        """Give a pin another title, in one line; what is typed in a row is one step."""
        self._edit(place, "Title of a pin", title=_fitting(" ".join(title.split()), MOST_TITLE))

    def annotate(self, place: int, note: str) -> None:
        """Write another note; what is typed in a row is one step."""
        self._edit(place, "Note of a pin", note=_fitting(note, MOST_NOTE))

    def move(self, place: int, before: int) -> None:
        """Put a pin before another one, or at the end."""
        self._put_in_order(moved(self.pins, place, before), "Move a pin")

    def sort_by_score(self) -> None:
        """The best first; then those without a score as they were, those of other quasi-identifiers last."""
        self._put_in_order(by_score(self.pins, self.names, self._exploration.alternatives), "Sort the pins by score")

    def _put_in_order(self, pins: Pins, text: str) -> None:
        if pins != self.pins:
            self._put(pins, text)

    def _new_title(self, levels: Levels, taken: Collection[str]) -> str:
        """A title that no other pin has, where three attributes are enough for that."""
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
        return "Optimum" if alternatives.is_proven else "Best so far"
    steps = steps_from_best(alternatives, levels)[:most]
    return capitalized(", ".join(f"{step.attribute} {'coarser' if step.is_coarser else 'finer'}" for step in steps))


def _fitting(text: str, most: int) -> str:
    """A text that a job file can hold: at most so many characters, no halves of characters."""
    return text.encode("utf-8", "replace").decode()[:most]
