"""One sentence about the state of the project, for the bar above the perspectives."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk.core.document import Document
from arxdesk.core.values.results import Result
from arxdesk.ui.words import count, counted, joined, people, percent, score, shortened
from arxdesk_engine.analysis.applied import Applied, Recoded
from arxdesk_engine.job.search import GroupwiseSettings
from arxdesk_engine.search.local_recoding import GroupwiseProof, LocalRecoding
from arxdesk_engine.search.solution import Status

CONFIGURE = "configure"
OF_THE_APPLIED = ("quality", "risk")
WITHOUT_RECODING = "without the local recoding that the project requires: run it in Quality"

WITHOUT_GROUPS = "without the recoding group by group that the project requires: anonymize again"
NOT_RECODED_YET = "The applied table is not recoded locally yet, as the project requires."


@dataclass(frozen=True, slots=True)
class StateSentence:
    """A bold lead and a plain rest."""

    lead: str
    rest: str = ""


RECODING_GROUPS = StateSentence(
    "Recoding group by group.",
    "Until it ends, what the search has found is applied. You can keep working; Stop keeps the groups so far.",
)


def describe(document: Document | None, perspective: str, *, searching: bool, recoding: bool = False) -> StateSentence:
    """The sentence for the state of a document, seen from a perspective."""
    if document is None:
        return StateSentence("ArxDesk", "No project open")
    if searching:
        return StateSentence(
            f"Searching all {count(document.transformations)} transformations",
            "for the one that keeps most detail. You can keep working; "
            "the configuration is locked until the search ends.",
        )
    if recoding:
        return RECODING_GROUPS
    if perspective == CONFIGURE or document.result is None:
        obstacles = document.obstacles
        if obstacles:
            return StateSentence(document.name, str(obstacles[0]))
        if nothing := _nothing_to_choose(document):
            return StateSentence(document.name, nothing)
        saved = "not saved as a project yet"
        if document.file is not None:
            saved = "changes not saved" if document.modified else "all changes saved"
        return StateSentence(document.name, f"{_tables(document)}, {saved}")
    if perspective in OF_THE_APPLIED and document.result_is_current and document.applied is not None:
        applied = _describe_applied(document.result, document.applied)
        if document.job.search.recoding_settings is None or document.applied.recoded is not None:
            return applied
        by_groups = isinstance(document.job.search.recoding_settings, GroupwiseSettings)
        return StateSentence(applied.lead, f"{applied.rest}; {WITHOUT_GROUPS if by_groups else WITHOUT_RECODING}")
    return _describe_found(document)


def _tables(document: Document) -> str:
    """The name of the table, with those that are linked to it."""
    linked = joined([each.name for each in document.job.tables], 3)
    return f"{document.source_name} with {linked}" if linked else document.source_name


def _describe_found(document: Document) -> StateSentence:
    """The result of the search, and how it was recoded."""
    found = _describe_result(document)
    if not document.result_is_current or document.applied is None:
        return found
    if document.applied.recoded is None:
        lacks = document.job.search.recoding_settings is not None
        return StateSentence(found.lead, f"{NOT_RECODED_YET} {found.rest}") if lacks else found
    if document.applied.recoded.found.groupwise is not None:
        groups = _describe_groups(document.applied.recoded.found, document.applied.recoded.found.groupwise)
        return StateSentence(groups.lead, f"{groups.rest} Before that: {found.lead} {found.rest}")
    number = counted(len(document.applied.transformations), "transformation is", "transformations are")
    return StateSentence(
        "Recoded locally.", f"{number} applied, for different people. Before that: {found.lead} {found.rest}"
    )


def _nothing_to_choose(document: Document) -> str:
    """The sentence for a search with a single transformation, because no column can be generalized."""
    grouped = [name for name in document.dataset.names if document.settings_of(name).is_grouped]
    if len(grouped) < 2 or any(name in document.hierarchies for name in grouped):
        return ""
    return (
        f"None of the {count(len(grouped))} quasi-identifiers has a hierarchy: "
        "records can only be kept or removed. Choose Hierarchies > Propose Hierarchies."
    )


DRAWN = "Differential privacy requires that; drawing again would spend the budget again."
"""The sentence for a result that was drawn at random."""


def _describe_applied(result: Result, applied: Applied) -> StateSentence:
    """The applied transformation, compared with the best."""
    if applied.recoded is not None:
        return _describe_recoded(applied.recoded, len(applied.transformations))
    solution = result.solution
    proven, best, shown = solution.status is Status.OPTIMAL, solution.best, applied.check
    lead, name = f"Shown: {', '.join(map(str, shown.levels))}", "the optimum" if proven else "the best found"
    if solution.is_drawn:
        return StateSentence(lead, "drawn at random, applied")
    if best is None or best.levels == shown.levels:
        bound = "" if proven else f", at most {percent(solution.gap or 0.0)} from the best possible"
        return StateSentence(lead, f"{name}{bound}, applied{_as_kept(result)}")
    scores = f"score {score(shown.score)} instead of {score(best.score)}"
    return StateSentence(lead, f"applied, not {name}: {scores}{_as_kept(result)}")


def _describe_recoded(recoded: Recoded, transformations: int) -> StateSentence:
    if recoded.found.groupwise is not None:
        return _describe_groups(recoded.found, recoded.found.groupwise)
    lead = f"Shown: {counted(transformations, 'transformation', 'transformations')}"
    if recoded.found.is_fresh:
        return StateSentence(lead, "recoded locally, each for the records that the previous ones remove, applied")
    kept, first = people(recoded.people_kept), shortened(recoded.first.levels)
    return StateSentence(lead, f"{first}, and coarser ones for {kept} whom it removed (local recoding), applied")


def _describe_groups(found: LocalRecoding, proof: GroupwiseProof) -> StateSentence:
    groups = counted(proof.groups, "group", "groups")
    removed = f"{people(found.suppressed_records)} removed" if found.suppressed_records else "nobody removed"
    bound = f", at most {percent(proof.gap)} from the best possible" if proof.lower_bound > 0.0 else ""
    return StateSentence("Recoded group by group:", f"{groups} with levels of their own, {removed}{bound}.")


def _describe_result(document: Document) -> StateSentence:
    result = document.result
    if result is None:
        return StateSentence(document.name)
    solution = result.solution
    if not document.result_is_current:
        return StateSentence("Out of date.", "The configuration has changed since this search. Anonymize again.")
    if result.is_restored and not solution.is_drawn:
        return _describe_restored(result)
    match solution.status:
        case Status.OPTIMAL:
            return StateSentence("Optimum proven.", proof(result.anonymizer.problem.lattice.size, solution.checks))
        case Status.BEST_FOUND if solution.is_drawn:
            return StateSentence("Drawn at random.", DRAWN)
        case Status.BEST_FOUND:
            gap = percent(solution.gap or 0.0)
            end = "the search ended early" if result.can_go_on else "the search has ended without a proof"
            return StateSentence("Best found.", f"At most {gap} from the best possible; {end}.")
        case Status.INFEASIBLE:
            return StateSentence(
                "Nothing satisfies these rules.", "Proven for every transformation. Relax the rules in Configure."
            )
        case _ if not result.can_go_on:
            return StateSentence("Nothing found.", "The search has ended without a proof.")
        case _:
            return StateSentence("Nothing found.", "The search ended before it found a safe transformation.")


def _describe_restored(result: Result) -> StateSentence:
    """The restored result; nothing of it was proven in this run."""
    solution, said = result.solution, f"Claimed by {kept_search(result)}; not proven again. Anonymize to prove it."
    match solution.status:
        case Status.OPTIMAL:
            return StateSentence("The optimum, according to the project.", said)
        case Status.BEST_FOUND:
            gap = percent(solution.gap or 0.0)
            return StateSentence(
                "Best found, according to the project.", f"At most {gap} from the best possible. {said}"
            )
        case Status.INFEASIBLE:
            return StateSentence("Nothing satisfies these rules, according to the project.", said)
        case _:
            return StateSentence("Nothing found, according to the project.", "Anonymize to search again.")


def kept_search(result: Result) -> str:
    """The search stored in a project, with its time."""
    when = "" if result.moment is None else f" of {result.moment.astimezone():%Y-%m-%d %H:%M}"
    return f"the search{when} that the project keeps"


def _as_kept(result: Result) -> str:
    return f"; claimed by {kept_search(result)}" if result.is_restored else ""


def proof(transformations: int, checks: int) -> str:
    """The meaning and cost of a proven optimum."""
    if transformations == 1:
        return "It is the only transformation that these rules allow."
    other = "The other one" if transformations == 2 else f"No other of the {count(transformations)} transformations"
    keeps = "does not keep" if transformations == 2 else "keeps"
    checked = f"{count(checks)} {'was' if checks == 1 else 'were'} checked; the rest was excluded by proof."
    if checks >= transformations:
        checked = f"{'Both' if transformations == 2 else 'All'} were checked."
    return f"{other} {keeps} more detail under these rules. {checked}"
