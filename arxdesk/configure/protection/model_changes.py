"""Changes of the privacy models of a document, each one step that undo takes back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QUndoCommand

from arxdesk.core.commands import ChangeSections, ChangeTogether, change_roles
from arxdesk.core.document import Document
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.messages import told, told_n
from arxdesk_engine.job.job import model_from
from arxdesk_engine.privacy.model import PrivacyModel

Models = tuple[PrivacyModel, ...]


class ModelChanges:
    """The models of a document by their places: first the active ones in the order of the job, then paused ones."""

    def __init__(self, document: Document) -> None:
        self._document = document

    @property
    def models(self) -> Models:
        """All models."""
        return (*self._document.job.privacy, *self._document.job.paused)

    def is_paused(self, place: int) -> bool:
        """Whether a search ignores the model in a place."""
        return place >= len(self._document.job.privacy)

    def add(self, models: Models, sensitive: Sequence[str]) -> None:
        """Add models, and make their columns sensitive."""
        job = self._document.job
        one, number = told("Add {model}", model=models[0].title), len(models)
        text = one if number == 1 else told_n(number, "Add {n} model", "Add {n} models")
        self._put_with_roles((*job.privacy, *models), job.paused, sensitive, text)

    def replace(self, place: int, models: Models, sensitive: Sequence[str]) -> None:
        """Put models in the place of one, and make their columns sensitive."""
        self._put_with_roles(
            *self._replaced(place, *models), sensitive, told("Change {model}", model=self.models[place].title)
        )

    def spread(self, place: int) -> None:
        """Give the parameters of a model to all of its kind; each keeps its column."""
        model = self.models[place]

        def like(other: PrivacyModel) -> PrivacyModel:
            if other.model != model.model:
                return other
            return model.model_copy(update={"attribute": other.sensitive_attribute})

        job = self._document.job
        privacy, paused = tuple(map(like, job.privacy)), tuple(map(like, job.paused))
        self._put(privacy, paused, told("Parameters of all models of the kind {kind}", kind=model.description.name))

    def remove(self, place: int) -> None:
        """Remove a model."""
        self._put(*self._replaced(place), told("Remove {model}", model=self.models[place].title))

    def pause(self, place: int, pause: bool) -> None:
        """Pause a model, or resume it."""
        model = self.models[place]
        privacy, paused = self._replaced(place)
        if pause:
            self._put(privacy, (model, *paused), told("Pause {model}", model=model.title))
        else:
            self._put((*privacy, model), paused, told("Resume {model}", model=model.title))

    def set_parameter(self, place: int, name: str, value: object) -> bool:
        """Change one parameter; whether that makes a difference. Raises InvalidJob where the model refuses it."""
        model = self.models[place]
        changed = model_from({**model.model_dump(mode="json", exclude_none=True), name: value})
        if changed == model:
            return False
        text = told("{parameter} of {model}", parameter=name, model=model.description.name)
        self._put(*self._replaced(place, changed), text, of=place)
        return True

    def make_sensitive(self, place: int, column: str) -> None:
        """Make the column of a model sensitive; a paused model is resumed."""
        if not self.is_paused(place):
            self._document.push(change_roles(self._document, [column], Role.SENSITIVE))
            return
        model = self.models[place]
        privacy, paused = self._replaced(place)
        self._put_with_roles(
            (*privacy, model),
            paused,
            (column,),
            told("Make {column} sensitive for {model}", column=column, model=model.title),
        )

    def _put(self, privacy: Models, paused: Models, text: str, *, of: int | None = None) -> None:
        after = {"privacy": privacy, "paused": paused}
        mergeable = of is not None
        self._document.push(ChangeSections(self._document, after, text, mergeable=mergeable, of=str(of)))

    def _put_with_roles(self, privacy: Models, paused: Models, sensitive: Sequence[str], text: str) -> None:
        parts: list[QUndoCommand] = [change_roles(self._document, sensitive, Role.SENSITIVE)] if sensitive else []
        parts.append(ChangeSections(self._document, {"privacy": privacy, "paused": paused}, text))
        self._document.push(ChangeTogether(parts, text))

    def _replaced(self, place: int, *by: PrivacyModel) -> tuple[Models, Models]:
        """The active and the paused models, with others in the place of one."""
        active, all_models = len(self._document.job.privacy), self.models
        models = (*all_models[:place], *by, *all_models[place + 1 :])
        active += 0 if self.is_paused(place) else len(by) - 1
        return models[:active], models[active:]
