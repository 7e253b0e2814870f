"""Becoming a device of a user, by the URL of an invitation."""

from __future__ import annotations

import base64
import hashlib
import os
import struct
from dataclasses import dataclass

import navsync_pb2 as pb
from connection import Control, Keys
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PREFIX = "navsync://pair#"


@dataclass(frozen=True)
class PairedDevice:
    """A device that the daemon knows by its key. A real one is on disk before it asks to pair."""

    device: bytes
    endpoint: str
    keys: Keys
    # Six digits for people, the same at the device that invited.
    code: str


def read_invitation(url: str) -> pb.PairingTicket:
    """The ticket in an invitation's URL."""
    if not url.startswith(PREFIX) or len(url) > 2048:
        raise ValueError("no invitation")
    text = url[len(PREFIX) :]
    frame = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    content, check = frame[:-4], frame[-4:]
    version, length = struct.unpack_from(">BH", content)
    if version != 1 or len(content) != 3 + length:
        raise ValueError("an invitation of another version")
    if hashlib.sha256(content).digest()[:4] != check:
        raise ValueError("a damaged invitation")
    ticket: pb.PairingTicket = pb.PairingTicket.FromString(content[3:])
    return ticket


def pair(url: str, name: str, platform: str) -> PairedDevice:
    """Pairs a new device, connecting with the invitation's key: from then on, with its own."""
    ticket = read_invitation(url)
    invitation = Keys(public_half(ticket.secret_key), ticket.secret_key, ticket.server_key)
    secret = os.urandom(32)
    keys = Keys(public_half(secret), secret, ticket.server_key)
    device, endpoint = os.urandom(16), "tcp://" + ticket.addresses[0]
    control = Control(endpoint, invitation)
    control.ask(
        pair=pb.Pair(version=1, device=device, name=name, platform=platform, key=keys.public)
    )
    control.close()
    return PairedDevice(device, endpoint, keys, code(keys.server, keys.public, invitation.public))


def public_half(secret: bytes) -> bytes:
    """The public half of a CURVE key: Curve25519, as X25519 has it."""
    public = X25519PrivateKey.from_private_bytes(secret).public_key()
    return public.public_bytes(Encoding.Raw, PublicFormat.Raw)


def code(server: bytes, device: bytes, invitation: bytes) -> str:
    hashed = hashlib.sha256(b"navsync pairing 1" + server + device + invitation).digest()
    return f"{int.from_bytes(hashed[:8], 'big') % 1_000_000:06}"
