"""The campaigns, by their names."""

from campaigns import disks, files, kills, partitions, power

ALL = {
    "powercut": power.daemon,
    "devicecut": power.device,
    "kill": kills.kill,
    "partition": partitions.partition,
    "fulldisk": disks.full,
    "flip": files.flip,
    "missing": files.missing,
}

# Those that find what a set-up loses that keeps its promises no more.
WEAKENED = ["powercut", "devicecut", "flip"]
