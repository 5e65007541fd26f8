"""What a run has shown that a reader can take: tables with their pictures and code."""

from dataclasses import dataclass

import pandas as pd

from components.kit.run_record import Picture, RunRecord, Table
from pages.take_away.code import Code, CodeElsewhere


@dataclass(frozen=True)
class Takeaway:
    """What can be taken: a table, its picture where it has one, and the code that makes it."""

    key: str  # of the picture, else of the table
    picture: Picture | None
    table: Table
    code: Code | CodeElsewhere

    @property
    def label(self) -> str:
        """Its key as words."""
        return self.key.replace("_", " ").capitalize()

    def frame(self) -> pd.DataFrame:
        """Its table, made now."""
        return pd.DataFrame(self.table())


def takeaways(record: RunRecord) -> list[Takeaway]:
    """Pictures with their tables in the order in which they were shown, then tables that belong to none."""
    tables = {key: record.table_of(key) for key in record.pictures}
    tables |= {key: key for key in record.tables if key not in tables.values()}
    return [
        Takeaway(key, record.pictures.get(key), record.tables[table], record.codes[table])
        for key, table in tables.items()
        if table
    ]
