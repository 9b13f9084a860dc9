"""The filter, the transformations on the clipboard, the thresholds and the audit trail of a project."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from arxdesk_engine.arx.files.configuration import PROJECT_OBJECTS, Configuration
from arxdesk_engine.arx.files.container import Container
from arxdesk_engine.arx.files.java_values import Constant, Instance
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.files.sections import section
from arxdesk_engine.arx.files.vocabulary import CLIPBOARD, report_unknown
from arxdesk_engine.arx.files.xml_tree import Element
from arxdesk_engine.arx.imported import Replacement
from arxdesk_engine.foundation.language import marked, short, tr, whole
from arxdesk_engine.job.analysis import AnalysisSettings, Thresholds
from arxdesk_engine.job.explore import MOST_NOTE, MOST_PINS, ExploreSettings, Filters, Pin

COMMENT = 111
"""Under this number the attributes of a transformation have its comment."""
_MOST_LATTICE_BYTES = 48 * 1024 * 1024
_FILTER, _CLIPBOARD, _LATTICE, _ATTRIBUTES = "filter.dat", "clipboard.xml", "lattice.xml", "attributes.dat"
_CLASSES: Mapping[str, tuple[str, ...]] = {
    "ANONYMOUS": ("optimum", "anonymous"),
    "NOT_ANONYMOUS": ("not-anonymous",),
    "UNKNOWN": ("unknown",),
    "PROBABLY_ANONYMOUS": ("unknown",),
    "PROBABLY_NOT_ANONYMOUS": ("unknown",),
}
_LEVELS = re.compile(r"\s*\[?\s*((?:\d{1,4}\s*,\s*)*\d{1,4})\s*\]?\s*")
_THRESHOLDS = {
    "highest_risk": "riskThresholdHighestRisk",
    "records_at_risk": "riskThresholdRecordsAtRisk",
    "success_rate": "riskThresholdSuccessRate",
}

Levels = tuple[int, ...]


def explore_settings(
    found: Configuration, container: Container, ranges: Mapping[str, tuple[int, int]], findings: Findings
) -> ExploreSettings:
    """Filter and pins.

    `ranges` are the lowest and the highest levels of the attributes that transformations have levels of, in the order
    of their columns.
    """
    filters = _filters(found, container, ranges, findings)
    pins = tuple(_pins(container, ranges, findings))
    if len(pins) > MOST_PINS:
        found_there = tr("there are {n} transformations on the clipboard", n=whole(len(pins)))
        findings.leave_out(_CLIPBOARD, found_there, tr("The first {n} are pinned.", n=whole(MOST_PINS)))
    return ExploreSettings(filters=filters, pins=pins[:MOST_PINS])


def _filters(
    found: Configuration, container: Container, ranges: Mapping[str, tuple[int, int]], findings: Findings
) -> Filters:
    stored = (
        container.object(_FILTER, "ModelNodeFilter", marked("Nothing is filtered.")) if _FILTER in container else None
    )
    stored = stored or found.model.part("nodeFilter")
    if stored is None:
        return Filters()
    values: dict[str, object] = {}
    names = [each.name for each in stored.items("anonymity") if isinstance(each, Constant)]
    classes = {ours for name in names for ours in _CLASSES.get(name, ())}
    if classes:
        values["classes"] = tuple(
            each for each in ("optimum", "anonymous", "not-anonymous", "unknown") if each in classes
        )
    allowed = stored.items("generalizations")
    if len(allowed) == len(ranges):
        forbidden = {}
        for (name, (lowest, highest)), levels in zip(ranges.items(), allowed, strict=True):
            kept = {each for each in levels if isinstance(each, int)} if isinstance(levels, list) else set()
            left = tuple(level for level in range(lowest, highest + 1) if level not in kept)
            if left and len(left) <= highest - lowest:
                forbidden[name] = left
        values["forbidden"] = forbidden
    elif allowed:
        what = tr(
            "the filter is of {n} attributes, and {with_levels} have levels",
            n=whole(len(allowed)),
            with_levels=whole(len(ranges)),
        )
        findings.leave_out(_FILTER, what, tr("Its levels are left out."))
    least, most = stored.number("minInformationLoss") or 0.0, stored.number("maxInformationLoss")
    if least > 0.0 or (most is not None and most < 1.0):
        what = tr(
            "only scores between {low} % and {high} % are shown",
            low=short(100 * least, 4),
            high=short(100 * (1.0 if most is None else most), 4),
        )
        findings.leave_out(_FILTER, what, tr("Scores are no shares here: set the range once the search has run."))
    return section(Filters, values, _FILTER, findings) or Filters()


def _pins(container: Container, ranges: Mapping[str, tuple[int, int]], findings: Findings) -> list[Pin]:
    root = container.xml(_CLIPBOARD)
    report_unknown(root, CLIPBOARD, _CLIPBOARD, findings)
    if root is None:
        return []
    comments = _comments(container)
    pins = []
    for node in root.all("node"):
        levels = _levels(node.text)
        if levels is None or len(levels) != len(ranges):
            what = tr("the transformation {node} does not fit the quasi-identifiers", node=node.text.strip()[:80])
            findings.leave_out(_CLIPBOARD, what, tr("It is not pinned."))
            continue
        pins.append(Pin(levels=dict(zip(ranges, levels, strict=True)), note=comments.get(levels, "")[:MOST_NOTE]))
    return pins


def _comments(container: Container) -> dict[Levels, str]:
    """The comments on transformations, which are stored by the numbers that the lattice gives them."""
    if _ATTRIBUTES not in container or _LATTICE not in container:
        return {}
    lost = marked("Pins have no notes.")
    stored = container.objects(_ATTRIBUTES, lost)
    if not stored or not isinstance(stored[0], dict):
        return {}
    comments = {
        str(number): each[COMMENT]
        for number, each in stored[0].items()
        if isinstance(each, dict) and isinstance(each.get(COMMENT), str) and each[COMMENT].strip()
    }
    if not comments:
        return {}
    lattice = container.xml(_LATTICE, _MOST_LATTICE_BYTES)
    return {} if lattice is None else dict(_commented(lattice, comments))


def _commented(lattice: Element, comments: Mapping[str, str]) -> list[tuple[Levels, str]]:
    """Levels with their comments; the two vocabularies name the same by long and by short names."""
    found = []
    for level in lattice.all("level"):
        for node in level.all("n", "node"):
            number = node.attributes.get("i") or node.attributes.get("id") or node.value("id")
            levels = _levels(node.value("t", "transformation"))
            if number in comments and levels is not None:
                found.append((levels, comments[number]))
    return found


def _levels(text: str) -> Levels | None:
    found = _LEVELS.fullmatch(text)
    return None if found is None else tuple(int(each) for each in found[1].split(","))


def analysis_settings(found: Configuration, findings: Findings) -> AnalysisSettings:
    """The thresholds of the risks; those that nobody set are the same in both programs."""
    risk = found.model.part("riskModel")
    if risk is None:
        return AnalysisSettings()
    values = {ours: float(number) for ours, field in _THRESHOLDS.items() if (number := risk.number(field)) is not None}
    thresholds = section(Thresholds, values, f"{PROJECT_OBJECTS}, riskModel", findings)
    return AnalysisSettings(thresholds=thresholds or Thresholds())


def audit_trail(found: Configuration, findings: Findings) -> tuple[Replacement, ...]:
    """The replacements that the audit trail lists."""
    entries: Sequence[object] = found.model.items("auditTrail")
    trail = []
    for each in entries:
        if not isinstance(each, Instance):
            continue
        attribute, old, new = (each.text(name) for name in ("attribute", "searchString", "replacementString"))
        if attribute is None or old is None or new is None:
            findings.leave_out(
                f"{PROJECT_OBJECTS}, auditTrail", tr("the entry {name} is not known", name=each.name), ""
            )
        else:
            trail.append(Replacement(attribute, old, new))
    return tuple(trail)
