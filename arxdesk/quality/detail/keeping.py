"""A result that keeps what the present one has lost: one level less is allowed, and the search begins anew."""

from __future__ import annotations

from arxdesk.analysis.analysis import Analysis
from arxdesk.core.commands import ChangeAttributes
from arxdesk_engine.analysis.detail.kept import kept_details
from arxdesk_engine.foundation.messages import told


def lost_attributes(analysis: Analysis) -> tuple[str, ...]:
    """Of what nothing is left and something could be: in another transformation, as the configuration is now.

    The one with the greatest weight comes first.
    """
    output, document = analysis.output, analysis.document
    if output is None or not output.policy.tells_alternatives:
        return ()
    details = kept_details(output)
    names = [
        detail.name
        for detail in details
        if detail.lost and not detail.treatment and highest_allowed(analysis, detail.name) is not None
    ]
    return tuple(sorted(names, key=lambda name: -document.settings_of(name).weight))


def highest_allowed(analysis: Analysis, name: str) -> int | None:
    """The highest level of an attribute below that which is applied; None where none may be chosen."""
    output, document = analysis.output, analysis.document
    if output is None or name not in output.quasi_identifiers or name not in document.hierarchies:
        return None
    applied = output.applied.output.levels[output.quasi_identifiers.index(name)]
    highest = min(applied, document.hierarchies[name].levels - 1) - 1
    return highest if highest >= document.settings_of(name).minimum_level else None


def keep_attribute(analysis: Analysis, name: str) -> None:
    """Limit the level of an attribute, as a step that can be undone, and ask to search again."""
    document, highest = analysis.document, highest_allowed(analysis, name)
    if highest is None or document.locked:
        return
    settings = document.settings_of(name)
    if settings.maximum_level is None or settings.maximum_level > highest:
        limited = settings.model_copy(update={"maximum_level": highest})
        document.push(
            ChangeAttributes(
                document, {name: limited}, told("Keep {name}: at most level {level}", name=name, level=highest)
            )
        )
    analysis.wishes.anonymize()
