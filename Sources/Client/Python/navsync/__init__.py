"""A person's place in an app, the same on every device: navsync for Python, on libnavsync.

    with navsync.Client() as client:
        client.declare({"version": 1, "tabs": [{"id": "inbox", "title": "Inbox"}]})
        client.perform({"kind": "push", "route": "mail://inbox/42", "payload": navsync.encoded({"draft": 7})})
        for event in client.wait():
            print(event)
"""

import asyncio
import ctypes
import enum
import json
import os
import select
from collections.abc import AsyncIterator, Mapping
from typing import Any, Self, cast

from .objects import (Access, AccessEvent, Change, Event, MissedEvent, Modal, OutcomeEvent, PresentEvent,
                      Problem, Scene, SceneEvent, Screen, Status, Tab, View)

__all__ = ["Access", "AccessEvent", "Change", "Client", "Code", "Error", "Event", "MissedEvent", "Modal",
           "OutcomeEvent", "PresentEvent", "Problem", "Scene", "SceneEvent", "Screen", "Status", "Tab",
           "View", "decoded", "encoded", "pair", "version"]


Code = enum.IntEnum("Code", [  # The kinds of errors, from 1 on.
    "ARGUMENT", "CONFIGURATION", "UNREACHABLE", "NOT_PERMITTED", "NOT_PAIRED", "REVOKED", "VIEWER", "IMPOSSIBLE",
    "REFUSED", "DAMAGED", "OTHER_STORE", "DEVICE", "CLOSED"])


class Error(Exception):
    """An error: its code, and a sentence that says what failed and what to do."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = Code(code)


_Handler = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_void_p)
_Text = ctypes.POINTER(ctypes.c_void_p)


def _load() -> ctypes.CDLL:
    library = ctypes.CDLL(os.environ.get("NAVSYNC_LIBRARY", "libnavsync.so.0"))
    text, client, number = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int64
    for name, result, arguments in [
        ("version", text, []), ("free", None, [client]), ("close", None, [client]),
        ("fd", ctypes.c_int, [client]),
        ("dispatch", ctypes.c_int, [client, _Handler, client]),
        ("open", ctypes.c_int, [text, ctypes.POINTER(client), _Text]),
        ("pair", ctypes.c_int, [text, text, _Text]),
        *((name, ctypes.c_int, [client, text, _Text]) for name in ("follow", "show", "undo", "redo", "shelf")),
        *((name, ctypes.c_int, [client, text, text, _Text]) for name in ("declare", "perform")),
        *((name, ctypes.c_int, [client, text, number, _Text]) for name in ("retry", "drop")),
    ]:
        function = getattr(library, "navsync_" + name)
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()


def _call(name: str, *arguments: Any) -> Any:
    """Calls a function of the library, and returns its object; raises its error."""
    place = ctypes.c_void_p()
    code = getattr(_library, "navsync_" + name)(*arguments, ctypes.byref(place))
    try:
        text = ctypes.string_at(place.value or 0).decode()
    finally:
        _library.navsync_free(place)
    if code != 0:
        raise Error(code, text)
    return json.loads(text)


def _options(**options: str | None) -> bytes:
    return json.dumps({name: value for name, value in options.items() if value is not None}).encode()


def version() -> str:
    """The version of the library."""
    return str(_library.navsync_version().decode())


def encoded(value: Any) -> str:
    """A value as the payload of a screen or modal: one text, whichever language encodes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def decoded(item: Screen) -> Any:
    """The value of a screen's or modal's payload; None if there is none, or none in UTF-8."""
    return json.loads(item["payload"]) if isinstance(item["payload"], str) else None


def pair(url: str, *, device: str | None = None, name: str | None = None) -> dict[str, str]:
    """Pairs the device by the URL of an invitation, which is a secret. Waits for the daemon."""
    return cast(dict[str, str], _call("pair", url.encode(), _options(device=device, name=name)))


class Client:
    """A device of a user; what is not named is found as navctl finds it. Closed by 'with'."""

    def __init__(self, *, endpoint: str | None = None, device: str | None = None, name: str | None = None,
                 user: str | None = None) -> None:
        self._client: ctypes.c_void_p | None = ctypes.c_void_p()
        options = _options(endpoint=endpoint, device=device, name=name, user=user)
        opened = _call("open", options, ctypes.byref(self._client))
        self.device: str = opened["device"]
        self.name: str = opened["name"]
        self.user: str = opened["user"]
        self.endpoint: str = opened["endpoint"]

    def close(self) -> None:
        """Saves what is unsaved, and ends all connections. May be repeated."""
        client, self._client = self._client, None
        _library.navsync_close(client)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _on(self, name: str, scene: str, *arguments: Any) -> Any:
        if self._client is None:
            raise Error(Code.CLOSED, "the client is closed: create a new one")
        return _call(name, self._client, scene.encode(), *arguments)

    def follow(self, scene: str = "main") -> None:
        """Follows a scene: its events come from now on. All methods with a scene do so as well."""
        self._on("follow", scene)

    def touch(self, scene: str = "main") -> None:
        """Says that somebody uses the device, for a touch that makes no change."""
        self._on("touch", scene)

    def show(self, scene: str = "main") -> View:
        """The scene as this device sees it."""
        return cast(View, self._on("show", scene))

    def _change(self, name: str, scene: str, *arguments: Any) -> Change:
        return cast(Change, self._on(name, scene, *arguments))

    def declare(self, description: Mapping[str, Any] | str, scene: str = "main") -> Change:
        """Declares the app's tabs and bars, as a scene file has them; leaves the person's place in them."""
        text = description if isinstance(description, str) else json.dumps(description)
        return self._change("declare", scene, text.encode())

    def perform(self, intent: Mapping[str, Any], scene: str = "main") -> Change:
        """Makes a change, durable on this device when this returns; its outcome comes as an event."""
        return self._change("perform", scene, json.dumps(intent).encode())

    def undo(self, scene: str = "main") -> Change:
        """Undoes this device's newest change that is not undone yet."""
        return self._change("undo", scene)

    def redo(self, scene: str = "main") -> Change:
        """Redoes the change that was undone last."""
        return self._change("redo", scene)

    def shelf(self, scene: str = "main") -> list[dict[str, Any]]:
        """The changes that the daemon has refused or rejected."""
        return cast(list[dict[str, Any]], self._on("shelf", scene)["shelf"])

    def retry(self, change: int, scene: str = "main") -> Change:
        """Makes a change of the shelf again."""
        return self._change("retry", scene, change)

    def drop(self, change: int, scene: str = "main") -> None:
        """Drops a change from the shelf."""
        self._on("drop", scene, change)

    def fileno(self) -> int:
        """The descriptor that is readable while events wait: for select, selectors, GLib and Qt."""
        return int(_library.navsync_fd(self._client))

    def dispatch(self) -> list[Event]:
        """The events that wait; never blocks."""
        texts: list[bytes] = []
        _library.navsync_dispatch(self._client, _Handler(lambda text, _: texts.append(text)), None)
        return [json.loads(text) for text in texts]

    def wait(self, timeout: float | None = None) -> list[Event]:
        """The events that wait, or come within so many seconds: none after that time."""
        select.select([self], [], [], timeout)
        return self.dispatch()

    async def events(self) -> AsyncIterator[Event]:
        """The events as they come, for asyncio."""
        loop, ready = asyncio.get_running_loop(), asyncio.Event()
        descriptor = self.fileno()
        loop.add_reader(descriptor, ready.set)
        try:
            while self._client is not None:
                await ready.wait()
                ready.clear()
                for event in self.dispatch():
                    yield event
        finally:
            loop.remove_reader(descriptor)
