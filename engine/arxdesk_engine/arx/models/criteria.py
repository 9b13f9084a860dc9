"""The privacy models of ARX's library, its criteria, by the names of their classes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arxdesk_engine.arx.files.configuration import CONFIG_OBJECTS
from arxdesk_engine.arx.files.java_values import Instance
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.models.values import SUBSET_ITSELF, arx_forms, stated
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.privacy.arx_forms import Values


def criteria_models(criteria: Iterable[object], findings: Findings) -> Iterator[Values]:
    """The models of a set of criteria, in the order of their names and attributes."""
    instances = (each for each in criteria if isinstance(each, Instance) and each.name != SUBSET_ITSELF)
    criteria = {name: (model, values_of) for model, arx in arx_forms() for name, values_of in arx.criteria.items()}
    for each in sorted(instances, key=lambda each: (each.name, f"{each.get('attribute')}")):
        if each.name not in criteria:
            found = tr("the privacy model {name} is not known", name=each.name)
            findings.leave_out(f"{CONFIG_OBJECTS}, criteria", found, tr("Choose one that protects against the same."))
            continue
        model, values_of = criteria[each.name]
        yield stated(model, values_of(each))
