"""A daemon with its devices, and the comparison of all of them with what was acknowledged."""

import os
import shutil
import time

import oracle
from ledger import Ledger
from programs import PATIENCE, Daemon, Device, Failed, Navctl

NAMES = ["phone", "tablet", "laptop"]


class Fleet:
    """One daemon, three devices and one that only looks; what they keep is in the place, or elsewhere."""

    def __init__(self, programs, state=None, devices=None, network=None, is_paired=False):
        place = programs.place
        self.programs, self.network = programs, network
        self.is_paired = is_paired or network is not None
        self.state = f"{state or place}/state"
        self.sockets = f"{place}/sockets"
        self.ledger = Ledger()
        self.daemon = None
        os.makedirs(self.state, 0o700)
        os.makedirs(self.sockets, 0o700)
        self.endpoint = f"ipc://{self.sockets}/control.sock"
        self.looker_directory = f"{place}/looker"
        self.looker = Navctl(programs, self.looker_directory, self.endpoint)
        self.devices = [
            Device(
                programs,
                name,
                f"{devices or place}/{name}",
                self.ledger,
                # One that is paired knows by itself where its daemon is.
                None if self.is_paired else self.endpoint,
                name if network else None,
            )
            for name in NAMES
        ]

    def set_up(self):
        """Starts the daemon, declares the tabs that devices change, and lets these in."""
        self.start()
        for tab in ["stack", "count"]:
            self.looker.ask("tab", "declare", tab, "--title", tab)
        if self.is_paired:
            for device in self.devices:
                invitation = self.looker.ask("device", "invite", "--name", device.name)
                device.navctl.ask("device", "pair", "--yes", text=invitation["url"])
        self.epoch = self.looker.status()["daemon"]["epoch"]

    def start(self, *flags):
        """Starts the daemon, and waits until it is ready; throws if it refuses to."""
        self.begin(*flags)
        self.daemon.until_ready()

    def begin(self, *flags):
        """Starts the daemon."""
        if self.is_paired:
            flags += ("--tcp", "0.0.0.0:4250" if self.network else "127.0.0.1:4250")
        namespace = "hub" if self.network else None
        self.daemon = Daemon(self.programs, self.state, self.sockets, flags, namespace)

    def kill(self):
        if self.daemon:
            self.daemon.kill()

    def forget_sockets(self):
        """A runtime directory is of memory: it does not outlive the power."""
        shutil.rmtree(self.sockets)
        os.mkdir(self.sockets, 0o700)

    def forget_looker(self):
        """Who looks has seen nothing yet."""
        shutil.rmtree(self.looker_directory, ignore_errors=True)

    def go(self):
        """Has all devices change the scene."""
        for device in self.devices:
            if not device.is_running:
                device.start()
                device.order("go")

    def rest(self):
        """Ends what the devices do, once all is answered and they have what the daemon has; returns
        the differences."""
        for device in self.devices:
            if not device.is_running:
                device.start()
            device.order("stop")
        end = time.monotonic() + PATIENCE
        while True:
            reports = {device.name: device.report() for device in self.devices}
            if None in reports.values():
                return [f"a device ended by itself: {reports}"]
            if not any(report["working"] or report["pending"] for report in reports.values()):
                try:
                    daemon = self.looker.status()["daemon"]
                except Failed as failure:
                    return [str(failure)]
                if all(oracle.is_equal(report, daemon) for report in reports.values()):
                    break
            if time.monotonic() > end:
                return [f"the devices don't come to rest: {reports}, {self.ledger.troubles[-3:]}"]
            time.sleep(0.02)
        for device in self.devices:
            device.kill()
        if daemon["epoch"] != self.epoch:
            return [f"the epoch is {daemon['epoch']}, and was {self.epoch}"]
        return [
            f"{name} did not see each revision once and in order"
            for name, report in reports.items()
            if not report["gapless"]
        ]

    def differences(self):
        """What is otherwise than it was acknowledged, by the daemon's own word."""
        try:
            commits = history(self.looker)
            scene = self.looker.ask("show")["scene"]
            checks = self.looker.ask("doctor")
        except Failed as failure:
            return [str(failure)]
        # What the looker itself had seen before may be nothing to compare with.
        wrong = [
            f"doctor: {check}"
            for check in checks["checks"]
            if not check["ok"] and (check["ok"] is False or check["name"] != "mirror on disk")
        ]
        return wrong + oracle.compare(self.ledger, commits, scene)

    def check(self):
        """Waits until all is at rest, and compares."""
        return self.rest() + self.differences()

    def close(self):
        for device in self.devices:
            device.kill()
        self.kill()


def history(navctl):
    """All commits, page by page."""
    commits = []
    while True:
        after = commits[-1]["revision"] if commits else 0
        page = navctl.ask("log", "--after", str(after), "--limit", "5000")
        commits += page["commits"]
        if not page["hasMore"] or not page["commits"]:
            return commits
