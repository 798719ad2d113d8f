"""Ray over three hosts, with kill -9 of everything that can be killed."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from folders import digests, shards
from hosts import Hosts, until
from patience import survey

QUESTION = ["freecell", "--fast", "--deals", "1..393216", "--shard-size", "8192"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="network namespaces need root"),
]

# Ray makes its workers nice; on a busy machine they would hardly run.
PLACE = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "RAY_worker_niceness": "0"}


class Cluster(Hosts):
    """Ray on the hosts, one core each; host 0 has the coordinator."""

    def ray(self, host, *words):
        line = [Path(sys.executable).with_name("ray"), "start", *words]
        line += [f"--node-ip-address={self.address(host)}", "--num-cpus=1"]
        line += ["--object-store-memory=80000000", "--disable-usage-stats"]
        self.run(host, *line, env=PLACE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def begin(self):
        # A short path: names of sockets have at most 107 characters.
        self.place = tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True)
        head = ["--head", "--port=6379", "--include-dashboard=false"]
        self.ray(0, *head, f"--temp-dir={self.place.name}")
        for host in range(1, self.count):
            self.join(host)

    def join(self, host):
        self.ray(host, f"--address={self.address(0)}:6379")

    def driver(self, folder, log):
        line = [sys.executable, "-m", "patience", "survey", "run", folder, *QUESTION]
        line += ["--ray", f"{self.address(0)}:6379"]
        return self.start(0, *line, env=PLACE, stdout=log, stderr=log)


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    return survey.run(
        tmp_path_factory.mktemp("alone"),
        "freecell", fast=True, deals=(1, 393216), shard_size=8192,
    )


def test_whatever_is_killed_the_result_is_that_of_one_process(alone, tmp_path):
    folder = tmp_path / "survey"
    with Cluster(3) as cluster, open(tmp_path / "log", "w+") as log:
        cluster.begin()

        def waits_for(count, driver):
            until(lambda: shards(folder) >= count or driver.poll() is not None, 240, f"{count} shards")
            assert driver.poll() is None, (tmp_path / "log").read_text()

        driver = cluster.driver(folder, log)
        waits_for(4, driver)
        cluster.kill(1, "ray::compute_shard")  # a worker
        waits_for(10, driver)
        cluster.kill(1, "raylet/raylet")  # a node
        waits_for(16, driver)
        cluster.stop(1)
        cluster.join(1)  # it comes back while the survey runs
        waits_for(20, driver)
        driver.kill()  # the driver
        driver.wait()
        before = shards(folder)
        driver = cluster.driver(folder, log)
        waits_for(before + 3, driver)
        cluster.kill(0, "gcs_server")  # the coordinator
        # What is in work may still arrive; then the driver gives up, or is done.
        until(lambda: driver.poll() is not None, 240, "end of the driver")
        for host in range(3):
            cluster.stop(host)
        assert shards(folder) >= before + 3
        cluster.begin()
        driver = cluster.driver(folder, log)
        until(lambda: driver.poll() is not None, 300, "end of the survey")
        assert driver.returncode == 0, (tmp_path / "log").read_text()

        log.flush()
        shown = (tmp_path / "log").read_text()
        assert "raylet" not in shown, shown
        assert "(raylet)" in (folder / "ray.log").read_text()
    found = survey.open(folder)
    assert found.is_complete and found.digest == alone.digest
    assert digests(folder) == digests(alone.path)


def test_ctrl_c_ends_a_run_on_ray_and_nothing_is_lost(alone, tmp_path):
    folder = tmp_path / "survey"
    with Cluster(2) as cluster, open(tmp_path / "log", "w+") as log:
        cluster.begin()
        driver = cluster.driver(folder, log)
        until(lambda: shards(folder) >= 2 or driver.poll() is not None, 120, "shards")
        driver.send_signal(signal.SIGINT)
        start = time.monotonic()
        assert driver.wait(60) == 130
        assert time.monotonic() - start < 20
        assert "interrupted; the same line goes on" in (tmp_path / "log").read_text()
    assert survey.run(folder).digest == alone.digest
