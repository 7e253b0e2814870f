"""The command: see .ci/cluster, which runs this in namespaces of its own."""

import argparse
import contextlib
import faulthandler
import glob
import os
import sys
import time

sys.path[:0] = [os.path.dirname(__file__), f"{os.path.dirname(os.path.dirname(__file__))}/Faults"]

import events  # noqa: E402
from engine import MEMBERS, Engine  # noqa: E402
from machines import Machines  # noqa: E402
from nodes import DEVICES, NODES, Cluster  # noqa: E402
from programs import Programs  # noqa: E402

# Seconds after which a run shows the stacks of its threads, and ends.
LIMIT = 1800
# Seconds for which all devices change their scenes undisturbed, before and after each event.
CALM = 3


def arguments():
    parser = argparse.ArgumentParser(prog=".ci/cluster")
    parser.add_argument("events", nargs="*", metavar="EVENT", help=", ".join(events.ALL))
    parser.add_argument("--users", type=int, default=200, help="users, with three devices each")
    parser.add_argument("--pause", type=float, default=3000, help="milliseconds between a device's changes")
    parser.add_argument("--programs", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--device", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--place", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    for name in options.events:
        if name not in events.ALL:
            parser.error(f"no event {name}: there are {', '.join(events.ALL)}")
    return options


def play(name, cluster):
    """One event while all devices work; what its users noticed."""
    time.sleep(CALM)
    begin = time.monotonic()
    word = events.ALL[name](cluster)
    time.sleep(CALM)
    end = time.monotonic()
    return [user.longest_wait(begin, end) for user in cluster.users], word


def print_logs(place):
    """The last lines of each node, for a failure of the harness."""
    for path in sorted(glob.glob(f"{place}/n*/log")):
        with open(path, errors="replace") as log:
            print(path, *log.read().splitlines()[-20:], sep="\n", flush=True)


def main():
    options = arguments()
    faulthandler.dump_traceback_later(LIMIT, exit=True)
    programs = Programs(options.programs, options.device, options.place)
    differences = []
    with contextlib.ExitStack() as resources:
        resources.push(lambda kind, *_: kind and print_logs(options.place))

        def closing(resource):
            return resources.enter_context(contextlib.closing(resource))

        begin = time.monotonic()
        machines = closing(Machines([*MEMBERS, "etcd", *NODES, DEVICES]))
        engine = closing(Engine(machines, options.place))
        cluster = closing(Cluster(programs, machines, engine, options.users, options.pause))
        print(f"{options.users} users with 3 devices each, set up in {time.monotonic() - begin:.0f} s", flush=True)
        cluster.order("go")
        waits, _ = play("calm", cluster)
        # More than this is the event's.
        usual = max(waits)
        for name in options.events or [each for each in events.ALL if each != "calm"]:
            waits, word = play(name, cluster)
            disturbed = [wait for wait in waits if wait > usual + 1]
            print(
                f"{name:<10} changes of {len(disturbed)} of {len(waits)} users waited, for up to "
                f"{max(waits):.1f} s (usually up to {usual:.1f} s){word or ''}",
                flush=True,
            )
        reports = cluster.rest()
        differences += cluster.differences(reports)
        acknowledged = cluster.acknowledged
    for difference in differences[:20]:
        print(f"error: {difference[:1500]}")
    print(
        f"{acknowledged} acknowledged changes compared, {len(differences)} differences, "
        f"in {time.monotonic() - begin:.0f} s"
    )
    return bool(differences)


sys.exit(main())
