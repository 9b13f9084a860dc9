"""The treatments other than generalization, in words."""

from __future__ import annotations

from typing import Literal

from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job

Masked = Literal["suppress", "numbers", "redact", "pseudonym"]
"""What is done to identifying columns: numbers stand for the keys of linked tables."""
_MASKED: dict[Masked, str] = {
    "suppress": marked("reads * everywhere"),
    "numbers": marked("is replaced by numbers in the files"),
    "redact": marked("is redacted"),
    "pseudonym": marked("is replaced by pseudonyms"),
}
_OF_GROUPS = {
    "arithmetic-mean": marked("arithmetic mean of each group"),
    "geometric-mean": marked("geometric mean of each group"),
    "median": marked("median of each group"),
    "mode": marked("mode of each group"),
    "interval": marked("interval of each group"),
    "set": marked("set of each group"),
}


def quasi_identifier(settings: AttributeSettings) -> str | None:
    """The treatment of a quasi-identifier that is not generalized, else None."""
    if settings.transformation == "suppress":
        return tr("* everywhere")
    if settings.is_aggregated:
        return tr(_OF_GROUPS[str(settings.function)])
    return None


def masked_as(settings: AttributeSettings, *, links: bool = False) -> Masked:
    """What is done to an identifying attribute; `links`: it is a key of linked tables."""
    if settings.role is not Role.IDENTIFYING:
        raise ValueError("only identifying attributes are masked")
    if settings.transformation == "suppress" or settings.masking.method == "suppress":
        return "numbers" if links else "suppress"
    return settings.masking.method


def identifier(settings: AttributeSettings, *, links: bool = False) -> str:
    """The same in words: "is redacted"."""
    return tr(_MASKED[masked_as(settings, links=links)])


def of_columns(masked: Masked, columns: str, number: int) -> str:
    """What is done to some identifying columns: "identifying name and ssn are redacted"."""
    match masked:
        case "redact":
            return tr_n(
                number, "identifying {columns} is redacted", "identifying {columns} are redacted", columns=columns
            )
        case "pseudonym":
            return tr_n(
                number,
                "identifying {columns} is replaced by pseudonyms",
                "identifying {columns} are replaced by pseudonyms",
                columns=columns,
            )
        case "numbers":
            return tr_n(
                number,
                "identifying {columns} is replaced by numbers in the files",
                "identifying {columns} are replaced by numbers in the files",
                columns=columns,
            )
        case "suppress":
            return tr_n(
                number,
                "identifying {columns} reads * everywhere",
                "identifying {columns} read * everywhere",
                columns=columns,
            )


def perturbed(job: Job, name: str) -> str | None:
    """What is done to the cells of a column at the end; None: nothing."""
    asked = job.perturbation_of(name)
    return None if asked is None else tr("perturbed ({method})", method=asked.title)
