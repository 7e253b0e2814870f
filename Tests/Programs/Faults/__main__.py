"""The command: see .ci/faults, which runs this in namespaces of its own."""

import argparse
import faulthandler
import itertools
import os
import pathlib
import random
import shutil
import subprocess
import sys
import time
import traceback

sys.path.insert(0, os.path.dirname(__file__))

import campaigns  # noqa: E402
from stage import Stage  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Faults on one set of files, before a fresh one.
FAULTS = 25


def arguments():
    parser = argparse.ArgumentParser(prog=".ci/faults")
    parser.add_argument("campaigns", nargs="*", metavar="CAMPAIGN", help=", ".join(campaigns.ALL))
    parser.add_argument("--minutes", type=float, help="go on for so long, all campaigns in turns")
    parser.add_argument("--faults", type=int, default=FAULTS, help="faults of each round")
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--weakened", action="store_true", help="expect losses: what must be found")
    parser.add_argument("--programs", help="where navsyncd and navctl are")
    parser.add_argument("--device", help="where FaultDevice is")
    parser.add_argument("--place", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    for name in options.campaigns:
        if name not in campaigns.ALL:
            parser.error(f"no campaign {name}: there are {', '.join(campaigns.ALL)}")
    return options


def lacking(name):
    """Why a campaign can't run on this machine, if it can't."""
    if name in ("powercut", "devicecut"):
        try:
            import pyfuse3  # noqa: F401
        except ImportError:
            return "no python3-pyfuse3"
        if not os.access("/dev/fuse", os.W_OK):
            return "no /dev/fuse"
    if name in ("powercut", "devicecut", "fulldisk"):
        probe = subprocess.run(["losetup", "-f"], capture_output=True, text=True)
        if probe.returncode != 0:
            return "no loop devices"
    if name == "partition":
        words = ["ip", "link", "add", "probe0", "type", "veth", "peer", "name", "probe1"]
        if subprocess.run(words, capture_output=True).returncode != 0:
            return "no network namespaces"
        subprocess.run(["ip", "link", "del", "probe0"], check=True)
    return None


def play(name, options, seed, end):
    """One round of a campaign; what came of it."""
    place = f"{options.place}/{name}"
    os.mkdir(place, 0o700)
    stage = Stage(name, options, place, random.Random(f"{name} {seed}"), end)
    stage.limit_time()
    try:
        campaigns.ALL[name](stage)
    except Exception as error:
        stage.differ([f"{error!r}: {traceback.format_exc()}"])
    if stage.differences and not options.weakened:
        kept = ROOT / ".build/faults" / f"{name}-{seed}"
        stage.keep(kept)
        for difference in stage.differences[:20]:
            print(f"error: {name}, seed {seed}, {difference[:1500]}")
        print(f"error: {name}, seed {seed}: what is there is kept in {kept}")
    stage.resources.close()
    faulthandler.cancel_dump_traceback_later()
    shutil.rmtree(place)
    noticed = "".join(f", {count} {word}" for word, count in sorted(stage.noticed.items()))
    print(
        f"{name:<10} seed {seed}: {stage.faults} faults, {stage.acknowledged} acknowledged, "
        f"{len(stage.differences)} differences{noticed}",
        flush=True,
    )
    return stage


def rounds(names, options, end):
    """Each campaign once; again, with the seeds that follow, as long as there is time."""
    for seed in itertools.count(options.seed):
        for name in names:
            if seed > options.seed and time.monotonic() >= end:
                return
            yield play(name, options, seed, end)
        if not options.minutes:
            return


def main():
    options = arguments()
    names = options.campaigns or (campaigns.WEAKENED if options.weakened else list(campaigns.ALL))
    for name in [*names]:
        if reason := lacking(name):
            names.remove(name)
            print(f"{name:<10} left out: {reason}", flush=True)
    begin = time.monotonic()
    end = begin + options.minutes * 60 if options.minutes else float("inf")
    stages = list(rounds(names, options, end)) if names else []
    lost = [stage for stage in stages if stage.differences]
    print(
        f"{sum(stage.faults for stage in stages)} faults, "
        f"{sum(stage.acknowledged for stage in stages)} acknowledged changes compared, "
        f"{sum(len(stage.differences) for stage in stages)} differences; "
        f"from seed {options.seed}, in {time.monotonic() - begin:.0f} s"
    )
    if options.weakened:
        unseen = {stage.name for stage in stages} - {stage.name for stage in lost}
        for name in sorted(unseen):
            print(f"error: {name} finds nothing where there is something to find")
        return bool(unseen)
    return bool(lost)


sys.exit(main())
