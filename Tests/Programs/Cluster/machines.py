"""Machines: network namespaces that reach each other through a hub, and can be kept from doing so."""

import ctypes
import os
import signal
import subprocess

from network import Network, ip

# As the kernel numbers it.
CLONE_NEWNET = 0x40000000


def enter(namespace):
    """Makes a network namespace that of this thread, and of what it starts."""
    with open(f"/run/netns/{namespace}") as file:
        if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), f"no namespace {namespace}")


class Machines(Network):
    """A namespace for each machine. The hub forwards between all of them, and this process enters it."""

    def __init__(self, names):
        super().__init__(names)
        enter("hub")
        subprocess.run(["sysctl", "-qw", "net.ipv4.ip_forward=1"], check=True)
        for name in names:
            ip("-n", name, "route", "add", "default", "via", self.host(name, 1))

    def address(self, name):
        return self.host(name, 2)

    def separate(self, one, other):
        """Loses what either of two machines sends to the other, without a word to the sender."""
        self.rules("add", one, other)

    def reunite(self, one, other):
        self.rules("del", one, other)

    def rules(self, action, one, other):
        for source, target in ((one, other), (other, one)):
            words = ["from", self.address(source), "to", self.address(target), "blackhole"]
            ip("-n", "hub", "rule", action, *words)


class Service:
    """A program on a machine, with its output in a file."""

    def __init__(self, machine, words, log, environment, user=None):
        before = ["nsenter", f"--net=/run/netns/{machine}"]
        if user:
            before += ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]
        self.machine, self.log = machine, log
        with open(log, "ab") as output:
            self.begin = output.tell()
            self.process = subprocess.Popen(
                before + words,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    @property
    def words(self):
        """All that it has said."""
        with open(self.log, "rb") as log:
            log.seek(self.begin)
            return log.read().decode(errors="replace")

    @property
    def is_running(self):
        return self.process.poll() is None

    def signal(self, number):
        self.process.send_signal(number)

    def stop(self, patience):
        """Asks it to end, and waits until it has."""
        self.signal(signal.SIGTERM)
        return self.process.wait(patience)

    def kill(self):
        """Ends it at once, with all processes that it started."""
        if self.is_running:
            for pid in processes(self.machine):
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        self.process.wait()


def processes(machine):
    """The processes of a machine."""
    output = subprocess.run(["ip", "netns", "pids", machine], capture_output=True, text=True)
    return [int(line) for line in output.stdout.split()]
