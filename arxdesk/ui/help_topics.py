"""Help topics of the window: "page", or "page#Heading". A test checks that each exists."""

from __future__ import annotations

FIRST = "index"
OF_PERSPECTIVES = {"configure": "configuring", "explore": "exploring", "quality": "analyzing", "risk": "analyzing"}
"""The most relevant topic of each perspective."""

RECORDS = "configuring#The table"
INSPECTOR = "configuring#The attribute in focus"
ATTRIBUTES = "configuring#The list of attributes"
PRIVACY = "configuring#Privacy models"
LIMITS = "configuring#Limits and quality"
HIERARCHY = "hierarchies"
PERTURBATION = "perturbation"

FILTERS = "exploring#Filters"
LATTICE = "exploring#The lattice"
SCATTER = "frontier"
LIST = "exploring#List and tiles"
PINS = "exploring#Pins"

SEARCHING = "searching"
OPENING = "import-wizard"
LINKED_TABLES = "linked-tables"
EXPORTING = "exporting"
REPORTING = "exporting#The evidence report"
SETTINGS = "settings"
AUDIT_TRAIL = "projects#The audit trail"
LEDGER = "projects#The ledger"
FROM_ARX = "projects#Projects of ARX"


def of_perspective(perspective: str) -> str:
    """The topic of a perspective, by default the first page."""
    return OF_PERSPECTIVES.get(perspective, FIRST)


def of_privacy_model(model: str) -> str:
    """The page of a privacy model, by its name in a job."""
    return f"privacy/{model}"


def of_quality_model(model: str) -> str:
    """The page of a quality model, by its name in a job."""
    return f"quality/{model}"
