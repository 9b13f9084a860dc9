"""An estimator with the habits of scikit-learn: `fit` finds a plan, `transform` applies it to any rows."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any, Self

from sklearn.base import BaseEstimator, TransformerMixin  # type: ignore[import-untyped]

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.quality import QualitySettings
from arxdesk_engine.library.anonymizing import result_of
from arxdesk_engine.library.frames.opening import frame_of
from arxdesk_engine.library.plan import AppliedPlan, Small, Unseen, require_ways
from arxdesk_engine.library.request import Cancel, Hierarchies, Models, Names, OnProgress, Request, Sections


class NewRowsWarning(UserWarning):
    """New rows have values that the plan does not know, or groups that break a privacy model."""


class FrameAnonymizer(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Finds a plan for a data frame, and applies it to others: `arxdesk.Anonymizer`.

    The parameters are those of `anonymize`, and two more: `small` says what becomes of groups of new rows that break a
    privacy model ("remove", "raise" or "keep"), `unseen` of values that no hierarchy lists ("suppress" or "raise"). A
    plan promises nothing for new rows by itself: each `transform` counts them, and a `NewRowsWarning` tells what was
    removed or kept; `apply` returns all of that.

    After `fit` there are `plan_`, `result_` (that of `anonymize`), `feature_names_in_` and `n_features_in_`.

    Examples
    --------
    >>> import pandas as pd, arxdesk as ad
    >>> people = pd.DataFrame({"age": [31, 34, 38, 52, 55, 57], "cost": [9, 3, 8, 2, 7, 5]})
    >>> tens = ad.Intervals(intervals=[[0, 10]], levels=[[2]], lower_range="repeat", upper_range="repeat")
    >>> anonymizer = ad.Anonymizer(quasi_identifiers={"age": tens}, privacy=ad.KAnonymity(k=3))
    >>> anonymizer.fit(people).transform(people.head(3))["age"].tolist()
    ['[30, 40[', '[30, 40[', '[30, 40[']
    """

    def __init__(  # noqa: PLR0913 - the parameters of `anonymize`
        self,
        *,
        quasi_identifiers: Hierarchies = (),
        sensitive: Names = (),
        identifying: Names = (),
        insensitive: Names = (),
        person: str | None = None,
        privacy: Models = (),
        suppression_limit: float = 0.0,
        suppressed: str = "keep",
        quality: str | QualitySettings | Mapping[str, Any] | None = None,
        algorithm: str = "optimal",
        time_limit: float | None = None,
        seed: int = 0,
        attributes: Mapping[str, Mapping[str, Any]] | None = None,
        job: Sections | None = None,
        small: Small = "remove",
        unseen: Unseen = "suppress",
        threads: int | None = None,
        on_progress: OnProgress = None,
        cancel: Cancel = None,
    ) -> None:
        self.quasi_identifiers = quasi_identifiers
        self.sensitive = sensitive
        self.identifying = identifying
        self.insensitive = insensitive
        self.person = person
        self.privacy = privacy
        self.suppression_limit = suppression_limit
        self.suppressed = suppressed
        self.quality = quality
        self.algorithm = algorithm
        self.time_limit = time_limit
        self.seed = seed
        self.attributes = attributes
        self.job = job
        self.small = small
        self.unseen = unseen
        self.threads = threads
        self.on_progress = on_progress
        self.cancel = cancel

    def fit(self, X: Any, y: object = None) -> Self:  # noqa: ANN401, ARG002, N803 - scikit-learn's names
        """Find the plan of a data frame. Raises as `anonymize`."""
        require_ways(self.small, self.unseen)
        own = ("small", "unseen", "threads", "on_progress", "cancel")
        given = {name: value for name, value in self.get_params(deep=False).items() if name not in own}
        given |= {"attributes": self.attributes or {}, "job": self.job or {}}
        self.result_ = result_of(X, Request(**given), self._control())
        self.plan_ = self.result_.plan
        self.feature_names_in_ = list(frame_of(X).names)
        self.n_features_in_ = len(self.feature_names_in_)
        return self

    def apply(self, X: Any) -> AppliedPlan:  # noqa: ANN401, N803
        """Apply the plan to new rows, and tell what was counted. Raises as `Plan.apply`, and NotFittedError."""
        from sklearn.utils.validation import check_is_fitted  # type: ignore[import-untyped]  # noqa: PLC0415 - slow

        check_is_fitted(self, "plan_")
        return self.plan_.apply(
            X, small=self.small, unseen=self.unseen, on_progress=self.on_progress, cancel=self.cancel
        )

    def transform(self, X: Any) -> Any:  # noqa: ANN401, N803
        """New rows at the levels of the plan, as a frame of the same kind. Raises as `apply`."""
        applied = self.apply(X)
        if applied.small or applied.unseen:
            warnings.warn(" ".join(applied.sentences), NewRowsWarning, stacklevel=2)
        return applied.frame

    def fit_transform(self, X: Any, y: object = None, **_more: object) -> Any:  # noqa: ANN401, N803
        """Find the plan of a data frame, and the released frame: all its privacy models hold."""
        return self.fit(X, y).result_.frame

    def _control(self) -> Control:
        return Control(self.on_progress, self.threads, self.cancel)
