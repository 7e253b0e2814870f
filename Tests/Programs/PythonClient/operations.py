"""Every operation that a device can make, in an order in which each has an effect."""

from __future__ import annotations

import uuid
from typing import Any, Iterator

from device import Device
from mirror import ENABLED, PROPERTY, ROUTE, TITLE
from navsync_pb2 import Attribute, Operation

# Operations that only the daemon makes.
DAEMONS_OWN = {"prune", "rekey", "device_revoked", "device_paired"}

Change = list[Operation]


def text(field: int, value: str, part: str = "") -> Attribute:
    return Attribute(field=field, value=value.encode(), part=part)


def titled(title: str, route: str) -> list[Attribute]:
    return [text(TITLE, title), text(ROUTE, route)]


def fresh() -> str:
    return uuid.uuid4().hex


def push(screen: str, below: str = "", **stack: str) -> Operation:
    attributes = titled(screen[:4], f"mail://{screen}")
    return Operation(push=dict(screen=screen, below=below, attributes=attributes, **stack))


def all_operations(device: Device) -> Iterator[Change]:
    """Yields changes, each made from what the mirror shows once those before are committed."""
    yield from tabs()
    yield from selections(device)
    yield from badges(device)
    yield from stacks(device)
    yield from modals()
    yield from bars()


def tabs() -> Iterator[Change]:
    # Position keys are fractions in base 256: a quarter, a half, three quarters.
    positions = {"inbox": b"\x40", "search": b"\x80", "old": b"\xc0"}
    yield [
        Operation(declare_tab=dict(tab=tab, position=at, attributes=[text(TITLE, tab.title())]))
        for tab, at in positions.items()
    ]
    disabled = Attribute(field=ENABLED, value=b"\x00")
    yield [Operation(update_tab=dict(tab="old", attributes=[disabled]))]
    yield [Operation(move_tab=dict(tab="old", position=b"\x20"))]
    yield [Operation(remove_tab=dict(tab="old"))]
    yield [Operation(select_tab=dict(tab="search"))]
    yield [Operation(refresh_tab=dict(tab="search"))]


def selections(device: Device) -> Iterator[Change]:
    # An own selection, another device to follow, and neither: the shared selection again.
    other = uuid.uuid4().bytes
    yield [Operation(set_selection=dict(device=device.device, tab="inbox"))]
    yield [Operation(set_selection=dict(device=device.device, follow=other))]
    yield [Operation(set_selection=dict(device=device.device))]


def badges(device: Device) -> Iterator[Change]:
    badges: list[dict[str, Any]] = [dict(text="5"), dict(dot=True), dict(cleared=True)]
    for badge in badges:
        yield [Operation(add_to_badge=dict(tab="inbox", count=3))]
        seen = device.mirror.seen_additions("inbox")
        yield [Operation(set_badge=dict(tab="inbox", seen=seen, **badge))]


def stacks(device: Device) -> Iterator[Change]:
    mirror = device.mirror
    root, letter, draft = fresh(), fresh(), fresh()
    items = [dict(screen=root, attributes=titled("Inbox", "mail://inbox"))]
    yield [Operation(set_items=dict(tab="inbox", items=items))]
    yield [push(letter, below=root, tab="inbox"), push(draft, below=letter, tab="inbox")]
    prompt = text(PROPERTY, "Today", "prompt")
    yield [Operation(update_screen=dict(screen=letter, attributes=[prompt]))]
    seen = [dict(screen=draft, placement=mirror.placement(draft).encoded())]
    yield [Operation(pop=dict(tab="inbox", screens=seen))]
    yield [Operation(restore=dict(tab="inbox", screens=seen))]

    # A run of one device's screens, named by the numbers of their placements.
    run = [draft] + [fresh() for _ in range(6)]
    for part in (range(1, 4), range(4, 7)):
        yield [push(run[i], below=run[i - 1], tab="inbox") for i in part]
    first, last = mirror.placement(run[1]), mirror.placement(run[-1])
    numbers = [first.sequence, first.index, last.sequence - first.sequence, last.index]
    spans = [dict(device=device.device, numbers=numbers)]
    yield [Operation(pop_spans=dict(tab="inbox", screens=spans))]
    yield [Operation(restore_spans=dict(tab="inbox", screens=spans))]


def modals() -> Iterator[Change]:
    question, other = fresh(), fresh()
    yield [Operation(present_modal=dict(modal=question, attributes=titled("?", "mail://ask")))]
    yield [Operation(update_modal=dict(modal=question, attributes=[text(TITLE, "Discard?")]))]
    yield [push(fresh(), modal=question)]
    yield [Operation(dismiss_modal=dict(modal=question))]
    yield [Operation(present_modal=dict(modal=other, attributes=titled("?", "mail://rate")))]
    yield [Operation(answer_modal=dict(modal=other, answer="preferred"))]


def bars() -> Iterator[Change]:
    yield [Operation(set_bar=dict(key="app.tint", text="red"))]
    yield [Operation(declare_bar=dict(bar="tools"))]
    prompt = text(PROPERTY, "Tools", "prompt")
    yield [Operation(update_bar=dict(bar="tools", attributes=[prompt]))]
    yield [push(fresh(), bar="tools")]
    yield [Operation(remove_bar=dict(bar="tools"))]
