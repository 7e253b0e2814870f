"""Scenarios at a running daemon: scenarios.py NAME [ENDPOINT [ARGUMENT]]

Each prints facts as lines of JSON, and fails where the daemon is not as documented."""

from __future__ import annotations

import json
import os
import sys
from typing import Any, Callable, Iterator

import navsync_pb2 as pb
from connection import Control, Denied, Keys, Refused
from device import VERSION, Device
from mirror import ENABLED, PROPERTY, ROUTE, TAB, TITLE, Mirror
from navsync_pb2 import Attribute, Operation, Outcome
from operations import DAEMONS_OWN, all_operations, fresh, push, text
from pairing import pair, public_half, read_invitation

# A field by a number that no version has.
UNKNOWN_FIELD = b"\xfa\x7f\x03new"


def report(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)


def expect(condition: bool, message: object) -> None:
    if not condition:
        raise AssertionError(message)


def position(device: Device) -> dict[str, Any]:
    return {"revision": device.mirror.revision, "digest": device.mirror.digest.hex()}


def failure(act: Callable[[], object]) -> str:
    """The name of the failure that an act ends with."""
    try:
        act()
    except Refused as refused:
        return refused.code
    except Denied:
        return "denied"
    return "none"


def new_device(endpoint: str, scene: str = "main") -> Device:
    device = Device(endpoint, os.urandom(16), scene)
    device.sync()
    return device


def operations(endpoint: str) -> None:
    """Makes every operation; a second device follows on the feed."""
    device, follower = new_device(endpoint), new_device(endpoint)
    follower.subscribe()
    used = set()
    for change in all_operations(device):
        receipt = device.submit(*change)
        used |= {str(operation.WhichOneof("kind")) for operation in change}
        outcomes = [outcome.kind for outcome in receipt.outcomes]
        expect(outcomes == [Outcome.APPLIED] * len(change), f"{change}: {receipt}")
    expect(used | DAEMONS_OWN == set(Operation.DESCRIPTOR.fields_by_name), used)
    follower.follow(device.mirror.revision, timeout=30)
    expect(follower.mirror.registers == device.mirror.registers, "the follower has another state")
    report(**position(device))


def follow(endpoint: str, commits: str) -> None:
    """Takes a snapshot, then follows the feed for a number of commits of others."""
    device = Device(endpoint, os.urandom(16))
    # Of another epoch than any: the daemon offers a snapshot.
    device.mirror.epoch = 1
    device.subscribe()
    device.sync()
    report(**position(device))
    device.follow(device.mirror.revision + int(commits), timeout=30)
    report(**position(device))


def older(endpoint: str, commits: str) -> None:
    """Follows what devices with own selections do, which it does not know, and then changes something."""
    expect("set_selection" not in Operation.DESCRIPTOR.fields_by_name, "the messages are not of before")
    device = new_device(endpoint)
    device.subscribe()
    report(selected=device.mirror.selected, **position(device))
    device.follow(device.mirror.revision + int(commits), timeout=30)
    report(selected=device.mirror.selected, **position(device))
    receipt = device.submit(push(fresh(), tab="inbox"), Operation(select_tab=dict(tab="inbox")))
    expect([outcome.kind for outcome in receipt.outcomes] == [Outcome.APPLIED] * 2, receipt)
    report(selected=device.mirror.selected, **position(device))


def history(endpoint: str) -> None:
    """Reads the log from its beginning: each state is the one that the daemon says it was."""
    device = new_device(endpoint)
    past = Mirror(device.mirror.scene)
    while past.revision < device.mirror.revision:
        page = device.ask(history=pb.History(scene=past.scene, after=past.revision, limit=7))
        for commit in page.commits:
            past.apply(commit)
        told = device.ask(state_at=pb.StateAt(scene=past.scene, revision=past.revision))
        read = Mirror(past.scene)
        read.adopt(device.fetch(told.snapshot), told.epoch, told.snapshot.revision)
        expect(told.digest == past.digest == read.digest, f"another state at {past.revision}")
    report(**position(device))


def restart(endpoint: str) -> None:
    """Follows through a restart of the daemon, and submits again what it may not have got."""
    device = new_device(endpoint)
    device.subscribe()
    change = device.change(push(fresh(), tab="inbox")).SerializeToString()
    receipt = device.submit_encoded(change)
    instance = device.welcome.instance
    report(**position(device))
    device.follow(receipt.revision + 1, timeout=30)
    expect(device.welcome.instance != instance, "the daemon has not been started anew")
    expect(device.submit_encoded(change, after=0) == receipt, "another receipt for the same bytes")
    report(**position(device))


