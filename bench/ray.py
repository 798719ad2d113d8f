"""How busy does Ray keep two hosts of one core?

    python bench/ray.py [SHARDS [DEALS A SHARD]]        as root, with Ray installed

Two hosts, network namespaces with a core each, compute a survey. Other work on the
machine slows everything down alike, so two ratios are measured that do not depend
on it: the share of the time in which a host's worker has deals to solve, and the
share of the processor time that the deals get. Their product is the rate compared
with that of the two cores alone.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "python/tests"))
from test_ray import PLACE, Cluster  # noqa: E402


def ticks(pid):
    """The processor time of a process, in seconds."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


class Pinned(Cluster):
    """Each host has a core of its own."""

    def on(self, host, *words):
        return super().on(host, "taskset", "--cpu-list", host % os.cpu_count(), *words)


DRIVER = """
import sys, time
from patience import survey
start = time.monotonic()
found = survey.run(sys.argv[1], "tripeaks", goal="score", deals=(1, int(sys.argv[2])),
                   shard_size=int(sys.argv[3]), ray=sys.argv[4])
first = min(path.stat().st_mtime for path in found.path.glob("shards/*"))
print(time.monotonic() - start, found.findings().seconds)
"""


def main(shards=12, size=1536):
    with Pinned(2) as cluster, tempfile.TemporaryDirectory() as folder:
        cluster.begin()
        line = [sys.executable, "-c", DRIVER, folder, shards * size, size, f"{cluster.address(0)}:6379"]
        daemons = {pid: ticks(pid) for host in (0, 1) for pid in cluster.processes(host)}
        import subprocess

        driver = cluster.start(0, *line, env=PLACE, stdout=subprocess.PIPE, text=True)
        used = {}
        while driver.poll() is None:
            for host in (0, 1):
                for pid in cluster.processes(host):
                    name = Path(f"/proc/{pid}/cmdline")
                    try:
                        kind = "worker" if name.read_text().startswith(("ray::comp", "ray::IDLE")) else "other"
                    except OSError:
                        continue
                    before = used.get(pid, (kind, 0.0))
                    kind = "worker" if "worker" in (kind, before[0]) else kind
                    used[pid] = kind, ticks(pid) - daemons.get(pid, 0.0)
            time.sleep(0.5)
        elapsed, seconds = map(float, driver.stdout.read().split())
        sums = {kind: sum(time for one, time in used.values() if one == kind) for kind in ("worker", "other")}
        busy = seconds / (2 * elapsed)
        share = sums["worker"] / (sums["worker"] + sums["other"])
        print(f"{shards} shards, {seconds / shards:.1f} s each on the clock, {elapsed:.1f} s in all, two hosts")
        print(f"workers had deals to solve in {100 * busy:.1f}% of the time")
        print(f"processor: workers {sums['worker']:.1f} s, all else {sums['other']:.1f} s: {100 * share:.1f}%")
        print(f"rate: {100 * busy * share:.1f}% of that of the two cores")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
