"""Three hosts on this machine: network namespaces on a switch of their own, from
which no other address can be reached."""

import contextlib
import os
import signal
import subprocess
import time
from pathlib import Path


def sh(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, **options)


class Hosts:
    """Hosts 0 to n-1, with the addresses 10.213.0.1 and up."""

    def __init__(self, count=3):
        self.count = count
        self.mark = f"patience-{os.getpid()}"
        self.children = []

    def name(self, host):
        return f"{self.mark}-{host}"

    def address(self, host):
        return f"10.213.0.{host + 1}"

    def __enter__(self):
        switch = self.name("switch")
        sh("ip", "netns", "add", switch)
        try:
            sh("ip", "-n", switch, "link", "add", "switch", "type", "bridge")
            sh("ip", "-n", switch, "link", "set", "switch", "up")
            for host in range(self.count):
                name = self.name(host)
                sh("ip", "netns", "add", name)
                sh(*f"ip -n {switch} link add port{host} type veth peer name eth0 netns {name}".split())
                sh(*f"ip -n {switch} link set port{host} master switch up".split())
                sh(*f"ip -n {name} address add {self.address(host)}/24 dev eth0".split())
                sh(*f"ip -n {name} link set eth0 up".split())
                sh(*f"ip -n {name} link set lo up".split())
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for host in range(self.count):
            self.stop(host)
        for host in [*range(self.count), "switch"]:
            subprocess.run(["ip", "netns", "delete", self.name(host)], stderr=subprocess.DEVNULL)

    def on(self, host, *words):
        """The words of a command on a host. Only the network is the host's own: with
        `ip netns exec`, /sys would be another, too, and slurmd finds no cgroups."""
        return ["nsenter", f"--net=/run/netns/{self.name(host)}", *map(str, words)]

    def start(self, host, *words, **options):
        """Starts a command that goes on."""
        child = subprocess.Popen(self.on(host, *words), **options)
        self.children.append(child)
        return child

    def run(self, host, *words, **options):
        return sh(*self.on(host, *words), **options)

    def processes(self, host, part=""):
        """The processes of a host whose command line has this part."""
        listed = subprocess.run(
            ["ip", "netns", "pids", self.name(host)], capture_output=True, text=True
        )
        found = []
        for pid in listed.stdout.split():
            try:
                line = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            if part in line:
                found.append(int(pid))
        return found

    def kill(self, host, part):
        """kill -9 of the first such process; waits until there is one."""

        def is_killed():
            # It may have ended by itself meanwhile.
            with contextlib.suppress(ProcessLookupError, IndexError):
                os.kill(self.processes(host, part)[0], signal.SIGKILL)
                return True

        until(is_killed, 60, f"{part} on host {host}")

    def stop(self, host):
        """Everything on a host ends, as when its power is cut."""
        for _ in range(50):
            pids = self.processes(host)
            if not pids:
                break
            for pid in pids:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            time.sleep(0.1)
        for child in self.children:
            child.poll()


def until(is_so, seconds, what):
    """Waits until something is so."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, f"no {what} after {seconds} s"
        time.sleep(0.1)
