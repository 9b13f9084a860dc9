"""The protocol of privacy models: what the search may ask of them, and what they imply for it."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from engine.classes import Classes


class PrivacyModel(BaseModel, ABC):
    """A privacy model with its parameters, which pydantic validates.

    `model` is its name in a job. A class that violates any model is suppressed as a whole; a transformation is
    anonymous when no more records are suppressed than the limit allows.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str

    @property
    @abstractmethod
    def minimal_class_size(self) -> int:
        """The size below which every class violates the model; 1 when the model implies none."""

    @property
    @abstractmethod
    def only_class_size(self) -> bool:
        """Whether a class violates the model exactly when it is below the minimal size."""

    @property
    @abstractmethod
    def violations_are_inherited(self) -> bool:
        """Whether every part of a violating class violates the model too.

        Then the records that violate it at a transformation violate it at every specialization (fact 8 of the
        search design).
        """

    @property
    @abstractmethod
    def monotonic_without_suppression(self) -> bool:
        """Whether the union of classes that fulfil the model fulfils it.

        Then, where nothing may be suppressed, generalizations of what is anonymous are anonymous.
        """

    @abstractmethod
    def violating(self, classes: Classes) -> NDArray[np.bool_]:
        """Which classes violate the model, bool[classes]."""

    @property
    @abstractmethod
    def title(self) -> str:
        """The model with its parameters, as it is written in the field."""

    @property
    @abstractmethod
    def sentence(self) -> str:
        """What the model promises, in one plain sentence."""
