"""DuckDB reads a survey's folder as it is."""

import pytest
from patience import survey


def test_duckdb_reads_a_survey_as_it_is(tmp_path):
    import duckdb

    found = survey.run(tmp_path, "golf", deals=(1, 300), shard_size=32)
    shards = f"{tmp_path}/shards/*.parquet"
    counts = dict(
        duckdb.sql(f"SELECT outcome, count(*) FROM '{shards}' GROUP BY outcome").fetchall()
    )
    findings = found.findings()
    assert counts == {"solved": findings.solved, "impossible": findings.impossible}
    rows = duckdb.sql(f"SELECT * FROM '{shards}' ORDER BY deal")
    results = found.results()
    assert rows.columns == results.columns
    for index, name in enumerate(rows.columns):
        assert [row[index] for row in rows.fetchall()] == results[name], name
    types = dict(zip(rows.columns, map(str, rows.types)))
    assert (types["deal"], types["length"], types["cleared"]) == ("UBIGINT", "UINTEGER", "BOOLEAN")
    mean = duckdb.sql(f"SELECT avg(length) FROM '{shards}'").fetchall()
    assert mean[0][0] == pytest.approx(found.lengths().mean)
