"""One sentence about the state of the project, for the bar above the perspectives."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk.core.document import Document
from arxdesk.core.values.results import Result
from arxdesk.ui.words import count, joined, people, percent, score, shortened
from arxdesk_engine.analysis.applied import Applied, Recoded
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.job.search import GroupwiseSettings
from arxdesk_engine.search.local_recoding import GroupwiseProof, LocalRecoding
from arxdesk_engine.search.solution import Status

CONFIGURE = "configure"
OF_THE_APPLIED = ("quality", "risk")
WITHOUT_RECODING = marked("without the local recoding that the project requires: run it in Quality")

WITHOUT_GROUPS = marked("without the recoding group by group that the project requires: anonymize again")
NOT_RECODED_YET = marked("The applied table is not recoded locally yet, as the project requires.")


@dataclass(frozen=True, slots=True)
class StateSentence:
    """A bold lead and a plain rest."""

    lead: str
    rest: str = ""


_RECODING_GROUPS = (
    marked("Recoding group by group."),
    marked("Until it ends, what the search has found is applied. You can keep working; Stop keeps the groups so far."),
)


def describe(document: Document | None, perspective: str, *, searching: bool, recoding: bool = False) -> StateSentence:
    """The sentence for the state of a document, seen from a perspective."""
    if document is None:
        return StateSentence("ArxDesk", tr("No project open"))
    if searching:
        return StateSentence(
            tr("Searching all {transformations} transformations", transformations=count(document.transformations)),
            tr(
                "for the one that keeps most detail. You can keep working; "
                "the configuration is locked until the search ends."
            ),
        )
    if recoding:
        return StateSentence(*map(tr, _RECODING_GROUPS))
    if perspective == CONFIGURE or document.result is None:
        obstacles = document.obstacles
        if obstacles:
            return StateSentence(document.name, str(obstacles[0]))
        if nothing := _nothing_to_choose(document):
            return StateSentence(document.name, nothing)
        saved = tr("not saved as a project yet")
        if document.file is not None:
            saved = tr("changes not saved") if document.modified else tr("all changes saved")
        return StateSentence(document.name, f"{_tables(document)}, {saved}")
    if perspective in OF_THE_APPLIED and document.result_is_current and document.applied is not None:
        applied = _describe_applied(document.result, document.applied)
        if document.job.search.recoding_settings is None or document.applied.recoded is not None:
            return applied
        by_groups = isinstance(document.job.search.recoding_settings, GroupwiseSettings)
        return StateSentence(
            applied.lead, f"{applied.rest}; {tr(WITHOUT_GROUPS) if by_groups else tr(WITHOUT_RECODING)}"
        )
    return _describe_found(document)


def _tables(document: Document) -> str:
    """The name of the table, with those that are linked to it."""
    linked = joined([each.name for each in document.job.tables], 3)
    return tr("{table} with {linked}", table=document.source_name, linked=linked) if linked else document.source_name


def _describe_found(document: Document) -> StateSentence:
    """The result of the search, and how it was recoded."""
    found = _describe_result(document)
    if not document.result_is_current or document.applied is None:
        return found
    if document.applied.recoded is None:
        lacks = document.job.search.recoding_settings is not None
        return StateSentence(found.lead, f"{tr(NOT_RECODED_YET)} {found.rest}") if lacks else found
    if document.applied.recoded.found.groupwise is not None:
        groups = _describe_groups(document.applied.recoded.found, document.applied.recoded.found.groupwise)
        return StateSentence(
            groups.lead, tr("{groups} Before that: {lead} {rest}", groups=groups.rest, lead=found.lead, rest=found.rest)
        )
    return StateSentence(
        tr("Recoded locally."),
        tr_n(
            len(document.applied.transformations),
            "{n} transformation is applied, for different people. Before that: {lead} {rest}",
            "{n} transformations are applied, for different people. Before that: {lead} {rest}",
            n=count(len(document.applied.transformations)),
            lead=found.lead,
            rest=found.rest,
        ),
    )


def _nothing_to_choose(document: Document) -> str:
    """The sentence for a search with a single transformation, because no column can be generalized."""
    grouped = [name for name in document.dataset.names if document.settings_of(name).is_grouped]
    if len(grouped) < 2 or any(name in document.hierarchies for name in grouped):
        return ""
    return tr(
        "None of the {n} quasi-identifiers has a hierarchy: records can only be kept or "
        "removed. Choose Hierarchies > Propose Hierarchies.",
        n=count(len(grouped)),
    )


DRAWN = marked("Differential privacy requires that; drawing again would spend the budget again.")
"""The sentence for a result that was drawn at random."""


def _describe_applied(result: Result, applied: Applied) -> StateSentence:
    """The applied transformation, compared with the best."""
    if applied.recoded is not None:
        return _describe_recoded(applied.recoded, len(applied.transformations))
    solution = result.solution
    proven, best, shown = solution.status is Status.OPTIMAL, solution.best, applied.check
    lead = tr("Shown: {levels}", levels=", ".join(map(str, shown.levels)))
    if solution.is_drawn:
        return StateSentence(lead, tr("drawn at random, applied"))
    if best is None or best.levels == shown.levels:
        if proven:
            return StateSentence(lead, tr("the optimum, applied") + _as_kept(result))
        gap = percent(solution.gap or 0.0)
        rest = tr("the best found, at most {gap} from the best possible, applied", gap=gap)
        return StateSentence(lead, rest + _as_kept(result))
    scores = {"score": score(shown.score), "best": score(best.score)}
    if proven:
        rest = tr("applied, not the optimum: score {score} instead of {best}", **scores)
    else:
        rest = tr("applied, not the best found: score {score} instead of {best}", **scores)
    return StateSentence(lead, rest + _as_kept(result))


def _describe_recoded(recoded: Recoded, transformations: int) -> StateSentence:
    if recoded.found.groupwise is not None:
        return _describe_groups(recoded.found, recoded.found.groupwise)
    lead = tr_n(transformations, "Shown: {n} transformation", "Shown: {n} transformations", n=count(transformations))
    if recoded.found.is_fresh:
        return StateSentence(lead, tr("recoded locally, each for the records that the previous ones remove, applied"))
    kept, first = people(recoded.people_kept), shortened(recoded.first.levels)
    return StateSentence(
        lead,
        tr("{first}, and coarser ones for {kept} whom it removed (local recoding), applied", first=first, kept=kept),
    )


def _describe_groups(found: LocalRecoding, proof: GroupwiseProof) -> StateSentence:
    said = [
        tr_n(
            proof.groups,
            "{n} group with levels of its own",
            "{n} groups with levels of their own",
            n=count(proof.groups),
        )
    ]
    if found.suppressed_records:
        said.append(tr("{people} removed", people=people(found.suppressed_records)))
    else:
        said.append(tr("nobody removed"))
    if proof.lower_bound > 0.0:
        said.append(tr("at most {gap} from the best possible", gap=percent(proof.gap)))
    return StateSentence(tr("Recoded group by group:"), f"{', '.join(said)}.")


def _describe_result(document: Document) -> StateSentence:
    result = document.result
    if result is None:
        return StateSentence(document.name)
    solution = result.solution
    if not document.result_is_current:
        return StateSentence(
            tr("Out of date."), tr("The configuration has changed since this search. Anonymize again.")
        )
    if result.is_restored and not solution.is_drawn:
        return _describe_restored(result)
    match solution.status:
        case Status.OPTIMAL:
            return StateSentence(tr("Optimum proven."), proof(result.anonymizer.problem.lattice.size, solution.checks))
        case Status.BEST_FOUND if solution.is_drawn:
            return StateSentence(tr("Drawn at random."), tr(DRAWN))
        case Status.BEST_FOUND:
            gap = percent(solution.gap or 0.0)
            if result.can_go_on:
                rest = tr("At most {gap} from the best possible; the search ended early.", gap=gap)
            else:
                rest = tr("At most {gap} from the best possible; the search has ended without a proof.", gap=gap)
            return StateSentence(tr("Best found."), rest)
        case Status.INFEASIBLE:
            return StateSentence(
                tr("Nothing satisfies these rules."),
                tr("Proven for every transformation. Relax the rules in Configure."),
            )
        case _ if not result.can_go_on:
            return StateSentence(tr("Nothing found."), tr("The search has ended without a proof."))
        case _:
            return StateSentence(tr("Nothing found."), tr("The search ended before it found a safe transformation."))


def _describe_restored(result: Result) -> StateSentence:
    """The restored result; nothing of it was proven in this run."""
    solution = result.solution
    said = tr("Claimed by {search}; not proven again. Anonymize to prove it.", search=kept_search(result))
    match solution.status:
        case Status.OPTIMAL:
            return StateSentence(tr("The optimum, according to the project."), said)
        case Status.BEST_FOUND:
            gap = percent(solution.gap or 0.0)
            return StateSentence(
                tr("Best found, according to the project."),
                tr("At most {gap} from the best possible. {said}", gap=gap, said=said),
            )
        case Status.INFEASIBLE:
            return StateSentence(tr("Nothing satisfies these rules, according to the project."), said)
        case _:
            return StateSentence(tr("Nothing found, according to the project."), tr("Anonymize to search again."))


def kept_search(result: Result) -> str:
    """The search stored in a project, with its time."""
    if result.moment is None:
        return tr("the search that the project keeps")
    when = f"{result.moment.astimezone():%Y-%m-%d %H:%M}"
    return tr("the search of {moment} that the project keeps", moment=when)


def _as_kept(result: Result) -> str:
    return tr("; claimed by {search}", search=kept_search(result)) if result.is_restored else ""


def proof(transformations: int, checks: int) -> str:
    """The meaning and cost of a proven optimum."""
    if transformations == 1:
        return tr("It is the only transformation that these rules allow.")
    checked = tr_n(
        checks,
        "{n} was checked; the rest was excluded by proof.",
        "{n} were checked; the rest was excluded by proof.",
        n=count(checks),
    )
    if transformations == 2:
        if checks == transformations:
            checked = tr("Both were checked.")
        return tr("The other one does not keep more detail under these rules. {checked}", checked=checked)
    if checks == transformations:
        checked = tr("All were checked.")
    return tr(
        "No other of the {n} transformations keeps more detail under these rules. {checked}",
        n=count(transformations),
        checked=checked,
    )
