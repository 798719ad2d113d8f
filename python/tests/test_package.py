"""The package itself: types, examples, speed, what it needs."""

import doctest
import importlib
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import patience
import pytest

ROOT = Path(__file__).parents[2]
PYPROJECT = str(ROOT / "pyproject.toml")


def test_the_installed_package_is_tested():
    assert ROOT / "python" not in Path(patience.__file__).parents
    assert (Path(patience.__file__).parent / "py.typed").exists()


def test_the_stubs_are_true():
    run = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "patience"]
        + ["--ignore-disjoint-bases", "--mypy-config-file", PYPROJECT],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_types_are_right():
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", PYPROJECT, "-p", "patience"],
        capture_output=True,
        text=True,
        cwd=ROOT / "python" / "tests",
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("name", ["patience", "patience._results", "patience.survey"])
def test_the_examples_of_the_modules_are_true(name):
    module = importlib.import_module(name)
    failed, tried = doctest.testmod(module)
    assert tried > 0 and failed == 0


@pytest.mark.parametrize("page", ["README.md", "python/README.md", "docs/src/guide/python.md"])
def test_the_examples_of_the_pages_are_true(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    # A fence ends an example as an empty line does.
    text = (ROOT / page).read_text().replace("\n```\n", "\n\n")
    examples = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    assert len(examples.examples) == len(re.findall(r"^>>> ", text, re.M)) > 0
    # Every block of Python is an example.
    assert all(block.startswith(">>>") for block in re.findall(r"```python\n(.*)", text))
    assert doctest.DocTestRunner(optionflags=flags).run(examples).failed == 0


def test_importing_is_quick_and_needs_nothing_else():
    script = """if True:
        import sys, time
        before = set(sys.modules)
        start = time.process_time()
        import patience
        print(time.process_time() - start)
        patience.solve("golf", 1)
        print(*{name.partition(".")[0] for name in set(sys.modules) - before})
    """
    times = []
    for _ in range(5):
        run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
        lines = run.stdout.splitlines()
        times.append(float(lines[0]))
        heavy = {"numpy", "pandas", "polars", "pyarrow", "ray", "IPython", "asyncio", "json"}
        assert not heavy & set(lines[1].split())
    assert min(times) < 0.020, times


def processor_time(line):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(line, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def test_many_deals_take_no_longer_than_in_the_command():
    binary = os.environ.get("PATIENCE_BINARY")
    assert binary, "./test says where the command is"
    deals = 32_000
    script = f"import patience; patience.solve_many('freecell', range(1, {deals + 1}), fast=True, threads=1)"
    theirs = [binary, "batch", "freecell", "--fast", "--deals", f"1..{deals}", "--threads", "1"]
    ours = [sys.executable, "-c", script]
    # By turns, and the least of each: other work on the machine only adds.
    times = [(processor_time([*theirs, "--format", "summary"]), processor_time(ours)) for _ in range(3)]
    command, package = (min(column) for column in zip(*times))
    assert package < 1.1 * command, times
