"""A live copy of one scene: registers that join, and the digest over them."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import asdict, dataclass, replace
from typing import Iterable, NamedTuple

import navsync_pb2 as pb

LANES = struct.Struct(">4Q")

# Kinds of records, and fields of them, that a client looks at by itself.
TAB, SCREEN, MODAL, BAR, STANDALONE_BAR = 1, 2, 3, 4, 6
PLACEMENT, SELECTED, FLOOR, BADGE_ADDITIONS = 1, 4, 6, 8
TITLE, ROUTE, ENABLED, PROPERTY = 16, 17, 18, 32


@dataclass(frozen=True, order=True)
class Stamp:
    """The total order of writes: compared field by field."""

    time: int
    device: bytes
    sequence: int
    index: int

    @classmethod
    def decode(cls, stamp: pb.Stamp) -> Stamp:
        return cls(stamp.time, bytes(stamp.device), stamp.sequence, stamp.index)

    def encoded(self) -> pb.Stamp:
        return pb.Stamp(**asdict(self))


class Key(NamedTuple):
    """The name of a register: a field of a record."""

    kind: int
    name: str
    field: int
    part: str = ""


class Register(NamedTuple):
    """A value and its stamp: the greater of two wins."""

    stamp: Stamp
    value: bytes


class Mirror:
    """The state of a scene at a revision of an epoch. It begins empty, at none."""

    def __init__(self, scene: str) -> None:
        self.scene = scene
        self.epoch = 0
        self.revision = 0
        self.registers: dict[Key, Register] = {}
        self._lanes = (0, 0, 0, 0)

    @property
    def digest(self) -> bytes:
        return LANES.pack(*self._lanes)

    @property
    def latest(self) -> int:
        """The greatest time of any stamp that it holds."""
        return max((register.stamp.time for register in self.registers.values()), default=0)

    def apply(self, commit: pb.Commit) -> None:
        """Joins a commit; its revision has to be the next one."""
        if commit.revision != self.revision + 1:
            raise ValueError(f"commit {commit.revision} does not follow {self.revision}")
        for effect in commit.effects:
            stamp = replace(Stamp.decode(commit.stamp), index=effect.index)
            if effect.HasField("stamp"):
                stamp = Stamp.decode(effect.stamp)
            key = Key(effect.kind, effect.name, effect.field, effect.part)
            self._join(key, Register(stamp, bytes(effect.value)))
        self._forget({(record.kind, record.name) for record in commit.forgotten})
        self.revision = commit.revision

    def adopt(self, snapshot: pb.Snapshot, epoch: int, revision: int) -> None:
        """Replaces the state by a snapshot's."""
        self.registers, self._lanes = {}, (0, 0, 0, 0)
        for entry in snapshot.entries:
            key = Key(entry.kind, entry.name, entry.field, entry.part)
            self._join(key, Register(Stamp.decode(entry.stamp), bytes(entry.value)))
        self.epoch, self.revision = epoch, revision

    def of(self, kind: int, name: str, field: int, part: str = "") -> Register | None:
        return self.registers.get(Key(kind, name, field, part))

    @property
    def selected(self) -> str | None:
        """The tab that was selected last, among tabs that are all there and enabled."""
        stamps = [(register.stamp, key.name) for key, register in self.registers.items()
                  if (key.kind, key.field) == (TAB, SELECTED)]
        return max(stamps)[1] if stamps else None

    def placement(self, screen: str) -> Stamp:
        """The place of a screen, as a pop has to name it."""
        return self.registers[Key(SCREEN, screen, PLACEMENT)].stamp

    def seen_additions(self, tab: str) -> list[pb.SeenAdditions]:
        """The additions of each device to a badge, as a set or clear has to name them."""
        return [
            pb.SeenAdditions(
                device=bytes.fromhex(key.part),
                stamp=register.stamp.encoded(),
                total=int.from_bytes(register.value, "big", signed=True),
            )
            for key, register in self.registers.items()
            if key[:3] == (TAB, tab, BADGE_ADDITIONS)
        ]

    def _join(self, key: Key, new: Register) -> None:
        old = self.registers.get(key)
        if old is not None and old >= new:
            return
        self.registers[key] = new
        self._count(key, new, 1)
        if old is not None:
            self._count(key, old, -1)

    def _forget(self, records: Iterable[tuple[int, str]]) -> None:
        forgotten = set(records)
        if not forgotten:
            return
        for key in [key for key in self.registers if key[:2] in forgotten]:
            self._count(key, self.registers.pop(key), -1)

    def _count(self, key: Key, register: Register, sign: int) -> None:
        """Adds a register's hash to the digest, or takes it out."""
        stamp = register.stamp
        content = (
            struct.pack(">I", key.kind)
            + _sized(key.name.encode())
            + struct.pack(">I", key.field)
            + _sized(key.part.encode())
            + struct.pack(">q16sQI", stamp.time, stamp.device, stamp.sequence, stamp.index)
            + _sized(register.value)
        )
        hashed = LANES.unpack(hashlib.sha256(content).digest())
        a, b, c, d = ((old + sign * new) % 2**64 for old, new in zip(self._lanes, hashed))
        self._lanes = (a, b, c, d)


def _sized(content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + content
