"""The treatments other than generalization, in words."""

from __future__ import annotations

from arxdesk_engine.data.schema import Role
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job


def quasi_identifier(settings: AttributeSettings) -> str | None:
    """The treatment of a quasi-identifier that is not generalized, else None."""
    if settings.transformation == "suppress":
        return "* everywhere"
    if settings.is_aggregated:
        return f"{str(settings.function).replace('-', ' ')} of each group"
    return None


def identifier(settings: AttributeSettings, *, links: bool = False) -> str:
    """The treatment of an identifying attribute; `links`: it is a key of linked tables."""
    if settings.role is not Role.IDENTIFYING:
        raise ValueError("only identifying attributes are masked")
    method = "suppress" if settings.transformation == "suppress" else settings.masking.method
    hidden = "is replaced by numbers in the files" if links else "reads * everywhere"
    return {"redact": "is redacted", "pseudonym": "is replaced by pseudonyms"}.get(method, hidden)


def perturbed(job: Job, name: str) -> str | None:
    """What is done to the cells of a column at the end; None: nothing."""
    asked = job.perturbation_of(name)
    return None if asked is None else f"perturbed ({asked.title})"
