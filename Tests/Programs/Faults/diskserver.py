"""A disk that loses what was not flushed: a file system with one file, the disk's image.

    diskserver.py DIRECTORY BYTES

What is written to `image` is volatile until it is synced. Written to `control`:

    cut SEED   the power goes. The image becomes what was flushed and, of each write since, all, nothing
               or some sectors, by the seed. What is written or synced from now on fails.
    on         the power is back.
    lag N      the disk lies from now on: it keeps back what the last N syncs should have made durable.

Read from `control`: how many sectors were lost.
"""

import ctypes
import errno
import os
import random
import stat
import sys
from collections import deque

import pyfuse3
import trio

IMAGE, CONTROL = pyfuse3.ROOT_INODE + 1, pyfuse3.ROOT_INODE + 2
NAMES = {b"image": IMAGE, b"control": CONTROL}
SECTOR = 512
# As the kernel numbers it: this process takes part in writing what is in memory to disk.
PR_SET_IO_FLUSHER = 57


class Disk:
    """The image, and the writes that may still be lost."""

    def __init__(self, length):
        self.durable = bytearray(length)
        self.current = bytearray(length)
        # The writes since the last sync, and those of earlier syncs that a lying disk keeps back.
        self.volatile = []
        self.held = deque()
        self.lag = 0
        self.is_on = True
        self.lost = 0

    def check(self):
        if not self.is_on:
            raise pyfuse3.FUSEError(errno.EIO)

    def write(self, offset, data):
        self.check()
        self.current[offset : offset + len(data)] = data
        self.volatile.append((offset, data))

    def sync(self):
        self.check()
        self.held.append(self.volatile)
        self.volatile = []
        while len(self.held) > self.lag:
            for offset, data in self.held.popleft():
                self.durable[offset : offset + len(data)] = data

    def cut(self, seed):
        dice = random.Random(seed)
        # From the worst, where nothing reached the disk, to a cut that loses nearly nothing.
        likelihood = dice.choice([0, 0.1, 0.5, 0.9])
        granularity = dice.choice([SECTOR, 4096])
        # What a lying disk keeps back is gone as a whole: what is left is a disk of an earlier time.
        for offset, data in [] if self.held else self.volatile:
            is_torn = dice.random() < 0.3
            is_kept = dice.random() < likelihood
            for start in range(0, len(data), granularity):
                if dice.random() < 0.5 if is_torn and likelihood else is_kept:
                    part = data[start : start + granularity]
                    self.durable[offset + start : offset + start + len(part)] = part
                else:
                    self.lost += granularity // SECTOR
        self.lost += sum(len(data) // SECTOR for each in self.held for _, data in each)
        self.volatile, self.held = [], deque()
        self.current[:] = self.durable
        self.is_on = False

    def obey(self, words):
        match words:
            case ["cut", seed]:
                self.cut(seed)
            case ["on"]:
                self.is_on = True
            case ["lag", count]:
                self.lag = int(count)
            case _:
                raise pyfuse3.FUSEError(errno.EINVAL)


class Files(pyfuse3.Operations):
    """The disk as two files. The kernel keeps nothing of the image: each write comes here at once."""

    def __init__(self, disk):
        super().__init__()
        self.disk = disk

    async def getattr(self, inode, context=None):
        entry = pyfuse3.EntryAttributes()
        entry.st_ino = inode
        is_root = inode == pyfuse3.ROOT_INODE
        entry.st_mode = stat.S_IFDIR | 0o700 if is_root else stat.S_IFREG | 0o600
        entry.st_size = len(self.disk.current) if inode == IMAGE else 0
        return entry

    async def setattr(self, inode, attributes, fields, handle, context):
        return await self.getattr(inode)

    async def lookup(self, parent, name, context=None):
        if name not in NAMES:
            raise pyfuse3.FUSEError(errno.ENOENT)
        return await self.getattr(NAMES[name])

    async def open(self, inode, flags, context):
        return pyfuse3.FileInfo(fh=inode, direct_io=True)

    async def read(self, inode, offset, length):
        if inode == CONTROL:
            return f"{self.disk.lost}\n".encode()[offset : offset + length]
        return bytes(self.disk.current[offset : offset + length])

    async def write(self, inode, offset, data):
        if inode == CONTROL:
            self.disk.obey(data.decode().split())
        else:
            self.disk.write(offset, bytes(data))
        return len(data)

    async def fsync(self, inode, is_data_only):
        if inode == IMAGE:
            self.disk.sync()


def main():
    place, length = sys.argv[1], int(sys.argv[2])
    # The kernel frees memory by writing to this disk: if this process waited for that while it needs
    # memory itself, both would wait forever. Where it may not say so, memory has to be enough.
    ctypes.CDLL(None).prctl(PR_SET_IO_FLUSHER, 1, 0, 0, 0)
    pyfuse3.init(Files(Disk(length)), place, {"fsname=navsync-faults"})
    try:
        trio.run(pyfuse3.main)
    finally:
        pyfuse3.close(unmount=True)


main()
