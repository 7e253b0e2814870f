"""What devices were told of their changes, as they were told it."""

import json
import threading
from dataclasses import dataclass
from typing import Optional


@dataclass
class Change:
    """A change that was in an outbox, and what its device was told of it."""

    device: str
    tag: str
    kind: str
    sequence: int
    # `None` until it was told; `refused` where the daemon will never take it.
    outcome: Optional[str] = None
    revision: Optional[int] = None

    @property
    def is_acknowledged(self):
        return self.outcome not in (None, "refused")


class Ledger:
    """All changes, by their tags."""

    def __init__(self):
        self.changes = {}
        self.troubles = []
        self.lock = threading.Condition()

    def note(self, device, line):
        """Takes a line of a device's output."""
        with self.lock:
            if kept := line.get("kept"):
                self.changes[kept["tag"]] = Change(
                    device, kept["tag"], kept["kind"], kept["sequence"]
                )
            elif told := line.get("told"):
                change = self.changes[told["tag"]]
                change.sequence, change.outcome = told["sequence"], told["outcome"]
                change.revision = told.get("revision")
            elif refused := line.get("refused"):
                self.changes[refused["tag"]].outcome = "refused"
            elif trouble := line.get("trouble"):
                self.troubles.append(f"{device}: {trouble['message']}")
            self.lock.notify_all()

    @property
    def acknowledged(self):
        with self.lock:
            return sum(change.is_acknowledged for change in self.changes.values())

    def wait(self, count, seconds):
        """Waits until so many more are acknowledged, for so long at most."""
        with self.lock:
            wanted = self.acknowledged + count
            return self.lock.wait_for(lambda: self.acknowledged >= wanted, seconds)

    def note_command(self, device, tag, status, output):
        """Takes what navctl said of a push: done, or kept in the outbox."""
        if status not in (0, 3):
            return
        said = json.loads(output)
        kept = {"tag": tag, "kind": "push", "sequence": said["sequence"]}
        self.note(device, {"kept": kept})
        if status == 0:
            told = {key: said[key] for key in ("sequence", "revision", "outcome")}
            self.note(device, {"told": {"tag": tag, **told}})
