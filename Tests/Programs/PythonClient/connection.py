"""The two channels to the daemon: control and feed, over ipc, or over tcp with CURVE."""

from __future__ import annotations

import struct
import time
from dataclasses import dataclass
from typing import Any

import navsync_pb2 as pb
import zmq
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from zmq.utils.monitor import recv_monitor_message

# The status by which the daemon's authentication refuses a key, in libzmq's monitor.
DENIED = 400
REPLY_TIMEOUT = 10.0
LARGEST_REPLY = 8 << 20
LARGEST_PUBLICATION = 16 << 10


@dataclass(frozen=True)
class Keys:
    """The CURVE keys of a connection by tcp: 32 bytes each, not Z85."""

    public: bytes
    secret: bytes
    server: bytes


class Refused(Exception):
    """A request that the daemon answered with a failure."""

    def __init__(self, failure: pb.Failure) -> None:
        self.code: str = pb.Failure.Code.Name(failure.code)
        self.expected: int = failure.expected
        super().__init__(f"{self.code}: {failure.message}")


class Denied(Exception):
    """The daemon does not know the key, or not any more: libzmq does not try again."""


class Unanswered(Exception):
    """No reply in time."""


class Control:
    """The control channel: requests, each with its reply."""

    def __init__(self, endpoint: str, keys: Keys | None = None) -> None:
        self.endpoint = endpoint
        self.keys = keys
        self.last_id = 0
        self.socket = _dial(zmq.DEALER, endpoint, keys, LARGEST_REPLY)
        self.monitor = self.socket.get_monitor_socket(zmq.EVENT_HANDSHAKE_FAILED_AUTH)
        self.socket.connect(endpoint)

    def ask(self, **call: Any) -> Any:
        """Sends a request, such as ``hello=pb.Hello(…)``, and returns the result in its reply."""
        self.last_id += 1
        request = pb.Request(id=self.last_id, **call)
        return self.ask_encoded(request.id, request.SerializeToString())

    def ask_encoded(self, request_id: int, request: bytes) -> Any:
        """Sends an encoded request, and returns the result in the reply with its id."""
        deadline = time.monotonic() + REPLY_TIMEOUT
        # Once a handshake was refused the socket has no peer, and a send would wait for ever.
        if not self._is_ready(zmq.POLLOUT, deadline):
            raise Unanswered(self.endpoint)
        self.socket.send(request, zmq.DONTWAIT)
        while self._is_ready(zmq.POLLIN, deadline):
            reply = pb.Reply.FromString(self.socket.recv())
            if reply.id != request_id:
                continue
            kind = reply.WhichOneof("result")
            if kind == "failure":
                raise Refused(reply.failure)
            return getattr(reply, kind) if kind else None
        raise Unanswered(self.endpoint)

    def _is_ready(self, event: int, deadline: float) -> bool:
        poller = zmq.Poller()
        poller.register(self.socket, event)
        poller.register(self.monitor, zmq.POLLIN)
        ready = dict(poller.poll(max(0, int((deadline - time.monotonic()) * 1000))))
        if self.monitor in ready and recv_monitor_message(self.monitor)["value"] == DENIED:
            raise Denied(self.endpoint)
        return self.socket in ready

    def close(self) -> None:
        self.socket.disable_monitor()
        self.socket.close(linger=0)


class Feed:
    """The feed of a user: publications, opened with the key from welcome."""

    def __init__(self, control: Control, welcome: pb.Welcome) -> None:
        place, separator = control.endpoint.rsplit("/", 1)[0], "/"
        name = welcome.feed_socket
        if control.endpoint.startswith("tcp:"):
            place, separator = control.endpoint.rsplit(":", 1)[0], ":"
            name = str(welcome.feed_port)
        self.topic = bytes(welcome.topic)
        self.cipher = ChaCha20Poly1305(welcome.access.feed_key)
        self.socket = _dial(zmq.SUB, place, control.keys, LARGEST_PUBLICATION)
        # Before it connects: the daemon answers the subscription with a publication on its topic.
        self.socket.subscribe(self.topic)
        self.socket.connect(place + separator + name)

    def next(self, timeout: float) -> pb.Feed | None:
        """The next publication, if it comes in time. Raises ``TopicGone`` at the topic's end."""
        deadline = time.monotonic() + timeout
        while self.socket.poll(max(0, int((deadline - time.monotonic()) * 1000))):
            frames = self.socket.recv_multipart()
            if len(frames) != 2 or frames[0] != self.topic:
                continue
            if frames[1] == b"\0":
                raise TopicGone
            opened = self._open(frames[1])
            if opened is not None:
                feed: pb.Feed = pb.Feed.FromString(opened)
                return feed
        return None

    def _open(self, frame: bytes) -> bytes | None:
        if len(frame) < 25 or frame[0] != 1:
            return None
        try:
            plain = self.cipher.decrypt(bytes(4) + frame[1:9], frame[9:], self.topic)
        except InvalidTag:
            return None
        length: int = struct.unpack_from(">I", plain)[0]
        return plain[4 : 4 + length]

    def close(self) -> None:
        self.socket.close(linger=0)


class TopicGone(Exception):
    """The topic and key are not valid any more: hello tells others, to those with access."""


def _dial(kind: int, endpoint: str, keys: Keys | None, largest: int) -> Any:
    socket = zmq.Context.instance().socket(kind)
    socket.linger = 0
    socket.maxmsgsize = largest
    socket.reconnect_ivl, socket.reconnect_ivl_max = 100, 10_000
    socket.connect_timeout, socket.handshake_ivl = 2_000, 15_000
    if keys is not None:
        socket.curve_publickey, socket.curve_secretkey = keys.public, keys.secret
        socket.curve_serverkey = keys.server
    return socket
