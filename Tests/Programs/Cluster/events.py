"""The events in a cluster's life, while all devices work. Each returns what else is worth saying, or nothing."""

import time

from engine import TTL

# Seconds of a pause that outlives every lease.
LONG = 30


def calm(cluster):
    """Nothing."""
    time.sleep(5)


def kill(cluster):
    """A node is killed, and comes back."""
    node = cluster.nodes["n2"]
    others = [user for user in cluster.users if cluster.administrator(user).node != node.name]
    begin = time.monotonic()
    node.kill()
    time.sleep(12)
    end = time.monotonic()
    disturbed = sum(user.longest_wait(begin, end) > 1 for user in others)
    node.start()
    return f"; {disturbed} of {len(others)} users of other nodes until it came back"


def stop(cluster):
    """A node is stopped for longer than its lease, and goes on as if nothing had been."""
    node = cluster.nodes["n3"]
    node.pause()
    time.sleep(LONG)
    node.go_on()
    time.sleep(5)


def unplug(cluster):
    """A node loses the engine, and then the devices."""
    for other in ("db1", "db2"):
        cluster.machines.separate("n2", other)
    time.sleep(12)
    for other in ("db1", "db2"):
        cluster.machines.reunite("n2", other)
    time.sleep(8)
    cluster.machines.separate("n3", "devices")
    time.sleep(4)
    cluster.machines.reunite("n3", "devices")
    time.sleep(8)


def primary(cluster):
    """The machine of the engine's primary loses its power."""
    engine = cluster.engine
    old = engine.member("leader")
    engine.members[old].kill()
    seconds = engine.until("another primary", lambda: engine.member("leader") not in (None, old))
    engine.start(old)
    standby = engine.until("a synchronous standby", lambda: engine.member("sync_standby"))
    time.sleep(8)
    return f"; another primary after {seconds:.1f} s (Patroni's ttl is {TTL} s), a standby {standby:.1f} s later"


def drain(cluster):
    """A node hands over all that it has, stops, and joins again."""
    node = cluster.nodes["n1"]
    node.stop()
    time.sleep(4)
    node.start()
    time.sleep(8)


def upgrade(cluster):
    """All nodes are replaced, one after the other."""
    for node in cluster.nodes.values():
        node.stop()
        node.start()
        time.sleep(5)


ALL = {each.__name__: each for each in (calm, kill, stop, unplug, primary, drain, upgrade)}
