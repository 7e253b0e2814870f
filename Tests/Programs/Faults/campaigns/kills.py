"""Kills of the daemon and of devices, at random moments."""

import time


def kill(stage):
    """Kills the daemon, a device, or both; the daemon while it starts, too."""
    fleet = stage.fleet_with()
    for _ in stage.each():
        fleet.go()
        stage.until_some_are_acknowledged()
        whom = stage.dice.choice(["daemon", "daemon", "device", "both"])
        if whom != "daemon":
            for device in stage.dice.sample(fleet.devices, stage.dice.randint(1, 3)):
                device.kill()
        if whom != "device":
            fleet.kill()
            while stage.dice.random() < 0.3:
                start_and_kill(stage)
            fleet.start()
        stage.note(whom)
        # Not each time: what happens between two kills is to be as it comes, too.
        if stage.faults % 4 == 0 or stage.faults == stage.limit:
            stage.differ(fleet.check())
    stage.differ(fleet.check())


def start_and_kill(stage):
    stage.fleet.begin()
    time.sleep(stage.dice.uniform(0, 0.12))
    stage.fleet.kill()
    stage.note("while it starts")
