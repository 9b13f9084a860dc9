"""Findings below a hierarchy: missing or unused parts, their consequence, and one click to mend them."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk.core.attributes.treatments import TITLES, Treatment, treatment_of
from arxdesk.ui.widgets.basics.message import Kind
from arxdesk.ui.words import count, counted, joined
from arxdesk_engine.data.schema import Role
from arxdesk_engine.hierarchies.audit import Inspection
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.job.attributes import AttributeSettings

_SHOWN = 3
Links = tuple[tuple[str, str], ...]

_OF_ROLE = {
    Role.IDENTIFYING: "{name} reads * everywhere in the output. It needs no hierarchy.",
    Role.QUASI_IDENTIFYING: "{name} has no hierarchy: its values can be kept or removed, but not made coarser. "
    "A hierarchy is a table with one row per value, from detailed to coarse, such as 17, 15–19, 10–19, *.",
    Role.SENSITIVE: "{name} stays as it is in the output. It needs no hierarchy.",
    Role.INSENSITIVE: "{name} stays as it is in the output. It needs no hierarchy.",
}
_TREATED = {
    Treatment.SUPPRESS: "{name} reads * everywhere in the output. It needs no hierarchy.",
    Treatment.REDACT: "{name} is redacted in the output. It needs no hierarchy.",
    Treatment.PSEUDONYM: "{name} reads as pseudonyms in the output. It needs no hierarchy.",
    Treatment.CODE: "{name} stays as it is between its bounds. It needs no hierarchy.",
    Treatment.SHIFT: "The dates of {name} are moved in the output. It needs no hierarchy.",
}
_RULES = {
    "interval": "Edit as intervals...",
    "order": "Edit as order...",
    "date": "Edit as dates...",
    "redaction": "Edit as redaction...",
    "priority": "Edit as priorities...",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A message: its kind, words, and links by the keys of their actions."""

    kind: Kind
    lead: str
    sentence: str
    links: Links = ()


def without_hierarchy(name: str, settings: AttributeSettings, *, perturbed: bool = False) -> str:
    """The output of a column without a hierarchy, and whether one is of use; `perturbed`: its cells are changed."""
    said = _OF_ROLE[settings.role]
    if perturbed:
        return f"{name} is perturbed in the output. It needs no hierarchy."
    if settings.role is not Role.QUASI_IDENTIFYING:
        said = _TREATED.get(treatment_of(settings), said)
    return said.format(name=name)


def finding(inspection: Inspection, *, needed: bool, editable: bool) -> Finding:
    """The most important finding, followed by the others. `needed`: anonymization depends on the hierarchy."""
    found = _missing(inspection, needed=needed) or _no_root(inspection)
    rest, links = _harmless(inspection)
    if found is None:
        values = counted(len(inspection.column.values), "value has", "values have")
        all_of = f"All {values}" if len(inspection.column.values) > 1 else f"Its {values}"
        found = Finding("ok", "Complete.", f"{all_of} an entry.")
        if inspection.audit.unused and not inspection.audit.repeated and not inspection.audit.ambiguous:
            never = counted(len(inspection.audit.unused), "other never occurs", "others never occur")
            rest = f"{never}."
    sentence = " ".join(part for part in (found.sentence, rest) if part)
    return Finding(found.kind, found.lead, sentence, (*found.links, *links) if editable else ())


def not_used(settings: AttributeSettings) -> Finding:
    """The finding that the treatment of the column does not use its hierarchy."""
    if settings.role is Role.QUASI_IDENTIFYING:
        return Finding("info", "Not used.", f"{TITLES[treatment_of(settings)]} does not use the hierarchy; it is kept.")
    return Finding("info", "Not used.", "Only quasi-identifying columns are made coarser. The hierarchy is kept.")


def rule_button(source: str | HierarchyBuilder | None) -> str:
    """The text of the button beside the tabs, which re-opens the rule or creates one."""
    if isinstance(source, HierarchyBuilder) and not isinstance(source, TableBuilder):
        return _RULES.get(source.builder, "Edit rule...")
    return "New hierarchy..."


def _missing(inspection: Inspection, *, needed: bool) -> Finding | None:
    audit = inspection.audit
    if not audit.missing:
        return None
    kind: Kind = "error" if needed else "warn"
    values = [value for value in audit.missing if value]
    consequence = "They are needed before anonymizing." if needed else "They would stay as they are."
    if not values:
        lead = "Missing cells have no entry."
        links: Links = (("own", "Keep them apart"), ("suppressed", "Make them *"))
        return Finding(kind, lead, consequence.replace("They are needed", "One is needed"), links)
    shown = joined([*values[:_SHOWN], *([f"{count(len(values) - _SHOWN)} more"] if len(values) > _SHOWN else [])])
    lead = f"{counted(len(audit.missing), 'value has', 'values have')} no entry:"
    missing_too = " Missing cells have none either." if audit.lacks_missing_cells else ""
    one = len(audit.missing) == 1
    if one:
        consequence = consequence.replace("They are", "It is").replace("They", "It")
    them = "it" if one else "them"
    links = (("own", f"Add {them} as {'it is' if one else 'they are'}"), ("into", "Into a group..."))
    sentence = f"{shown}.{missing_too} {consequence}"
    return Finding(kind, lead, sentence, (*links, ("suppressed", f"Make {them} *")))


def _no_root(inspection: Inspection) -> Finding | None:
    if inspection.audit.has_root:
        return None
    levels = inspection.groups.levels
    if levels == 1:
        return Finding("warn", "There are no levels yet.", "Nothing can become coarser.", (("root", "Add a level *"),))
    groups = counted(inspection.groups.count(levels - 1), "group", "groups")
    sentence = f"The last level still has {groups}, so that the column can never be hidden completely."
    return Finding("warn", "No level hides everything.", sentence, (("root", "Add a level *"),))


def _harmless(inspection: Inspection) -> tuple[str, Links]:
    audit = inspection.audit
    parts: list[str] = []
    links: Links = ()
    if audit.repeated:
        level, more = audit.repeated[-1], len(audit.repeated) - 1
        others = f" ({counted(more, 'other level does', 'other levels do')} the same)" if more else ""
        parts.append(f"Level {level} has the groups of level {level - 1}{others}.")
        links = ((f"level:{level}", f"Remove level {level}"),)
    if audit.ambiguous:
        labels = counted(len(audit.ambiguous), "label names", "labels name")
        parts.append(f"{labels} different groups on different levels, such as {audit.ambiguous[0]}.")
    if audit.unused:
        entries = counted(len(audit.unused), "entry never occurs", "entries never occur")
        does, them = ("it does", "it") if len(audit.unused) == 1 else ("they do", "them")
        parts.append(f"{entries} in the data; {does} no harm.")
        if len(audit.unused) < len(inspection.hierarchy.rows):
            links = (*links, ("unused", f"Remove {them}" if not links else "Remove unused entries"))
    return " ".join(parts), links
