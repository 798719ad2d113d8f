"""Many deals, and their columns."""

import patience
import pytest

DEALS = range(1, 301)


@pytest.fixture(scope="module")
def results():
    return patience.solve_many("golf", deals=DEALS)


def test_rows_come_in_the_order_of_the_deals(results):
    assert len(results) == 300 and results["deal"] == list(DEALS)
    for row in list(results)[:20]:
        solution = patience.solve("golf", row["deal"])
        assert (row["outcome"], row["length"]) == (solution.outcome, solution.length)
        assert (row["states"], row["proved"]) == (solution.states, solution.proved)


def test_threads_do_not_change_the_rows(results):
    def rows(results):
        return [{**row, "micros": 0} for row in results]

    for threads in (1, 3):
        again = patience.solve_many("golf", deals=list(DEALS), threads=threads)
        assert rows(again) == rows(results)
    some = patience.solve_many("golf", deals=(number for number in (7, 3, 7)))
    assert some["deal"] == [7, 3, 7]
    assert len(patience.solve_many("golf", deals=[])) == 0


def test_the_summary_counts(results):
    summary = results.summary()
    assert summary.deals == 300 == summary.solved + summary.impossible
    assert summary.solved == results["outcome"].count("solved")
    share = summary.share()
    assert share.low < float(share) == summary.solved / 300 < share.high
    assert str(summary.share(census=True)) == str(summary.solved / 300)
    lengths = summary.lengths()
    known = [length for length in results["length"] if length is not None]
    assert lengths.count == len(known) and lengths.mean == pytest.approx(sum(known) / len(known))
    assert (lengths.least, lengths.most) == (min(known), max(known))
    assert lengths.histogram[known[0]] == known.count(known[0])
    assert summary.hardest[0][1] == max(results["states"])


def test_limits_leave_unknown_rows():
    results = patience.solve_many("freecell", deals=[11982, 1], max_states=5)
    assert results["outcome"] == ["unknown"] * 2 and results["stop"] == ["states"] * 2
    assert results.summary().undecided == [1, 11982]


def test_numpy(results):
    numpy = pytest.importorskip("numpy")
    columns = results.to_numpy()
    assert list(columns) == results.columns
    assert columns["deal"].tolist() == results["deal"]
    assert columns["length"].dtype == numpy.uint32
    for name in ("outcome", "length", "cleared", "proved", "states", "micros", "score"):
        assert columns[name].tolist() == results[name], name


def test_pandas(results):
    pandas = pytest.importorskip("pandas")
    frame = results.to_pandas()
    assert list(frame.columns) == results.columns and str(frame.dtypes["length"]) == "UInt32"
    for name in results.columns:
        column = [None if pandas.isna(value) else value for value in frame[name]]
        assert column == results[name], name
    assert frame.groupby("outcome", observed=True).size().sum() == 300


def test_polars(results):
    polars = pytest.importorskip("polars")
    frame = results.to_polars()
    assert frame.columns == results.columns and frame["deal"].dtype == polars.UInt64
    for name in results.columns:
        assert frame[name].to_list() == results[name], name


def test_arrow(results, tmp_path):
    arrow = pytest.importorskip("pyarrow")
    table = results.to_arrow()
    assert table.column_names == results.columns
    assert table.schema.field("length").type == arrow.uint32()
    for name in results.columns:
        assert table[name].to_pylist() == results[name], name
    results.to_parquet(tmp_path / "golf.parquet")
    assert (tmp_path / "golf.parquet").read_bytes()[:4] == b"PAR1"


def test_progress_is_reported():
    seen = []
    patience.solve_many(
        "freecell",
        deals=range(1, 20_001),
        fast=True,
        progress=lambda done, all: seen.append((done, all)),
    )
    assert seen and all(all == 20_000 for _, all in seen)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_an_error_of_the_caller_ends_the_work():
    def fail(done, all):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        patience.solve_many("freecell", deals=range(1, 10**6), progress=fail)
    with pytest.raises(patience.Error, match="has deals 1 to"):
        patience.solve_many("golf", deals=[1, 0])
    with pytest.raises(patience.SettingError, match="did you mean `cells`"):
        patience.solve_many("freecell", deals=[1], celsl=2)
    with pytest.raises(KeyError, match="no column"):
        patience.solve_many("golf", deals=[1])["lenght"]
