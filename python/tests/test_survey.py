"""Surveys: the folder is the truth, whoever computes its shards."""

import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor

import patience
import pytest
from folders import digests
from patience import survey

QUESTION = {"game": "golf", "deals": (1, 400), "shard_size": 16}


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The survey as one thread of this process makes it."""
    return survey.run(tmp_path_factory.mktemp("alone"), **QUESTION, threads=1)


def test_a_survey_answers_and_resumes(alone):
    assert alone.is_complete and alone.shards == (25, 25)
    assert alone.question == "Golf, goal board: deals 1 to 400"
    assert alone.plan["deals"] == {"first": 1, "last": 400}
    again = survey.run(alone.path)
    assert again.digest == alone.digest == survey.open(alone.path).digest
    results = patience.solve_many("golf", deals=range(1, 401))
    assert results.summary().solved == alone.findings().solved
    assert alone.results()["length"] == results["length"]
    assert alone.share().value == results.summary().share().value
    assert alone.lengths().histogram == results.summary().lengths().histogram


def test_another_question_for_the_same_folder_is_refused(alone):
    with pytest.raises(patience.SurveyError, match="holds another survey"):
        survey.run(alone.path, "golf", deals=(1, 401), shard_size=16)
    with pytest.raises(patience.SurveyError, match="is not a survey"):
        survey.open(alone.path / "shards")
    with pytest.raises(TypeError, match="either `deals` or `sample`"):
        survey.run(alone.path / "new", "golf")


def test_processes_find_the_same_digest_by_digest(alone, tmp_path):
    with ProcessPoolExecutor(2) as executor:
        found = survey.run(tmp_path, **QUESTION, executor=executor)
    assert found.is_complete and found.digest == alone.digest
    assert digests(tmp_path) == digests(alone.path)
    assert (tmp_path / "plan.json").read_bytes() == (alone.path / "plan.json").read_bytes()
    assert not list((tmp_path / "open").iterdir())


def test_a_killed_process_loses_nothing(alone, tmp_path):
    plan = tmp_path / "plan"
    with ProcessPoolExecutor(2) as executor:
        for process in [executor.submit(os.getpid).result()]:
            os.kill(process, signal.SIGKILL)
        with pytest.raises(patience.SurveyError, match="the same call goes on"):
            # The pool notices now or with the first shards.
            survey.run(plan, **QUESTION, executor=executor)
    with ThreadPoolExecutor(2) as executor:
        assert survey.run(plan, executor=executor).digest == alone.digest


class Slow(ThreadPoolExecutor):
    """Remembers how many shards were in work at most."""

    most = running = 0

    def submit(self, fn, /, *args):
        future = super().submit(fn, *args)
        self.running += 1
        self.most = max(self.most, self.running)
        future.add_done_callback(lambda _: setattr(self, "running", self.running - 1))
        return future


def test_at_most_four_shards_a_core_are_in_flight(alone, tmp_path):
    with Slow(2) as executor:
        found = survey.run(tmp_path, **QUESTION, executor=executor)
    assert 2 <= executor.most <= 8 and found.digest == alone.digest


class Liar:
    """Gives back another shard than it was asked for."""

    def submit(self, fn, plan, shard):
        future = Future()
        future.set_result(fn(plan, (shard + 1) % 25))
        return future


def test_rows_that_do_not_belong_are_not_believed(tmp_path):
    with pytest.raises(patience.SurveyError, match="belongs to another survey or place"):
        survey.run(tmp_path, **QUESTION, executor=Liar())
    assert not list((tmp_path / "shards").iterdir())
    damaged = bytearray(survey.compute_shard((tmp_path / "plan.json").read_text(), 0))
    damaged[200] ^= 255
    intake = patience._native.Folder.open(tmp_path).intake()
    with pytest.raises(patience.SurveyError, match="damaged"):
        intake.accept(0, bytes(damaged))
    assert not list((tmp_path / "shards").iterdir())


def test_a_shard_that_comes_twice_is_equal(alone, tmp_path):
    shutil.copytree(alone.path, tmp_path, dirs_exist_ok=True)
    intake = patience._native.Folder.open(tmp_path).intake()
    assert intake.missing() == [] and intake.progress()[:2] == (400, 400)
    intake.accept(3, survey.compute_shard((tmp_path / "plan.json").read_text(), 3))
    assert survey.open(tmp_path).digest == alone.digest
    with pytest.raises(patience.SurveyError, match="there is no shard 25"):
        survey.compute_shard((tmp_path / "plan.json").read_text(), 25)


def test_parts_and_narrow_intervals(alone, tmp_path):
    part = survey.run(tmp_path, **QUESTION, part="1/5")
    assert part.shards == (5, 25) and "5 of 25 shards" in repr(part)
    with ThreadPoolExecutor(2) as executor:
        part = survey.run(tmp_path, part="2/5", executor=executor)
    assert part.shards == (10, 25)
    with pytest.raises(patience.SurveyError, match="not a part"):
        survey.run(tmp_path, part="5/5")
    assert survey.run(tmp_path).digest == alone.digest
    with ThreadPoolExecutor(2) as executor:
        narrow = survey.run(tmp_path / "narrow", **QUESTION, executor=executor, until=0.2)
    assert not narrow.is_complete
    share = narrow.share()
    assert share.high - share.low <= 0.2


def test_pictures_report_and_frames(alone, tmp_path):
    assert alone.plot()._repr_svg_().startswith("<svg xmlns=")
    alone.plot("length").save(tmp_path / "length.svg")
    assert "<style>" in (tmp_path / "length.svg").read_text()
    with pytest.raises(patience.SurveyError, match="no picture of `cheats`"):
        alone.plot("cheats")
    html = alone.report(tmp_path / "report.html").read_text()
    assert "Golf, goal board" in html and alone.report().name == "report.html"
    frame = alone.to_polars()
    assert frame["deal"].to_list() == list(range(1, 401))
    assert frame["length"].to_list() == alone.results()["length"]
    assert len(alone.to_pandas()) == 400 == len(alone.to_numpy()["deal"])


def test_a_sample_is_the_same_for_the_same_seed(tmp_path):
    one = survey.run(tmp_path / "one", "golf", sample=20, seed=3)
    two = survey.run(tmp_path / "two", "golf", sample=20, seed=3)
    assert one.results()["deal"] == two.results()["deal"] and len(one.results()) == 20


def command(*words):
    return [sys.executable, "-m", "patience", *map(str, words)]


def test_the_module_is_a_command(alone, tmp_path):
    line = command("survey", "run", tmp_path, "golf", "--deals", "1..400", "--shard-size", 16)
    run = subprocess.run(line, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0 and alone.digest[:12] in run.stdout
    status = subprocess.run(
        command("survey", "status", tmp_path), capture_output=True, text=True, timeout=60
    )
    assert status.stdout == run.stdout
    wrong = subprocess.run(
        command("survey", "run", tmp_path, "golf", "--deals", "1..9"),
        capture_output=True, text=True, timeout=60,
    )
    assert wrong.returncode == 2 and wrong.stderr.startswith("error: ")
    games = subprocess.run(command("games"), capture_output=True, text=True, timeout=60)
    assert "freecell" in games.stdout


def test_the_command_and_the_module_write_the_same_survey(alone, tmp_path):
    binary = os.environ.get("PATIENCE_BINARY")
    assert binary, "./test says where the command is"
    line = [binary, "survey", "run", tmp_path, "golf", "--deals", "1..400", "--shard-size", "16"]
    subprocess.run(line, check=True, capture_output=True, timeout=60)
    assert (tmp_path / "plan.json").read_bytes() == (alone.path / "plan.json").read_bytes()
    assert digests(tmp_path) == digests(alone.path)


def test_kill_9_of_the_command_at_any_moment_loses_nothing(tmp_path):
    line = command("survey", "run", tmp_path, "golf", "--deals", "1..4000", "--shard-size", 64)
    for turn in range(4):
        run = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.3 + 0.1 * turn)
        run.kill()
        run.wait()
    found = survey.run(tmp_path)
    assert found.is_complete
    assert found.results()["deal"] == list(range(1, 4001))
