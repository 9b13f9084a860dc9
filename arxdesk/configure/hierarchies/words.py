"""Findings below a hierarchy: missing or unused parts, their consequence, and one click to mend them."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk.core.attributes.treatments import TITLES, Treatment, treatment_of
from arxdesk.ui.widgets.basics.message import Kind
from arxdesk.ui.words import joined
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.hierarchies.audit import Inspection
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.job.attributes import AttributeSettings

_SHOWN = 3
Links = tuple[tuple[str, str], ...]

_OF_ROLE = {
    Role.IDENTIFYING: marked("{name} reads * everywhere in the output. It needs no hierarchy."),
    Role.QUASI_IDENTIFYING: marked(
        "{name} has no hierarchy: its values can be kept or removed, but not made coarser. "
        "A hierarchy is a table with one row per value, from detailed to coarse, such as 17, 15–19, 10–19, *."
    ),
    Role.SENSITIVE: marked("{name} stays as it is in the output. It needs no hierarchy."),
    Role.INSENSITIVE: marked("{name} stays as it is in the output. It needs no hierarchy."),
}
_TREATED = {
    Treatment.SUPPRESS: marked("{name} reads * everywhere in the output. It needs no hierarchy."),
    Treatment.REDACT: marked("{name} is redacted in the output. It needs no hierarchy."),
    Treatment.PSEUDONYM: marked("{name} reads as pseudonyms in the output. It needs no hierarchy."),
    Treatment.CODE: marked("{name} stays as it is between its bounds. It needs no hierarchy."),
    Treatment.SHIFT: marked("The dates of {name} are moved in the output. It needs no hierarchy."),
}
_PERTURBED = marked("{name} is perturbed in the output. It needs no hierarchy.")
_RULES = {
    "interval": marked("Edit as intervals..."),
    "order": marked("Edit as order..."),
    "date": marked("Edit as dates..."),
    "redaction": marked("Edit as redaction..."),
    "priority": marked("Edit as priorities..."),
}
_RULE = marked("Edit rule...")


@dataclass(frozen=True, slots=True)
class Finding:
    """A message: its kind, words, and links by the keys of their actions."""

    kind: Kind
    lead: str
    sentence: str
    links: Links = ()


def without_hierarchy(name: str, settings: AttributeSettings, *, perturbed: bool = False) -> str:
    """The output of a column without a hierarchy, and whether one is of use; `perturbed`: its cells are changed."""
    said = tr(_OF_ROLE[settings.role])
    if perturbed:
        said = tr(_PERTURBED)
    elif settings.role is not Role.QUASI_IDENTIFYING:
        said = _TREATED.get(treatment_of(settings), said)
    return tr(said, name=name)


def finding(inspection: Inspection, *, needed: bool, editable: bool) -> Finding:
    """The most important finding, followed by the others. `needed`: anonymization depends on the hierarchy."""
    found = _missing(inspection, needed=needed) or _no_root(inspection)
    rest, links = _harmless(inspection)
    if found is None:
        values = len(inspection.column.values)
        said = tr_n(values, "Its {n} value has an entry.", "All {n} values have an entry.")
        found = Finding("ok", tr("Complete."), said)
        if inspection.audit.unused and not inspection.audit.repeated and not inspection.audit.ambiguous:
            rest = tr_n(len(inspection.audit.unused), "{n} other never occurs.", "{n} others never occur.")
    sentence = " ".join(part for part in (found.sentence, rest) if part)
    return Finding(found.kind, found.lead, sentence, (*found.links, *links) if editable else ())


def not_used(settings: AttributeSettings) -> Finding:
    """The finding that the treatment of the column does not use its hierarchy."""
    if settings.role is Role.QUASI_IDENTIFYING:
        return Finding(
            "info",
            tr("Not used."),
            tr("{treatment} does not use the hierarchy; it is kept.", treatment=tr(TITLES[treatment_of(settings)])),
        )
    return Finding(
        "info", tr("Not used."), tr("Only quasi-identifying columns are made coarser. The hierarchy is kept.")
    )


def rule_button(source: str | HierarchyBuilder | None) -> str:
    """The text of the button beside the tabs, which re-opens the rule or creates one."""
    if isinstance(source, HierarchyBuilder) and not isinstance(source, TableBuilder):
        return tr(_RULES.get(source.builder, tr(_RULE)))
    return tr("New hierarchy...")


def _missing(inspection: Inspection, *, needed: bool) -> Finding | None:
    audit = inspection.audit
    if not audit.missing:
        return None
    kind: Kind = "error" if needed else "warn"
    values = [value for value in audit.missing if value]
    if not values:
        lead = tr("Missing cells have no entry.")
        links: Links = (("own", tr("Keep them apart")), ("suppressed", tr("Make them *")))
        said = tr("One is needed before anonymizing.") if needed else tr("They would stay as they are.")
        return Finding(kind, lead, said, links)
    number, rest = len(audit.missing), len(values) - _SHOWN
    shown = joined([*values[:_SHOWN], *([tr_n(rest, "{n} more", "{n} more")] if rest > 0 else [])])
    lead = tr_n(number, "{n} value has no entry:", "{n} values have no entry:")
    sentences = [f"{shown}."]
    if audit.lacks_missing_cells:
        sentences.append(tr("Missing cells have none either."))
    sentences.append(
        tr_n(number, "It is needed before anonymizing.", "They are needed before anonymizing.")
        if needed
        else tr_n(number, "It would stay as it is.", "They would stay as they are.")
    )
    links = (
        ("own", tr_n(number, "Add it as it is", "Add them as they are")),
        ("into", tr("Into a group...")),
        ("suppressed", tr_n(number, "Make it *", "Make them *")),
    )
    return Finding(kind, lead, " ".join(sentences), links)


def _no_root(inspection: Inspection) -> Finding | None:
    if inspection.audit.has_root:
        return None
    levels = inspection.groups.levels
    if levels == 1:
        return Finding(
            "warn", tr("There are no levels yet."), tr("Nothing can become coarser."), (("root", tr("Add a level *")),)
        )
    sentence = tr_n(
        inspection.groups.count(levels - 1),
        "The last level still has {n} group, so that the column can never be hidden completely.",
        "The last level still has {n} groups, so that the column can never be hidden completely.",
    )
    return Finding("warn", tr("No level hides everything."), sentence, (("root", tr("Add a level *")),))


def _harmless(inspection: Inspection) -> tuple[str, Links]:
    audit = inspection.audit
    parts: list[str] = []
    links: Links = ()
    if audit.repeated:
        level, more = audit.repeated[-1], len(audit.repeated) - 1
        parts.append(
            tr_n(
                more,
                "Level {level} has the groups of level {finer} ({n} other level does the same).",
                "Level {level} has the groups of level {finer} ({n} other levels do the same).",
                level=level,
                finer=level - 1,
            )
            if more
            else tr("Level {level} has the groups of level {finer}.", level=level, finer=level - 1)
        )
        links = ((f"level:{level}", tr("Remove level {level}", level=level)),)
    if audit.ambiguous:
        parts.append(
            tr_n(
                len(audit.ambiguous),
                "{n} label names different groups on different levels, such as {label}.",
                "{n} labels name different groups on different levels, such as {label}.",
                label=audit.ambiguous[0],
            )
        )
    if audit.unused:
        number = len(audit.unused)
        parts.append(
            tr_n(
                number,
                "{n} entry never occurs in the data; it does no harm.",
                "{n} entries never occur in the data; they do no harm.",
            )
        )
        if number < len(inspection.hierarchy.rows):
            remove = tr("Remove unused entries") if links else tr_n(number, "Remove it", "Remove them")
            links = (*links, ("unused", remove))
    return " ".join(parts), links
