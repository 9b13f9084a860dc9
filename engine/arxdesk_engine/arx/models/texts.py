"""The privacy models as `config.xml` writes them, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from arxdesk_engine.arx.files.configuration import CONFIG_XML
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.models.values import SUBSET_ITSELF, arx_forms, stated
from arxdesk_engine.foundation.errors import quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.privacy.arx_forms import ArxText, Values

_PLACE = f"{CONFIG_XML}, criteria"


def text_models(texts: Iterable[str], findings: Findings) -> Iterator[Values]:
    """The models that texts name; parameters they leave out are reported."""
    known = [(model, form) for model, arx in arx_forms() for form in arx.texts]
    for text in texts:
        if text.lower() == SUBSET_ITSELF.lower():
            continue
        readings = ((model, form, _match(form, text)) for model, form in known)
        reading = next(((model, form, found) for model, form, found in readings if found is not None), None)
        if reading is None:
            what = tr("the privacy model {name} is not known", name=quoted(text))
            findings.leave_out(_PLACE, what, tr("Choose one that protects against the same."))
            continue
        model, form, found = reading
        if form.missing:
            missing = tr(form.missing, text=quoted(text))
            findings.leave_out(_PLACE, tr("{parameter} is missing", parameter=missing), tr(form.usual))
        yield stated(model, form.values(found))


def _match(form: ArxText, text: str) -> re.Match[str] | None:
    return re.fullmatch(form.pattern, text, re.IGNORECASE | re.DOTALL)
