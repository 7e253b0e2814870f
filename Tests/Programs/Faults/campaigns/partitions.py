"""Partitions between network namespaces: links that are lost, both ways or one way."""

import time

from fleet import NAMES
from network import Network

# Seconds for which a link is lost.
LONGEST = 4


def partition(stage):
    """Cuts off some of the devices while all go on; the daemon may be killed meanwhile."""
    network = stage.closing(Network(NAMES))
    fleet = stage.fleet_with(network=network)
    for _ in stage.each():
        fleet.go()
        stage.until_some_are_acknowledged()
        names = stage.dice.sample(NAMES, stage.dice.randint(1, len(NAMES)))
        cuts = [(name, stage.dice.choice(Network.CUTS)) for name in names]
        for name, kind in cuts:
            network.cut(name, kind)
            stage.note(kind)
        time.sleep(stage.dice.choice([0.05, 0.5, 1, LONGEST]))
        if stage.dice.random() < 0.2:
            fleet.kill()
            fleet.start()
            stage.note("daemon killed")
        for name, kind in cuts:
            network.heal(name, kind)
        stage.differ(fleet.check())
