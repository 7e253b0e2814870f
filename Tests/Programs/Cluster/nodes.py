"""Several daemons on one engine, with users whose devices change their scenes."""

import json
import os
import shutil
import signal
import threading
import time

import oracle
from fleet import history
from ledger import Ledger
from machines import Service
from programs import Failed, Navctl, Refused

# Seconds that anything may take on a machine that has more to do.
PATIENCE = 90
PORT = 7311
NODES = ["n1", "n2", "n3"]
# The words of a command for a user of another node, whose hello was refused.
MOVED = ["is served by node", "no node serves", "serves nobody", "must be hello"]
# The machine with all devices.
DEVICES = "devices"


class Node:
    """A daemon on a machine of its own."""

    def __init__(self, cluster, name):
        self.cluster, self.name = cluster, name
        self.directory = f"{cluster.place}/{name}"
        self.sockets = f"{self.directory}/sockets"
        os.makedirs(self.sockets, 0o700)
        os.mkdir(f"{self.directory}/data", 0o700)
        address = f"{cluster.machines.address(name)}:{PORT}"
        settings = {
            "listen": {"tcp": address, "advertise": [address]},
            "store": {"url": cluster.engine.url, "replicas": 1},
            "metrics": {"listen": "off"},
        }
        with open(f"{self.directory}/navsyncd.yaml", "w") as file:
            json.dump(settings, file)
        self.endpoint = f"ipc://{self.sockets}/control.sock"
        self.service = None

    def start(self, programs=None):
        """Starts it, and waits until it is ready."""
        words = [f"{programs or self.cluster.programs.directory}/navsyncd"]
        words += ["--config", f"{self.directory}/navsyncd.yaml"]
        words += ["--data-directory", f"{self.directory}/data", "--ipc", self.sockets]
        environment = self.cluster.programs.environment
        self.service = Service(self.name, words, f"{self.directory}/log", environment)
        end = time.monotonic() + PATIENCE
        while " info ready " not in self.service.words:
            if not self.service.is_running:
                raise Refused(self.service.words)
            if time.monotonic() > end:
                raise TimeoutError(f"{self.name} is not ready: {self.service.words}")
            time.sleep(0.02)

    def stop(self):
        return self.service.stop(PATIENCE)

    def kill(self):
        if self.service:
            self.service.kill()

    def pause(self):
        self.service.signal(signal.SIGSTOP)

    def go_on(self):
        self.service.signal(signal.SIGCONT)


class Crew:
    """A process with the devices of some users: see Tests/Programs/FaultDevice."""

    def __init__(self, cluster, number, users, pause, machine=DEVICES):
        self.users = {user.name: user for user in users}
        self.reports = {}
        self.arrival = threading.Condition()
        path = f"{cluster.place}/crew-{number}"
        with open(path, "w") as file:
            for user in users:
                file.writelines(f"{user.directory(name)} {name}\n" for name in user.devices)
        words = [cluster.programs.device, "--crew", path, str(pause)]
        with open(f"{path}.log", "ab") as log:
            self.process = cluster.programs.start(
                words, machine, stdin=cluster.PIPE, stdout=cluster.PIPE, stderr=log
            )
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            if not line.endswith(b"\n"):
                break
            line = json.loads(line)
            device = line["device"] if "device" in line else None
            if report := line.get("report"):
                with self.arrival:
                    self.reports[device] = report
                    self.arrival.notify()
            elif device:
                self.users[device.rsplit("-", 1)[0]].note(device, line)

    def order(self, word):
        self.process.stdin.write(f"{word}\n".encode())
        self.process.stdin.flush()

    def report(self):
        """The mirrors of all its devices, by their names."""
        count = sum(len(user.devices) for user in self.users.values())
        with self.arrival:
            self.reports = {}
            self.order("report")
            if not self.arrival.wait_for(lambda: len(self.reports) == count, PATIENCE):
                raise TimeoutError(f"{len(self.reports)} of {count} devices report")
            return dict(self.reports)

    def close(self):
        self.process.kill()
        self.process.wait()


class User:
    """A user with three devices, what they were told, and how long that took."""

    def __init__(self, cluster, number):
        self.name = f"u{number:03}"
        self.place = cluster.place
        self.devices = [f"{self.name}-{letter}" for letter in "abc"]
        self.ledger = Ledger()
        # Changes that wait: when they were kept, in seconds of the monotonic clock.
        self.waiting = {}
        # When the others were kept, and acknowledged or refused.
        self.served = []

    def directory(self, device):
        return f"{self.place}/devices/{device}"

    def note(self, device, line):
        now = time.monotonic()
        if kept := line.get("kept"):
            self.waiting[kept["tag"]] = now
        elif end := line.get("told") or line.get("refused"):
            self.served.append((self.waiting.pop(end["tag"], now), now))
        self.ledger.note(device, line)

    def longest_wait(self, begin, end):
        """The longest time that a change has waited, of those that waited within an interval."""
        waits = [(since, min(until, end)) for since, until in list(self.served) if until > begin]
        waits += [(since, end) for since in list(self.waiting.values())]
        return max((until - since for since, until in waits if since < end), default=0)


