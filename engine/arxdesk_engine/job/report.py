"""The section [report] of a job: how its evidence report is arranged."""

from __future__ import annotations

from pydantic import field_validator

from arxdesk_engine.foundation.errors import UnfitValue, quoted, suggestion
from arxdesk_engine.foundation.language import ENGLISH, LANGUAGES, LanguageCode, tr
from arxdesk_engine.job.attributes import Section

FORMS = ("iso-27559", "wp29", "ema", "hipaa", "ico")
"""The standards and guidelines whose points a report can follow."""


class ReportSettings(Section):
    """`form` is one of FORMS; "" for a report by the sections of its own. `language` is that of its texts."""

    form: str = ""
    language: LanguageCode = ENGLISH

    @field_validator("form")
    @classmethod
    def _known_form(cls, value: str) -> str:
        if value and value not in FORMS:
            raise UnfitValue(tr("there is no form {value}", value=quoted(value)), suggestion(value, FORMS))
        return value

    @field_validator("language", mode="before")
    @classmethod
    def _known_language(cls, value: object) -> object:
        if value not in LANGUAGES:
            raise UnfitValue(
                tr("there is no report in {value}", value=quoted(str(value))), suggestion(str(value), LANGUAGES)
            )
        return value
