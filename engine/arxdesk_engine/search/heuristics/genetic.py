"""`genetic`: two sub-populations of transformations that evolve side by side.

After Wan et al. (2017), as described by Meurers et al., "A scalable software solution for anonymizing high-dimensional
biomedical data" (GigaScience 2021), section "Integrating anonymization algorithms", Table 2 and Figure 5.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.lattice import Levels, with_level
from arxdesk_engine.search.check import Checker
from arxdesk_engine.search.heuristics.genetic_settings import GeneticSettings
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.rank import rank
from arxdesk_engine.search.solution import Check, Limits, Solution

Population = list[Check]


ATTEMPTS = 10
"""The number of mutations of an individual that its generation has already. Without this (the papers
do not say) the fittest fill a generation with copies: of four runs on MACH2019 two found its best known score, now
all do."""
PARAMETERS_OF_THE_PAPER = GeneticSettings()


def genetic(
    problem: SearchProblem,
    control: Control,
    limits: Limits,
    seed: int = 0,
    parameters: GeneticSettings = PARAMETERS_OF_THE_PAPER,
) -> Solution:
    """Let transformations evolve: the fittest stay, others are crossed or mutated, and now and then they migrate.

    An individual is a transformation, a gene the level of an attribute. The fitter of two has the lower score, which
    includes what suppression costs; where the suppression limit is exceeded the one that suppresses less is
    fitter. Ends after the iterations, or once it has looked at everything; the same seed gives the same run, whatever
    the number of threads.
    """
    return _Evolution(problem, Checker(problem, control, limits), random.Random(seed), parameters).run()  # noqa: S311


def triangle(bottom: Levels, top: Levels) -> list[Levels]:
    """The first individuals (Figure 5): the i-th has the highest levels up to attribute i, the lowest after it."""
    return [top[: attribute + 1] + bottom[attribute + 1 :] for attribute in range(len(top))]


class _Evolution:
    def __init__(
        self, problem: SearchProblem, checker: Checker, generator: random.Random, parameters: GeneticSettings
    ) -> None:
        self._lattice = problem.lattice
        self._checker = checker
        self._random = generator
        self._parameters = parameters
        self._bound = problem.lower_bound(problem.lattice.bottom)
        self._genes = [
            attribute
            for attribute, (low, high) in enumerate(zip(problem.lattice.bottom, problem.lattice.top, strict=True))
            if low < high
        ]
        self._is_infeasible = False

    def run(self) -> Solution:
        parameters, checker = self._parameters, self._checker
        populations = self._graded(self._first_generation(), {})
        iteration = 0
        while (
            populations is not None
            and iteration < parameters.iterations
            and not (checker.must_end or checker.knows_all)
        ):
            iteration += 1
            if iteration % parameters.immigration_interval == 0:
                self._swap(*populations)
            known = {check.levels: check for population in populations for check in population}
            populations = self._graded([self._next_generation(population) for population in populations], known)
        proven = self._is_infeasible or checker.incumbent <= self._bound
        return checker.solution("genetic", proven=proven, lower_bound=self._bound)

    def _first_generation(self) -> list[list[Levels]]:
        """One sub-population begins with the triangle; the rest is random."""
        size = self._parameters.subpopulation_size
        one = triangle(self._lattice.bottom, self._lattice.top)[:size]
        one += [self._anyone() for _rest in range(size - len(one))]
        return [one, [self._anyone() for _one in range(size)]]

    def _anyone(self) -> Levels:
        return tuple(map(self._random.randint, self._lattice.bottom, self._lattice.top))

    def _graded(self, generations: Sequence[list[Levels]], known: dict[Levels, Check]) -> list[Population] | None:
        """The individuals of each sub-population, the fittest first; None where the search has to end."""
        new = [levels for levels in dict.fromkeys(itertools.chain(*generations)) if levels not in known]
        found = self._checker.check_many(new)
        self._is_infeasible |= any(check.levels == self._lattice.top and check.specializations_fail for check in found)
        self._checker.report(self._bound, min(1.0, self._checker.checks / self._lattice.size))
        if len(found) < len(new):
            return None
        graded = {**known, **{check.levels: check for check in found}}
        return [sorted((graded[levels] for levels in generation), key=rank) for generation in generations]

    def _swap(self, one: Population, other: Population) -> None:
        """The fittest of each sub-population move to the other."""
        moving = round(self._parameters.immigration_fraction * self._parameters.subpopulation_size)
        one[:moving], other[:moving] = other[:moving], one[:moving]
        one.sort(key=rank)
        other.sort(key=rank)

    def _next_generation(self, population: Population) -> list[Levels]:
        """The elite as it is, then mutants, then children of the production fraction, all different."""
        parameters, size = self._parameters, len(population)
        elite = math.ceil(parameters.elite_fraction * size)
        children = min(math.ceil(parameters.crossover_fraction * size), size - elite)
        parents = population[: math.ceil(parameters.production_fraction * size)]
        following = [check.levels for check in population[:elite]]
        taken = set(following)
        for place in range(elite, size):
            is_child = place >= size - children
            someone = self._child(parents) if is_child else self._mutant(self._random.choice(population).levels)
            for _attempt in range(ATTEMPTS):
                if someone not in taken:
                    break
                someone = self._mutant(someone)
            taken.add(someone)
            following.append(someone)
        return following

    def _child(self, parents: Population) -> Levels:
        """Each gene from one of two parents; the fitter an individual, the likelier it is one."""
        one, other = self._random.choices(parents, range(len(parents), 0, -1), k=2)
        return tuple(map(self._random.choice, zip(one.levels, other.levels, strict=True)))

    def _mutant(self, levels: Levels) -> Levels:
        """Mutate some genes, at least one."""
        if not self._genes:
            return levels
        most = max(1, math.ceil(self._parameters.mutation_probability * len(self._genes)))
        for attribute in self._random.sample(self._genes, self._random.randint(1, most)):
            level = self._random.randrange(self._lattice.bottom[attribute], self._lattice.top[attribute])
            levels = with_level(levels, attribute, level + (level >= levels[attribute]))
        return levels