def submessages(message: Any) -> Iterator[Any]:
    """The message, and all messages in it."""
    yield message
    for field, value in message.ListFields():
        if field.message_type:
            for part in value if field.label == field.LABEL_REPEATED else [value]:
                yield from submessages(part)


def unknown(endpoint: str) -> None:
    """Sends what the daemon does not know: calls, fields, operations, attributes."""
    device = new_device(endpoint)
    calls = [field.number for field in pb.Request.DESCRIPTOR.oneofs[0].fields]
    kinds = [field.number for field in Operation.DESCRIPTOR.oneofs[0].fields]
    expect(sorted(device.welcome.calls) == sorted(calls), device.welcome.calls)
    expect(sorted(device.welcome.operations) == sorted(kinds), device.welcome.operations)

    call = pb.Request(id=1 << 40).SerializeToString() + UNKNOWN_FIELD
    refused = failure(lambda: device.control.ask_encoded(1 << 40, call))
    expect(refused == "UNSUPPORTED", refused)
    presence = pb.Presence(scene="main")
    presence.MergeFromString(UNKNOWN_FIELD)
    device.ask(presence=presence)

    def expect_unsupported(change: pb.Change) -> None:
        receipt = device.submit_encoded(change.SerializeToString())
        device.last_sequence = receipt.sequence
        reasons = {outcome.reason for outcome in receipt.outcomes}
        expect(reasons == {Outcome.UNSUPPORTED}, f"{change}: {receipt}")

    tried = 0
    for operations in all_operations(device):
        device.submit(*operations)
        for index in range(len(list(submessages(device.change(*operations))))):
            change = device.change(*operations)
            list(submessages(change))[index].MergeFromString(UNKNOWN_FIELD)
            expect_unsupported(change)
            tried += 1
        device.sync()

    # An attribute by a number that no version has is kept by the daemon and by every mirror.
    newer = Attribute(field=4_000, value=b"new", part="of a later version")
    device.submit(Operation(update_tab=dict(tab="inbox", attributes=[newer])))
    kept = device.mirror.of(TAB, "inbox", newer.field, newer.part)
    expect(kept is not None and kept.value == newer.value, "the attribute is not there")
    report(tried=tried, **position(device))


def failures(endpoint: str) -> None:
    """Brings about the failures that a client can meet at a connection by ipc."""
    control, ident = Control(endpoint), os.urandom(16)
    refusals = [failure(lambda: control.ask(status=pb.Status(scene="main")))]
    refusals.append(failure(lambda: control.ask(
        hello=pb.Hello(version=VERSION + 1, device=ident, name="python"))))
    device = new_device(endpoint)
    red, blue = (Operation(set_bar=dict(key="app.tint", text=name)) for name in ("red", "blue"))

    def submit(sequence: int, after: int, operation: Operation = red) -> object:
        change = device.change(operation)
        change.sequence = sequence
        return device.submit_encoded(change.SerializeToString(), after)

    expect(submit(1, 0) == submit(1, 0), "another receipt for the same bytes")
    refusals.append(failure(lambda: submit(1, 0, blue)))
    refusals.append(failure(lambda: submit(9, 8)))
    submit(4, 1)
    refusals.append(failure(lambda: submit(3, 2)))
    refusals.append(failure(lambda: device.submit_encoded(b"garbage")))
    many = device.change(*[red] * 2_000).SerializeToString()
    refusals.append(failure(lambda: device.submit_encoded(many)))
    device.mirror.epoch ^= 1
    refusals.append(failure(lambda: submit(5, 4)))
    for call in (
        dict(snapshot_part=pb.SnapshotPart(scene="main", id=1 << 40)),
        dict(state_at=pb.StateAt(scene="main", revision=1 << 40)),
        dict(revoke_device=pb.RevokeDevice(device=ident)),
        dict(update_device=pb.UpdateDevice(device=device.device, role=pb.VIEWER)),
        dict(add_user=pb.AddUser(name=device.welcome.access.user)),
    ):
        refusals.append(failure(lambda: device.ask(**call)))
    report(failures=refusals)


