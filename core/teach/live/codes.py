"""Authentication in a class: its code, the teacher's secret, the seats of students' browsers.

Everything of the teacher's is computed from the secret, so a browser that has it can restore a class that the
server has lost, under the same code, and the students' seats stay valid.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass

from core.teach.live.wire import LiveError, matched

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""31 letters and digits, without those that are taken for each other: 0 and O, 1, I and L."""

LENGTH = 6
_ROUNDS = 4_000  # of hashing, about 1 ms: finding a secret for a given code would take days
_CODE = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_SEAT = re.compile(r"[A-Za-z0-9_-]{12}\.[A-Za-z0-9_-]{16}")


@dataclass(frozen=True)
class Keys:
    """What the server keeps instead of a secret."""

    code: str  # six characters that students type
    digest: str  # hash of the secret
    watch: str  # opens the teacher's stream and nothing else, so it may stand in an address
    seats: str  # signs the seats of students

    def check_secret(self, given: str) -> None:
        """Compare a secret in constant time."""
        if not hmac.compare_digest(_hash("secret", given), self.digest):
            raise LiveError("secret", "this browser is not the teacher of this class: its secret is another one")

    def check_watch(self, given: str) -> None:
        """The same for what opens the teacher's stream."""
        if not hmac.compare_digest(given.encode(), self.watch.encode()):
            raise LiveError("secret", "this browser is not the teacher of this class: watch is another one")

    def new_seat(self) -> str:
        """A random seat with its signature."""
        chair = secrets.token_urlsafe(9)
        return f"{chair}.{self._sign(chair)}"

    def has_seat(self, given: object) -> bool:
        """Whether a seat belongs to this class."""
        if not isinstance(given, str) or not _SEAT.fullmatch(given):
            return False
        chair, _, signature = given.partition(".")
        return hmac.compare_digest(signature, self._sign(chair))

    def check_seat(self, given: object) -> str:
        """The seat, if it belongs to this class."""
        if not self.has_seat(given):
            raise LiveError("seat", "this browser has no seat in this class; it has to join again")
        return str(given)

    def _sign(self, chair: str) -> str:
        return _letters(hmac.digest(self.seats.encode(), chair.encode(), "sha256")[:12])


def new_secret() -> str:
    """A secret of 256 random bits, 43 characters."""
    return secrets.token_urlsafe(32)


def read_secret(given: object) -> str:
    """A secret in the form of `new_secret`."""
    if not isinstance(given, str) or not _SECRET.fullmatch(given):
        raise LiveError("secret", "a secret must be 43 letters, digits, - and _")
    return given


def keys_of(secret: str) -> Keys:
    """Code, hashes and signing key of a secret."""
    slow = hashlib.pbkdf2_hmac("sha256", secret.encode(), b"clockface code", _ROUNDS)
    place = int.from_bytes(slow, "big")
    code = "".join(ALPHABET[place // len(ALPHABET) ** n % len(ALPHABET)] for n in range(LENGTH))
    return Keys(code, _hash("secret", secret), _hash("watch", secret)[:22], _hash("seats", secret))


def read_code(given: object) -> str:  # raises LiveError
    """A code as typed: small letters, blanks and dashes are accepted.

    >>> read_code("7kq-2mx")
    '7KQ2MX'
    """
    shortened = given.replace(" ", "").replace("-", "").upper() if isinstance(given, str) else given
    return matched(shortened, "a code", _CODE, f"{LENGTH} letters and digits without 0, O, 1, I and L")


def _hash(purpose: str, secret: str) -> str:
    return _letters(hashlib.sha256(f"clockface {purpose} {secret}".encode()).digest())


def _letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
