"""What roles of columns are called."""

from __future__ import annotations

from arxdesk.ui.widgets.fields.segmented import Option
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import marked, tr, tr_n

_TITLES: dict[Role, str] = {
    Role.IDENTIFYING: marked("Identifying"),
    Role.QUASI_IDENTIFYING: marked("Quasi-identifying"),
    Role.SENSITIVE: marked("Sensitive"),
    Role.INSENSITIVE: marked("Insensitive"),
}
_WORDS: dict[Role, str] = {
    Role.IDENTIFYING: marked("identifying"),
    Role.QUASI_IDENTIFYING: marked("quasi-identifying"),
    Role.SENSITIVE: marked("sensitive"),
    Role.INSENSITIVE: marked("insensitive"),
}
_COLORS: dict[Role, str] = {
    Role.IDENTIFYING: "role.identifying",
    Role.QUASI_IDENTIFYING: "role.quasi",
    Role.SENSITIVE: "role.sensitive",
    Role.INSENSITIVE: "role.insensitive",
}


def role_title(role: Role) -> str:
    """The name of a role where it stands alone: "Quasi-identifying"."""
    return tr(_TITLES[role])


def role_word(role: Role) -> str:
    """The name of a role within a sentence: "quasi-identifying"."""
    return tr(_WORDS[role])


def number_of_role(role: Role | None, number: int) -> str:
    """A number of columns with a role, or without any (None): "2 quasi-identifying", "1 not decided"."""
    match role:
        case Role.IDENTIFYING:
            return tr_n(number, "{n} identifying", "{n} identifying")
        case Role.QUASI_IDENTIFYING:
            return tr_n(number, "{n} quasi-identifying", "{n} quasi-identifying")
        case Role.SENSITIVE:
            return tr_n(number, "{n} sensitive", "{n} sensitive")
        case Role.INSENSITIVE:
            return tr_n(number, "{n} insensitive", "{n} insensitive")
        case None:
            return tr_n(number, "{n} not decided", "{n} not decided")


def role_options() -> list[Option]:
    """The roles to choose from, each in its color."""
    return [Option(role.value, role_title(role), color, f"{color}.soft") for role, color in _COLORS.items()]
