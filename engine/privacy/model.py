"""The protocol of privacy models: what the search may ask of them, and what they imply for it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict


class ClassSizes(Protocol):
    """What privacy models see of the classes of a transformation."""

    @property
    def counts(self) -> NDArray[np.int64]:
        """The records in each class, int64[classes]."""


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

    @property
    @abstractmethod
    def holds_for_union_of_parts(self) -> bool:
        """Whether a table fulfils the model when every part of it, anonymized as a table of its own, does.

        Local recoding needs that: it anonymizes the records in parts, each with a transformation of its own, and
        classes of different parts may look alike and become one (engine reference 2.6). It holds for models that
        judge each class by itself, or against distributions of the whole table; not for those that judge the table
        as a whole (uniqueness), against another table (presence, exact k-map), or that draw a sample.
        """

    @abstractmethod
    def violating(self, classes: ClassSizes) -> NDArray[np.bool_]:
        """Which classes violate the model, bool[classes]."""

    @property
    @abstractmethod
    def title(self) -> str:
        """The model with its parameters, as it is written in the field."""

    @property
    @abstractmethod
    def sentence(self) -> str:
        """What the model promises, in one plain sentence."""