class Administrator:
    """Commands for a user, which only the node that has the user takes from its own machine.

    Nothing is stored for them: a change that another node's refusal left in an outbox would be made
    beside the one that the next node is asked for.
    """

    def __init__(self, cluster, user):
        self.navctls = []
        for node in cluster.nodes.values():
            navctl = Navctl(cluster.programs, None, node.endpoint, node.name)
            navctl.options += ["--user", user.name]
            self.navctls.append(navctl)

    def ask(self, *words, text=None):
        """The output of a command on the node that takes it."""
        end = time.monotonic() + PATIENCE
        while True:
            for navctl in list(self.navctls):
                try:
                    answer = navctl.status() if words == ("status",) else navctl.ask(*words, text=text)
                except Failed as failure:
                    if not any(words in failure.errors for words in MOVED) or time.monotonic() > end:
                        raise
                    continue
                # The next command goes there first.
                self.navctls.remove(navctl)
                self.navctls.insert(0, navctl)
                return answer

    def status(self):
        return self.ask("status")

    @property
    def node(self):
        """The name of the node that has the user."""
        self.ask("device", "list")
        return self.navctls[0].namespace


class Cluster:
    """Three nodes, their engine, and users with their devices."""

    PIPE = -1

    def __init__(self, programs, machines, engine, users, pause):
        self.programs, self.machines, self.engine = programs, machines, engine
        self.place = programs.place
        self.nodes = {name: Node(self, name) for name in NODES}
        first = self.nodes[NODES[0]]
        first.start()
        for node in self.nodes.values():
            if node is not first:
                shutil.copy(f"{first.directory}/data/server.key", f"{node.directory}/data/")
                node.start()
        self.users = [User(self, number) for number in range(users)]
        os.mkdir(f"{self.place}/devices", 0o700)
        for user in self.users:
            self.add(user)
        size = max(1, (users + 3) // 4)
        self.crews = [
            Crew(self, number, self.users[start : start + size], pause)
            for number, start in enumerate(range(0, users, size))
        ]

    def administrator(self, user):
        """Commands of the administrator for a user, on the node that has the user."""
        return Administrator(self, user)

    def add(self, user):
        """Adds a user, the tabs that its devices change, and these."""
        navctl = self.administrator(user)
        navctl.ask("user", "add", user.name)
        for tab in ("stack", "count"):
            navctl.ask("tab", "declare", tab, "--title", tab)
        for device in user.devices:
            invitation = navctl.ask("device", "invite", "--name", device)
            own = Navctl(self.programs, user.directory(device), None, DEVICES)
            own.ask("device", "pair", "--yes", text=invitation["url"])

    def order(self, word):
        for crew in self.crews:
            crew.order(word)

    def rest(self):
        """Ends the devices' work; waits until all has been acknowledged, and all mirrors of a user are equal."""
        self.order("stop")
        end = time.monotonic() + PATIENCE
        while True:
            reports = {}
            for crew in self.crews:
                reports |= crew.report()
            apart = [user.name for user in self.users if not self.is_at_rest(user, reports)]
            if not apart:
                return reports
            if time.monotonic() > end:
                some = {name: reports[name] for name in reports if name.rsplit("-", 1)[0] in apart[:2]}
                raise TimeoutError(f"{len(apart)} users have not come to rest: {some}")
            time.sleep(0.2)

    @staticmethod
    def is_at_rest(user, reports):
        own = [reports[name] for name in user.devices]
        states = {(each["epoch"], each["revision"], each["digest"]) for each in own}
        return len(states) == 1 and not any(each["working"] or each["pending"] for each in own)

    def differences(self, reports):
        """Compares what each user's devices were told with what the nodes have."""
        for user in self.users:
            navctl = self.administrator(user)
            try:
                commits = history(navctl)
                daemon = navctl.status()["daemon"]
                scene = navctl.ask("show")["scene"]
            except Failed as failure:
                yield f"{user.name}: {failure}"
                continue
            for device in user.devices:
                if not oracle.is_equal(reports[device], daemon):
                    yield f"{device} has not what the node has: {reports[device]}"
                if not reports[device]["gapless"]:
                    yield f"{device} did not see each revision once and in order"
            for difference in oracle.compare(user.ledger, commits, scene):
                yield f"{user.name}: {difference}"

    @property
    def acknowledged(self):
        return sum(user.ledger.acknowledged for user in self.users)

    def close(self):
        for crew in self.crews:
            crew.close()
        for node in self.nodes.values():
            node.kill()
