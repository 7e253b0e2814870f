"""Full disks, under the daemon and under the devices."""

import time

from disk import SmallDisk

# Room for the reserve, the database and its log.
MEBIBYTES = 40
# Seconds in which a full disk is in a daemon's health: it is, as soon as it writes.
NOTICED = 30


def full(stage):
    """Fills the daemon's disk or the devices', while they work or are stopped, and frees it again."""
    disks = {
        name: stage.closing(SmallDisk(stage.place, name, MEBIBYTES))
        for name in ("daemon", "devices")
    }
    fleet = stage.fleet_with(state=disks["daemon"].path, devices=disks["devices"].path)
    for _ in stage.each():
        name = stage.dice.choice(["daemon", "daemon", "devices"])
        disk = disks[name]
        fleet.go()
        stage.until_some_are_acknowledged()
        is_stopped = stage.dice.random() < 0.3
        if is_stopped:
            stop(stage, name)
        disk.fill()
        if is_stopped:
            start(stage, name)
        time.sleep(stage.dice.uniform(0.1, 1.5))
        if name == "daemon":
            stage.differ(reads(fleet))
            if stage.dice.random() < 0.3:
                fleet.kill()
                fleet.start()
                stage.differ(reads(fleet))
                stage.note("started on a full disk")
        stage.note(name)
        disk.free()
        stage.differ(fleet.check())


def stop(stage, name):
    if name == "daemon":
        stage.fleet.kill()
    else:
        for device in stage.fleet.devices:
            device.kill()


def start(stage, name):
    if name == "daemon":
        stage.fleet.start()
    else:
        stage.fleet.go()


def reads(fleet):
    """On a full disk the daemon serves who reads, and its health is a failure: once it has tried to write,
    and again after each time that it has found some room."""
    deadline = time.monotonic() + NOTICED
    while (status := fleet.looker.run("status")[0]) != 1 and time.monotonic() < deadline:
        time.sleep(0.1)
    if status != 1:
        yield f"on a full disk status ended with {status} for {NOTICED} seconds"
    for words in (["log", "--limit", "5"], ["show"]):
        status, _, errors = fleet.looker.run(*words)
        if status != 0:
            yield f"on a full disk {words} ended with {status}: {errors}"
