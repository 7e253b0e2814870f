"""Disks that fail: one that loses what was not flushed when its power is cut, and one that gets full."""

import errno
import os
import pathlib
import subprocess
import sys
import time

MEBIBYTE = 1 << 20
# The ways in which ext4 orders what it writes, and a guess that it makes for careless programs.
MOUNTS = ["data=ordered", "data=ordered,noauto_da_alloc", "data=writeback", "data=journal"]


def run(*words):
    subprocess.run(words, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def unmount(path):
    """Unmounts, however shortly before the last who had a file there was killed."""
    for attempt in range(50):
        if subprocess.run(["umount", path], stderr=subprocess.DEVNULL).returncode == 0:
            return
        time.sleep(0.02 * (attempt + 1))
    run("umount", path)


class FragileDisk:
    """A disk whose power can be cut, with ext4 on it: see diskserver.py."""

    def __init__(self, place, dice, lag=0):
        self.server_place, self.path = f"{place}/disk", f"{place}/mount"
        os.mkdir(self.server_place)
        os.mkdir(self.path)
        script = pathlib.Path(__file__).with_name("diskserver.py")
        self.server = subprocess.Popen(
            [sys.executable, script, self.server_place, str(64 * MEBIBYTE)]
        )
        image = f"{self.server_place}/image"
        while not os.path.exists(image):
            if self.server.poll() is not None:
                raise OSError(errno.EIO, "no file system in this process")
            time.sleep(0.01)
        run("mkfs.ext4", "-q", "-F", "-m", "0", image)
        self.options = f"loop,{dice.choice(MOUNTS)}"
        run("mount", "-o", self.options, image, self.path)
        self.control(f"lag {lag}")

    def control(self, words):
        with open(f"{self.server_place}/control", "w") as control:
            control.write(words)

    @property
    def lost(self):
        """The sectors that were written and lost."""
        with open(f"{self.server_place}/control") as control:
            return int(control.read())

    def write_back(self):
        """Has the kernel write what it holds, as it does in time: the disk has it then, unsynced."""
        for directory, _, names in os.walk(self.path):
            for name in names:
                file = os.open(f"{directory}/{name}", os.O_RDONLY)
                os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
                os.close(file)

    def cut(self, seed):
        """Cuts the power: whoever writes there fails from now on, and has to be killed."""
        self.control(f"cut {seed}")

    def recover(self):
        """Has the power back. Nobody has files there."""
        unmount(self.path)
        self.control("on")
        run("mount", "-o", self.options, f"{self.server_place}/image", self.path)

    def close(self):
        unmount(self.path)
        unmount(self.server_place)
        self.server.wait()


class SmallDisk:
    """A disk that others can fill."""

    def __init__(self, place, name, mebibytes):
        self.path = f"{place}/{name}"
        self.ballast = f"{self.path}/ballast"
        image = f"{place}/{name}.image"
        os.mkdir(self.path)
        with open(image, "wb") as file:
            file.truncate(mebibytes * MEBIBYTE)
        run("mkfs.ext4", "-q", "-F", "-m", "0", image)
        run("mount", "-o", "loop", image, self.path)

    def fill(self):
        """Takes all the room that there is."""
        with open(self.ballast, "ab", buffering=0) as ballast:
            for length in [MEBIBYTE, 4096, 1]:
                try:
                    while ballast.write(bytes(length)) == length:
                        pass
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise
            try:
                os.fsync(ballast.fileno())
            except OSError:
                pass

    def free(self):
        os.remove(self.ballast)

    def close(self):
        unmount(self.path)
