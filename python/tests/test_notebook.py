"""The notebook of the guide runs, and shows pictures and a bar."""

from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).parents[2] / "docs/src/guide/python.ipynb"


@pytest.mark.slow
def test_the_notebook_runs_and_shows_pictures(tmp_path):
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "it is kept without outputs"
    # Many more deals, so that the bar has time to appear.
    for cell in notebook.cells:
        cell.source = cell.source.replace("range(1, 5001)", "range(1, 30001)")
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": tmp_path}}).execute()
    shown = [
        output.get("data", {})
        for cell in notebook.cells
        for output in cell.get("outputs", [])
    ]
    pictures = [data for data in shown if "image/svg+xml" in data]
    assert len(pictures) == 4
    bars = [data["text/html"] for data in shown if "<progress" in data.get("text/html", "")]
    assert bars and "30,000 of 30,000 deals" in bars[0]
