"""Files that are not what was written: bits flipped; files taken away, cut or replaced."""

import copy
import os
import shutil
import time

import oracle
from fleet import history
from programs import Failed, Refused

# Changes before the files are copied for the first time.
CHANGES = 400
# Seconds in which a daemon has to see that its files are gone: those of a batch in flight.
GRACE = 0.5
# The verdict on files that lack nothing.
WHOLE = "whole"


class Original:
    """The files of a fleet at rest, to be damaged again and again."""

    def __init__(self, stage):
        self.stage = stage
        # Paired, the devices know the daemon by its key.
        self.fleet = fleet = stage.fleet_with(is_paired=True)
        for name in ("older", "newest"):
            fleet.go()
            fleet.ledger.wait(CHANGES, 60)
            stage.differ(fleet.check())
            if name == "older":
                self.older = self.copy(name)
        # Either all is in the database, or most is in its log.
        (fleet.kill if stage.weakened else stage.dice.choice([fleet.daemon.stop, fleet.kill]))()
        # What waits in a device has to come through as well.
        self.device = fleet.devices[0]
        for number in range(3):
            tag = f"fault://{self.device.name}/waiting/{number}"
            status, output, _ = self.device.navctl.run("push", tag, "--tab", "stack")
            fleet.ledger.note_command(self.device.name, tag, status, output)
        self.newest = self.copy("newest")
        self.changes = copy.deepcopy(fleet.ledger.changes)

    @property
    def directories(self):
        return [self.fleet.state, *(device.directory for device in self.fleet.devices)]

    def copy(self, name):
        """Keeps all files as they are now; returns where."""
        target = f"{self.stage.place}/{name}"
        for directory in self.directories:
            shutil.copytree(directory, f"{target}/{os.path.basename(directory)}")
        return target

    def put_back(self):
        """Has all files, and what was acknowledged, as they were."""
        self.fleet.close()
        self.fleet.forget_sockets()
        self.fleet.forget_looker()
        for directory in self.directories:
            shutil.rmtree(directory)
            shutil.copytree(f"{self.newest}/{os.path.basename(directory)}", directory)
        self.fleet.ledger.changes = copy.deepcopy(self.changes)

    def choose(self, directory):
        """A file that holds something, a larger one somewhat more likely."""
        paths = [f"{directory}/{name}" for name in sorted(os.listdir(directory))]
        sizes = {path: os.path.getsize(path) for path in paths if os.path.isfile(path)}
        weights = [size.bit_length() for size in sizes.values()]
        return self.stage.dice.choices(list(sizes), weights)[0]


def flip(stage):
    """Flips one bit of one file, of the daemon's or of a device's, while both are stopped."""
    original = Original(stage)
    for _ in stage.each(are_independent=not stage.weakened):
        original.put_back()
        state = original.fleet.state
        directory = stage.dice.choice([state, original.device.directory])
        path = f"{state}/navsync.sqlite-wal" if stage.weakened else original.choose(directory)
        position = stage.dice.randrange(content(path) * 8)
        with open(path, "r+b") as file:
            file.seek(position // 8)
            byte = file.read(1)[0] ^ 1 << position % 8
            file.seek(position // 8)
            file.write(bytes([byte]))
        judge(original, f"bit {position} of {path} flipped", path)


def missing(stage):
    """Takes a file of the daemon's or a device's away, cuts or replaces it while they are stopped; of
    the daemon's also while it runs."""
    original = Original(stage)
    for _ in stage.each(are_independent=True):
        original.put_back()
        state, device = original.fleet.state, original.device.directory
        directory = stage.dice.choice([state, state, device])
        # A device that is as it was earlier does not know what it did since: nobody does.
        harms = [remove, halve, empty, scribble] + ([replace] if directory == state else [])
        harm = stage.dice.choice(harms)
        path = original.choose(directory)
        what = f"{harm.__name__} {os.path.basename(path)}"
        if directory == device or stage.dice.random() < 0.4:
            harm(original, path)
            judge(original, what, path)
        else:
            harm_while_it_runs(original, harm, path, f"while it runs: {what}")


def content(path):
    """The bytes of a file up to its last that is not zero; all if it has none: the zeros behind a log
    are space for later changes."""
    with open(path, "rb") as file:
        return len(file.read().rstrip(b"\0")) or os.path.getsize(path)


def remove(original, path):
    os.rename(path, f"{original.stage.place}/removed")


def halve(original, path):
    os.truncate(path, content(path) // 2)


def empty(original, path):
    os.truncate(path, 0)


def scribble(original, path):
    with open(path, "r+b") as file:
        file.write(original.stage.dice.randbytes(os.path.getsize(path)))


def replace(original, path):
    """By what it was earlier."""
    directory, name = os.path.split(path)
    before = f"{original.older}/{os.path.basename(directory)}/{name}"
    if os.path.exists(before):
        shutil.copy(before, f"{path}.replaced")
        os.rename(f"{path}.replaced", path)


def harm_while_it_runs(original, harm, path, what):
    stage, fleet = original.stage, original.fleet
    fleet.start()
    fleet.go()
    stage.until_some_are_acknowledged()
    harm(original, path)
    time.sleep(GRACE)
    before = fleet.ledger.acknowledged
    fleet.ledger.wait(CHANGES // 4, 1)
    has_gone_on = fleet.ledger.acknowledged > before
    fleet.close()
    fleet.forget_sockets()
    if harm is remove:
        # All that was acknowledged is in what was taken away, once that is back.
        os.rename(f"{stage.place}/removed", path)
    verdict = judge(original, what, path)
    # What is written over in its place, nobody sees before it is read.
    is_seen = harm is not scribble and path.endswith((".sqlite", "-wal"))
    if verdict in ("refused", "said to be damaged") and is_seen and (has_gone_on or harm is remove):
        stage.differ([f"{what}: {verdict}, and it had acknowledged on"])


def judge(original, what, path):
    """Either all is there that was acknowledged, or the programs say at once that it is not."""
    stage, fleet = original.stage, original.fleet
    differences = []
    try:
        fleet.start()
        verdict, lost = served(original, differences)
        # Of its own files the daemon has to know: a word of the device's is not enough.
        if verdict == WHOLE or path.startswith(fleet.state):
            differences += lost
    except Refused as refusal:
        verdict = "refused"
        if fleet.daemon.process.returncode != 1:
            differences.append(f"ended with {fleet.daemon.process.returncode}: {refusal}")
        if stage.weakened:
            fleet.start("--accept-loss")
            differences += served(original, differences)[1]
    stage.note(verdict)
    stage.differ(f"{what}: {verdict}: {each}" for each in differences)
    return verdict


def served(original, differences):
    """What a daemon with such files serves, to one who looks and to the devices, which hand over what
    waits: the verdict, and what is lost."""
    fleet = original.fleet
    said = ""
    try:
        history(fleet.looker)
        fleet.looker.ask("show")
        doctor = fleet.looker.ask("doctor")
        for device in fleet.devices:
            status, _, errors = device.navctl.run("show")
            said += errors
            if status and not errors:
                differences.append(f"show ended with {status}, and said nothing")
        commits, scene = history(fleet.looker), fleet.looker.ask("show")["scene"]
    except Failed as failure:
        if failure.status != 1 or "damaged" not in failure.errors:
            differences.append(str(failure))
        return "said to be damaged", []
    if not all(check["ok"] for check in doctor["checks"]):
        differences.append(f"doctor: {doctor}")
    lost = list(oracle.compare(fleet.ledger, commits, scene))
    return "said by a device" if said else WHOLE, lost