def rejections(endpoint: str) -> None:
    """Makes changes that are rejected, for each reason that a device can bring about by itself."""
    device = new_device(endpoint)
    reasons = []

    def expect_rejected(*operations: Operation, **fields: Any) -> None:
        change = device.change(*operations)
        for name, value in fields.items():
            setattr(change, name, value)
        receipt = device.submit_encoded(change.SerializeToString())
        device.last_sequence = receipt.sequence
        device.sync()
        reasons.append(Outcome.Reason.Name(receipt.outcomes[0].reason))

    def title(tab: str, *attributes: Attribute) -> Operation:
        return Operation(update_tab=dict(tab=tab, attributes=attributes))

    answered, disabled, screen = fresh(), fresh(), fresh()
    answer = Operation(answer_modal=dict(modal=answered, answer="cancel"))
    route = text(ROUTE, "mail://ask")
    closed = [route, text(PROPERTY, "false", "preferred.isEnabled")]
    device.submit(
        Operation(declare_tab=dict(tab="inbox", position=b"\x80")),
        Operation(present_modal=dict(modal=answered, attributes=[route])),
        answer,
        Operation(present_modal=dict(modal=disabled, attributes=closed)),
    )
    expect_rejected(push(fresh(), tab="nowhere"))
    expect_rejected(Operation(update_screen=dict(screen=fresh(), attributes=[text(TITLE, "a")])))
    expect_rejected(Operation(answer_modal=dict(modal=fresh(), answer="cancel")))
    expect_rejected(Operation(remove_bar=dict(bar="nowhere")))
    expect_rejected(push(screen, tab="inbox"), push(screen, tab="inbox"))
    expect_rejected(title("inbox", text(TITLE, "a")), required_revision=0)
    expect_rejected(title("inbox", text(TITLE, "a" * 60_000)))
    expect_rejected(answer)
    expect_rejected(Operation(answer_modal=dict(modal=disabled, answer="preferred")))
    expect_rejected(Operation(rekey=dict()))
    # Without a route that is required: a push, a modal, an item.
    expect_rejected(Operation(push=dict(screen=fresh(), tab="inbox")))
    expect_rejected(Operation(present_modal=dict(modal=fresh())))
    expect_rejected(Operation(set_items=dict(tab="inbox", items=[dict(screen=fresh())])))
    # A register of structure, one twice, and a truth value that is none.
    expect_rejected(title("inbox", text(3, "a")))
    expect_rejected(title("inbox", text(TITLE, "a"), text(TITLE, "b")))
    expect_rejected(title("inbox", text(ENABLED, "yes")))
    report(reasons=reasons, **position(device))


def epoch(endpoint: str) -> None:
    """Loses a scene to its removal, and submits what was pending anew."""
    device = new_device(endpoint, scene=fresh())
    declare = Operation(declare_bar=dict(bar="tools"))
    device.submit(declare)
    pending = device.change(declare).SerializeToString()
    device.ask(remove_scene=pb.RemoveScene(scene=device.mirror.scene))
    refused = failure(lambda: device.submit_encoded(pending))
    expect(refused == "EPOCH_CHANGED", refused)
    device.sync()
    expect(device.mirror.revision == 0 and device.last_sequence == 0, position(device))
    # Another base and another number: after the last that the daemon has of this device.
    receipt = device.submit(declare)
    expect(receipt.sequence == 1 and receipt.outcomes[0].kind == Outcome.APPLIED, receipt)
    report(scene=device.mirror.scene, **position(device))


def paired() -> None:
    """Pairs by an invitation from standard input, changes the scene by tcp, and follows it until
    the device is revoked."""
    url = sys.stdin.readline().strip()
    ticket = read_invitation(url)
    secret, server = ticket.secret_key, ticket.server_key
    late = Control("tcp://" + ticket.addresses[0], Keys(public_half(secret), secret, server))
    failure(lambda: late.ask(status=pb.Status(scene="main")))
    this = pair(url, "python", "Python")
    device = Device(this.endpoint, this.device, keys=this.keys)
    device.subscribe()
    device.sync()
    receipt = device.submit(push(fresh(), tab="inbox"))
    expect(receipt.outcomes[0].kind == Outcome.APPLIED, receipt)
    other = pb.Pair(version=VERSION, device=os.urandom(16), platform="", key=os.urandom(32))
    refusals = [failure(lambda: late.ask(pair=other)), failure(lambda: pair(url, "o", "Python"))]
    report(code=this.code, device=this.device.hex(), refusals=refusals, **position(device))
    report(ended=failure(lambda: device.follow(1 << 60, timeout=60)))
    report(again=failure(lambda: Device(this.endpoint, this.device, keys=this.keys)))


def revoked(endpoint: str) -> None:
    """Is revoked by another local device, while it follows."""
    device, other = new_device(endpoint), new_device(endpoint)
    device.submit(push(fresh(), tab="inbox"))
    device.subscribe()
    device.sync()
    other.ask(revoke_device=pb.RevokeDevice(device=device.device))
    report(ended=failure(lambda: device.follow(1 << 60, timeout=60)))
    report(again=failure(lambda: Device(endpoint, device.device)))


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
