"""Where the tables and views of a database are: their names, their schemas, their columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arxdesk_engine.foundation.errors import InvalidData, Problem, suggestion
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.io.databases.connection import table_not_found

if TYPE_CHECKING:
    from sqlalchemy import Connection

_SYSTEM_SCHEMAS = frozenset(("information_schema", "pg_catalog", "pg_toast", "mysql", "performance_schema", "sys"))


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A table or view, and the schema that it is in; None: the default."""

    schema: str | None
    name: str
    is_view: bool

    @property
    def shown(self) -> str:
        """Its name as a job has it."""
        return self.name if self.schema is None else f"{self.schema}.{self.name}"


def places(connection: Connection) -> list[TablePlace]:
    """The tables and views: those of the default schema first, then those of the others."""
    import sqlalchemy as sa  # noqa: PLC0415

    inspector = sa.inspect(connection)
    usual = inspector.default_schema_name
    others = [] if connection.dialect.name == "sqlite" else inspector.get_schema_names()
    schemas = [None, *(name for name in others if name != usual and name.lower() not in _SYSTEM_SCHEMAS)]
    found = []
    for schema in schemas:
        views = list(inspector.get_view_names(schema=schema))
        if connection.dialect.name == "postgresql":
            views += inspector.get_materialized_view_names(schema=schema)
        found += [TablePlace(schema, name, is_view=False) for name in sorted(inspector.get_table_names(schema=schema))]
        found += [TablePlace(schema, name, is_view=True) for name in sorted(views)]
    return found


def table_in(connection: Connection, shown: str, name: str | None) -> TablePlace:
    """The table or view with a name, or the only one. Raises InvalidData, where `shown` names the database."""
    import sqlalchemy as sa  # noqa: PLC0415

    found = places(connection)
    names = [place.shown for place in found]
    if name is None:
        if len(found) != 1:
            problem = tr("there are {n} tables and views", n=whole(len(found))) if found else tr("there is no table")
            remedy = (
                tr("Choose one to read: {names}.", names=", ".join(names[:20]))
                if found
                else tr("Choose another database.")
            )
            raise InvalidData(Problem(shown, problem, remedy))
        return found[0]
    if name in names:
        return found[names.index(name)]
    # The usual schema may be named as well.
    usual = sa.inspect(connection).default_schema_name
    same = [place for place in found if place.schema is None and name == f"{usual}.{place.name}"]
    if same:
        return same[0]
    raise table_not_found(shown, name, suggestion(name, names))


def name_in_statements(connection: Connection, place: TablePlace) -> str:
    """The name of a table or view as a statement has it."""
    quote = connection.dialect.identifier_preparer.quote_identifier
    return ".".join(quote(each) for each in (place.schema, place.name) if each is not None)


def column_names(connection: Connection, table: TablePlace) -> list[str]:
    """The names of the columns. Their types are not read: SQLAlchemy does not know all of them."""
    quote = connection.dialect.identifier_preparer.quote_identifier
    if connection.dialect.name == "sqlite":  # which would compute the whole of a view to show nothing of it
        rows = connection.exec_driver_sql(f"PRAGMA table_xinfo({quote(table.name)})")
        return [str(row[1]) for row in rows if row[6] != 1]
    import sqlalchemy as sa  # noqa: PLC0415

    schema = None if table.schema is None else sa.sql.quoted_name(table.schema, quote=True)
    source = sa.table(sa.sql.quoted_name(table.name, quote=True), schema=schema)
    return list(connection.execute(sa.select(sa.text("*")).select_from(source).limit(0)).keys())
