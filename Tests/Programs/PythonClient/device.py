"""A device: a connection, the mirror of one scene, and its changes, one after the other."""

from __future__ import annotations

import time
from typing import Any, Iterable

import navsync_pb2 as pb
from connection import Control, Feed, Keys, Refused, TopicGone, Unanswered
from mirror import Mirror

VERSION = 1
LARGEST_SNAPSHOT = 256 << 20
# In seconds. An app says it every 30; here tests wait.
PRESENCE_INTERVAL = 5


class Device:
    """A device at a daemon. It is in memory alone: an app's keeps on disk its id, the store's id, its
    changes until their receipts, and its mirror."""

    def __init__(
        self, endpoint: str, device: bytes, scene: str = "main", keys: Keys | None = None
    ) -> None:
        self.device = device
        self.control = Control(endpoint, keys)
        self.mirror = Mirror(scene)
        self.feed: Feed | None = None
        self.last_sequence = 0
        self.welcome = pb.Welcome()
        self.hello()

    def hello(self) -> None:
        """Introduces the device, on every new connection."""
        self.welcome = self.control.ask(
            hello=pb.Hello(
                version=VERSION,
                device=self.device,
                name="python",
                platform="Python",
                existing_user=True,
            )
        )

    def ask(self, **call: Any) -> Any:
        """Asks. On a connection that is a new one it says hello first; after a reply that is
        missing it asks again, since the daemon takes a change once however often it comes."""
        try:
            return self.control.ask(**call)
        except Unanswered:
            pass
        except Refused as refused:
            if refused.code != "HELLO_FIRST":
                raise
        self.hello()
        return self.control.ask(**call)

    # Mirroring

    def subscribe(self) -> None:
        """Opens the feed and waits until it is live. Then comes ``sync``: so nothing is missed."""
        if self.feed is not None:
            self.feed.close()
        self.feed = Feed(self.control, self.welcome)
        if self.feed.next(timeout=10) is None:
            raise TimeoutError("the feed is blocked")

    def sync(self) -> None:
        """Catches up with the daemon, by commits or by a snapshot."""
        mirror = self.mirror
        while True:
            position = dict(epoch=mirror.epoch, revision=mirror.revision)
            synced: pb.Synced = self.ask(
                sync=pb.Sync(scene=mirror.scene, oldest_base=mirror.revision, **position)
            )
            self.last_sequence = synced.last_sequence
            if synced.HasField("snapshot"):
                snapshot = self.fetch(synced.snapshot)
                mirror.adopt(snapshot, synced.head.epoch, synced.snapshot.revision)
            mirror.epoch = synced.head.epoch
            for commit in synced.commits:
                mirror.apply(commit)
            if mirror.revision >= synced.head.revision:
                return self.compare(synced.head)

    def fetch(self, offer: pb.SnapshotOffer) -> pb.Snapshot:
        """Fetches a snapshot that the daemon has offered, part by part."""
        if offer.length > LARGEST_SNAPSHOT:
            raise ValueError("a snapshot beyond its limit")
        content = b""
        while len(content) < offer.length:
            place = pb.SnapshotPart(scene=self.mirror.scene, id=offer.id, offset=len(content))
            part: pb.SnapshotContent = self.ask(snapshot_part=place)
            if not part.content or part.offset != len(content):
                raise ValueError("a part that does not follow")
            content += part.content
        snapshot: pb.Snapshot = pb.Snapshot.FromString(content)
        return snapshot

    def follow(self, revision: int, timeout: float) -> None:
        """Applies what the feed publishes, until the mirror is at a revision."""
        deadline = time.monotonic() + timeout
        while self.mirror.revision < revision:
            if self.feed is None or time.monotonic() > deadline:
                raise TimeoutError(f"at {self.mirror.revision}, not at {revision}")
            try:
                publication = self.feed.next(PRESENCE_INTERVAL)
            except TopicGone:
                self.renew()
                continue
            if publication is None:
                self.present()
            elif publication.head.scene == self.mirror.scene:
                self.take(publication.head, publication.commits)

    def present(self) -> None:
        """Says which scene the device mirrors, and learns what it may have missed."""
        mirror = self.mirror
        position = dict(epoch=mirror.epoch, revision=mirror.revision)
        heads: pb.Heads = self.ask(
            presence=pb.Presence(scene=mirror.scene, oldest_base=mirror.revision, **position)
        )
        if self.feed is not None and heads.topic != self.feed.topic:
            return self.renew()
        for head in heads.heads:
            if head.scene == mirror.scene:
                self.take(head, [])

    def renew(self) -> None:
        """Gets another topic and key, which those have that still have access."""
        self.hello()
        self.subscribe()
        self.sync()

    def take(self, head: pb.Head, commits: Iterable[pb.Commit]) -> None:
        """Applies the commits that follow, and syncs if the head shows that others are missing."""
        mirror = self.mirror
        for commit in commits:
            if head.epoch == mirror.epoch and commit.revision == mirror.revision + 1:
                mirror.apply(commit)
        if head.epoch != mirror.epoch or head.revision > mirror.revision:
            self.sync()
        else:
            self.compare(head)

    def compare(self, head: pb.Head) -> None:
        """Compares the mirror with a head at its revision: equal digests prove equal states."""
        here = (self.mirror.epoch, self.mirror.revision)
        if here == (head.epoch, head.revision) and self.mirror.digest != head.digest:
            raise AssertionError(f"another digest at revision {head.revision}")

    # Changing

    def change(self, *operations: pb.Operation) -> pb.Change:
        """The device's next change, on what its mirror shows."""
        return pb.Change(
            device=self.device,
            sequence=self.last_sequence + 1,
            base_revision=self.mirror.revision,
            base_latest=self.mirror.latest,
            operations=operations,
        )

    def submit(self, *operations: pb.Operation) -> pb.Receipt:
        """Submits a change, waits for its receipt, and catches up with its commit."""
        receipt = self.submit_encoded(self.change(*operations).SerializeToString())
        self.last_sequence = receipt.sequence
        self.sync()
        return receipt

    def submit_encoded(self, change: bytes, after: int | None = None) -> pb.Receipt:
        """Submits encoded bytes. In doubt the same again: the receipt will be the same."""
        receipt: pb.Receipt = self.ask(
            submit=pb.Submit(
                scene=self.mirror.scene,
                epoch=self.mirror.epoch,
                after=self.last_sequence if after is None else after,
                change=change,
                age=0,
            )
        )
        return receipt

    def close(self) -> None:
        if self.feed is not None:
            self.feed.close()
        self.control.close()
