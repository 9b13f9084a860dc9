"""The findings of `arxdesk inspect`, in plain lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arxdesk.cli.terminal import table
from arxdesk_engine.foundation.progress_line import percent

MOST_SETS_SHOWN = 10
SUPPRESSED = {
    "value": "Cells that read * count as a value.",
    "wildcard": "Cells that read * can be any value.",
}


def inspection(facts: Mapping[str, Any]) -> str:
    """The attributes, the rules, the risk of the input, and the findings of an analysis."""
    people = facts.get("people")
    in_a_person = {} if people is None else people["columns"]
    rows = [("attribute", "role", "type", "values", "levels", "transformation", *(["in a person"] if people else []))]
    rows += [
        (
            a["name"],
            a["role"],
            a["type"] or "not read",
            "" if a["distinct_values"] is None else f"{a['distinct_values']:,}",
            "" if a["levels"] is None else str(a["levels"]),
            a["transformation"],
            *([in_a_person[a["name"]]["in_a_person"] if a["name"] in in_a_person else ""] if people else []),
        )
        for a in facts["attributes"]
    ]
    risk = facts["risk"]["prosecutor"]
    unique = risk["sample_uniques"]
    share = percent(unique / facts["records"])
    return "\n".join(
        [
            f"{facts['records']:,} records, {facts['distinct_records']:,} of them different in the quasi-identifiers.",
            *facts.get("linked", ()),
            *([people["sentence"]] if people else []),
            table(rows),
            *(people["findings"] if people else []),
            *([people["limit"]["sentence"]] if people and "limit" in people else []),
            *_built(facts["attributes"]),
            *(_subset(facts["subset"]) if "subset" in facts else ()),
            (f"Privacy: {', '.join(facts['privacy'])}. At most {_limit(facts)} may be removed."),
            f"{facts['lattice_size']:,} transformations to choose from.",
            (
                f"Risk now: highest {percent(risk['highest'])}, average {percent(risk['average'])}; "
                f"{unique:,} {'people are alone in a group' if people else f'records ({share}) are unique'}."
            ),
            *([facts["sample"]["sentence"]] if "sample" in facts else []),
            *(each["items"]["sentence"] for each in facts["attributes"] if "items" in each),
            *(_analysis(facts["analysis"]) if "analysis" in facts else ()),
            "Everything is valid.",
        ]
    )


def _limit(facts: Mapping[str, Any]) -> str:
    if "suppression_limit_people" in facts:
        return f"{facts['suppression_limit_people']:,} people, with all of their records,"
    return f"{facts['suppression_limit_records']:,} records"


def _built(attributes: Sequence[Mapping[str, Any]]) -> list[str]:
    """The builders of hierarchies that come from no file."""
    made = [
        f"{attribute['name']} ({': '.join(source[key] for key in ('builder', 'name', 'proposed') if key in source)})"
        for attribute in attributes
        if isinstance(source := attribute["hierarchy"], Mapping)
    ]
    return [f"Built hierarchies: {', '.join(made)}."] if made else []


def _subset(facts: Mapping[str, Any]) -> list[str]:
    """The records that count."""
    share = percent(facts["records"] / facts["of"])
    counted = f"{facts['records']:,} of {facts['of']:,} records ({share})"
    return [f"Research subset: {facts['description']}; {counted}. Only these are anonymized and written."]


def _analysis(facts: Mapping[str, Any]) -> list[str]:
    """The findings in a table, riskiest sets of columns first; the JSON report lists all of them."""
    return [
        *_identifiers(facts["identifiers"]),
        *_sets(facts["quasi_identifiers"]),
        *_keys(facts["keys"]),
        SUPPRESSED[facts["keys"]["suppressed"]],
    ]


def _identifiers(hits: list[Mapping[str, Any]]) -> list[str]:
    if not hits:
        return ["No column looks like an identifier of the HIPAA Safe Harbor rule."]
    rows = [("column", "looks like", "by its", "certainty")]
    rows += [(hit["column"], hit["category"], hit["found_by"], percent(hit["confidence"])) for hit in hits]
    return ["Columns that look like identifiers of the HIPAA Safe Harbor rule:", table(rows)]


def _sets(found: Mapping[str, Any]) -> list[str]:
    riskiest = sorted(found["sets"], key=lambda risk: -risk["distinction"])[:MOST_SETS_SHOWN]
    rows = [("columns", "distinction", "separation", "unique")]
    rows += [
        (
            ", ".join(risk["attributes"]),
            percent(risk["distinction"]),
            percent(risk["separation"]),
            percent(risk["uniqueness"]),
        )
        for risk in riskiest
    ]
    lines = [
        f"Quasi-identifiers in sets of up to {found['largest']}, the riskiest of {len(found['sets']):,}:",
        table(rows),
    ]
    if found["left_out"]:
        lines.append(f"{found['left_out']:,} larger sets were not examined.")
    return lines


def _keys(found: Mapping[str, Any]) -> list[str]:
    by_size = ", ".join(f"{number:,} of {size}" for size, number in enumerate(found["by_size"], 1))
    singled_out = f"{found['records_with_keys']:,} records are singled out by up to {found['largest']} columns"
    return [f"{singled_out}: {found['number']:,} smallest combinations that are unique ({by_size})."]
