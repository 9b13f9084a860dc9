"""Drawing a transformation by chance, where the choice itself has to be differentially private."""

from __future__ import annotations

from fractions import Fraction

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob, Problem
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.job import Job
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.privacy.mechanism import RandomMechanism
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.published.exponential import exponential
from arxdesk_engine.search.solution import Solution


def draw(
    job: Job, problem: SearchProblem, records: int, mechanism: RandomMechanism, budget: float, control: Control
) -> Solution:
    """Draw a transformation for a table of a number of `records`, by the scores of the job's quality model.

    Raises InvalidJob for a model without a score for differential privacy.
    """

    def score(levels: Levels) -> Fraction:
        classes = problem.grouping.classes(levels)
        found = problem.quality.private_score(classes, classes.counts < mechanism.k, records, mechanism.k)
        if found is None:
            remedy = tr('Choose model = "loss", or a scheme instead of search_budget.')
            raise InvalidJob(
                Problem(f"{job.source}, quality.model", tr("has no score for differential privacy"), remedy)
            )
        return found

    return exponential(problem, control, mechanism.steps, budget, score, mechanism.seed)
