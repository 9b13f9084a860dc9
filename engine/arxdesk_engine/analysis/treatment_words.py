"""What becomes of an attribute that is not generalized, in words."""

from __future__ import annotations

from arxdesk_engine.data.schema import Role
from arxdesk_engine.job.attributes import AttributeSettings


def quasi_identifier(settings: AttributeSettings) -> str | None:
    """What a quasi-identifier shows instead of a label of its hierarchy; None where it shows that."""
    if settings.transformation == "suppress":
        return "* everywhere"
    if settings.is_aggregated:
        return f"{str(settings.function).replace('-', ' ')} of each group"
    return None


def identifier(settings: AttributeSettings) -> str:
    """What an identifying attribute shows."""
    if settings.role is not Role.IDENTIFYING:
        raise ValueError("only identifying attributes are masked")
    method = "suppress" if settings.transformation == "suppress" else settings.masking.method
    return {"redact": "is redacted", "pseudonym": "is replaced by pseudonyms"}.get(method, "reads * everywhere")
