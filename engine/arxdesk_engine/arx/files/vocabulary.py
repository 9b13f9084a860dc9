"""The elements of ARX's XML that are known, and the report of those that are not."""

from __future__ import annotations

from collections.abc import Mapping

from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.files.xml_tree import Element
from arxdesk_engine.foundation.language import tr

_NOTHING: Mapping[str, Mapping[str, object]] = {}
PROJECT = dict.fromkeys(
    (
        *("name", "separator", "escape", "quote", "linebreak", "description", "locale", "historySize"),
        *("snapshotSizeDataset", "snapshotSizeSnapshot", "initialNodesInViewer", "maxNodesInViewer"),
        *("selectedAttribute", "inputBytes", "charset", "suppressionString"),
    ),
    _NOTHING,
)
CONFIG = {
    **dict.fromkeys(
        (
            *("suppressTuplesInNonAnonymousOutput", "practicalMonotonicity", "relativeMaxOutliers", "metric"),
            *("protectSensitiveAssociations", "removeOutliers", "suppressionString", "maximumRelativeOutliers"),
        ),
        _NOTHING,
    ),
    "suppressedAttributeTypes": {"type": _NOTHING},
    "attributeWeights": {"attributeWeight": {"attribute": _NOTHING, "weight": _NOTHING}},
    "criteria": {"criterion": _NOTHING},
}
_ASSIGNMENT = dict.fromkeys(
    (
        *("name", "type", "datatype", "format", "locale", "response", "ref", "min", "max"),
        *("microaggregationFunction", "microaggregationIgnoreMissingData"),
    ),
    _NOTHING,
)
ASSIGNMENT = ("assigment", "assignment")
"""ARX misspells the word."""
DEFINITION = dict.fromkeys(ASSIGNMENT, _ASSIGNMENT)
METADATA = dict.fromkeys(("version", "vocabulary"), _NOTHING)
CLIPBOARD = {"node": _NOTHING}


def report_unknown(root: Element | None, known: Mapping[str, object], entry: str, findings: Findings) -> None:
    """List the elements that nothing is known of, each kind of them once."""
    if root is not None:
        _report(root, known, f"{entry}, {root.tag}", findings)


def _report(element: Element, known: Mapping[str, object], place: str, findings: Findings) -> None:
    for child in element.children:
        inner = known.get(child.tag)
        if not isinstance(inner, Mapping):
            shown = child.text.strip()
            found = tr("the element <{tag}> is not known", tag=child.tag[:80])
            findings.leave_out(place, f'{found} ("{shown[:80]}")' if shown else found, tr("It was not imported."))
        else:
            _report(child, inner, f"{place}, {child.tag}", findings)
