"""`--part` in what people have: GNU parallel, a Slurm array."""

import os
import shutil
import subprocess
import time

import pytest
from folders import digests, shards
from hosts import Hosts, until
from patience import survey

pytestmark = pytest.mark.slow

QUESTION = ["freecell", "--fast", "--deals", "1..65536", "--shard-size", "2048"]


def command():
    binary = os.environ.get("PATIENCE_BINARY")
    assert binary, "./test says where the command is"
    return binary


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    return survey.run(
        tmp_path_factory.mktemp("alone"), "freecell", fast=True, deals=(1, 65536), shard_size=2048
    )


@pytest.mark.skipif(not shutil.which("parallel"), reason="needs GNU parallel")
def test_gnu_parallel_does_the_parts_and_repeats_a_killed_one(alone, tmp_path):
    folder = tmp_path / "survey"
    part = f"{command()} survey run {folder} {' '.join(QUESTION)} --threads 1 --part"
    # The first try of part 3 ends with kill -9 while it works.
    script = tmp_path / "part"
    script.write_text(
        "#!/bin/sh\n"
        f"if [ $1 = 3 ] && mkdir {tmp_path}/killed; then\n"
        f"  {part} 3/8 & sleep 0.3; kill -9 $!; exit 1\n"
        "fi\n"
        f"exec {part} $1/8\n"
    )
    script.chmod(0o755)
    line = ["parallel", "--will-cite", "--jobs", "2", "--retries", "3", script, ":::", *"01234567"]
    subprocess.run(line, check=True, capture_output=True, timeout=300)
    assert (tmp_path / "killed").exists()
    assert survey.open(folder).digest == alone.digest
    assert digests(folder) == digests(alone.path)


CONFIGURATION = """
ClusterName=patience
SlurmctldHost={host}0({first})
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/linear
ReturnToService=2
SlurmdTimeout=10
StateSaveLocation={place}/state
SlurmdSpoolDir={place}/spool.%n
SlurmctldPidFile={place}/slurmctld.pid
SlurmdPidFile={place}/slurmd.%n.pid
SlurmctldLogFile={place}/slurmctld.log
SlurmdLogFile={place}/slurmd.%n.log
SlurmctldPort=6817
SlurmdPort=6818
{nodes}
PartitionName=all Nodes={host}[1-2] Default=YES MaxTime=INFINITE State=UP
"""


class Slurm(Hosts):
    """Slurm: the controller on host 0, a node each on hosts 1 and 2."""

    def begin(self, place):
        self.place = place
        nodes = "\n".join(
            f"NodeName=patience{host} NodeHostname=patience{host} NodeAddr={self.address(host)} CPUs=1 State=UNKNOWN"
            for host in (1, 2)
        )
        (place / "state").mkdir()
        (place / "slurm.conf").write_text(
            CONFIGURATION.format(host="patience", first=self.address(0), nodes=nodes, place=place)
        )
        (place / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
        self.environment = {**os.environ, "SLURM_CONF": str(place / "slurm.conf")}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        # The controller knows itself by the name of the machine.
        self.start(0, "unshare", "--uts", "sh", "-c",
                   "hostname patience0; exec slurmctld -D -i", env=self.environment, **quiet)
        for host in (1, 2):
            self.node(host)

    def node(self, host):
        name = f"patience{host}"
        self.start(host, "unshare", "--uts", "sh", "-c", f"hostname {name}; exec slurmd -D -N {name}",
                   env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def ask(self, *words):
        """What a command of Slurm prints."""
        done = subprocess.run(
            self.on(0, *words), env=self.environment, capture_output=True, text=True, timeout=60
        )
        return done.stdout if done.returncode == 0 else ""


@pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("slurmctld"), reason="needs root and Slurm"
)
def test_a_slurm_array_with_a_killed_node_is_complete(alone, tmp_path):
    folder = tmp_path / "survey"
    run = f"{command()} survey run {folder}"
    subprocess.run(
        [*run.split(), *QUESTION, "--threads", "1", "--part", "0/8"], check=True, capture_output=True
    )
    with Slurm(3) as slurm:
        slurm.begin(tmp_path)
        until(lambda: slurm.ask("sinfo", "-h", "-o", "%T %D").strip() == "idle 2", 60, "two idle nodes")
        # Slow enough that a node dies in the middle of a task.
        task = f"sleep 1; exec {run} --threads 1 --part $SLURM_ARRAY_TASK_ID/8"
        line = ["sbatch", "--array=1-7", "--requeue", f"--output={tmp_path}/task.%a", "--wrap", task]
        assert "Submitted" in slurm.ask(*line, "--chdir", tmp_path)
        until(lambda: shards(folder) >= 6, 120, "shards")
        until(lambda: "R patience1" in slurm.ask("squeue", "-h", "-o", "%t %N"), 60, "task")
        slurm.stop(1)  # the node, with what it computes
        until(lambda: "down" in slurm.ask("sinfo", "-h", "-n", "patience1", "-o", "%T"), 120, "loss")
        slurm.node(1)
        # A requeued task waits two minutes before it may begin again, unless released.
        end = time.monotonic() + 300
        while slurm.ask("squeue", "-h").strip():
            assert time.monotonic() < end, slurm.ask("squeue")
            for job in slurm.ask("squeue", "-h", "-t", "PD", "-o", "%i").split():
                slurm.ask("scontrol", "update", f"JobId={job}", "StartTime=now")
            time.sleep(1)
    assert survey.open(folder).is_complete, [path.read_text() for path in tmp_path.glob("task.*")]
    assert digests(folder) == digests(alone.path)

