"""Power cuts under the daemon, and under a device."""

import time

from disk import FragileDisk
from programs import Refused

# The syncs that a lying disk keeps back, for the weakened set-up.
LAG = 24


def daemon(stage):
    """Cuts the daemon's power under load, and again while it starts after that."""
    disk = stage.closing(FragileDisk(stage.place, stage.dice))
    fleet = stage.fleet_with(state=disk.path)
    if stage.weakened:
        disk.control(f"lag {LAG}")
    for _ in stage.each():
        fleet.go()
        stage.until_some_are_acknowledged()
        cut(stage, disk)
        while stage.dice.random() < 0.2:
            start_and_cut(stage, disk)
        try:
            fleet.start()
        except Refused as refusal:
            stage.note("refused")
            if not stage.weakened:
                stage.differ([f"the daemon does not start: {refusal}"])
                break
            fleet.start("--accept-loss")
        stage.differ(fleet.check())
        stage.noticed["sectors lost"] = disk.lost


def cut(stage, disk):
    """In the midst of its work. Nothing is synced after the cut, so nothing may be acknowledged."""
    power_off(stage, disk)
    stage.fleet.kill()
    disk.recover()
    stage.fleet.forget_sockets()


def power_off(stage, disk):
    if stage.dice.random() < 0.3:
        disk.write_back()
    disk.cut(stage.dice.random())


def start_and_cut(stage, disk):
    stage.fleet.begin()
    time.sleep(stage.dice.uniform(0, 0.3))
    cut(stage, disk)
    stage.note("while it starts")


def device(stage):
    """Cuts the power of a machine with all devices, at work or with nobody to hand their changes to."""
    disk = stage.closing(FragileDisk(stage.place, stage.dice))
    fleet = stage.fleet_with(devices=disk.path)
    if stage.weakened:
        disk.control(f"lag {LAG}")
    for fault in stage.each():
        is_alone = stage.dice.random() < 0.5
        fleet.go()
        stage.until_some_are_acknowledged()
        if is_alone:
            fleet.kill()
            time.sleep(stage.dice.uniform(0, 0.3))
        commands(stage, fault)
        power_off(stage, disk)
        for each in fleet.devices:
            each.kill()
        disk.recover()
        if is_alone:
            fleet.start()
        stage.differ(fleet.check())
        stage.noticed["sectors lost"] = disk.lost


def commands(stage, fault):
    """Pushes by navctl, while the daemon is there or not; the ledger notes what is said of them."""
    device = stage.dice.choice(stage.fleet.devices)
    for number in range(stage.dice.randrange(3)):
        tag = f"fault://{device.name}/navctl/{fault}/{number}"
        status, output, _ = device.navctl.run("push", tag, "--tab", "stack")
        stage.fleet.ledger.note_command(device.name, tag, status, output)
