"""Authentication in a class: its code, the teacher's secret, the tokens of participants.

Everything of the teacher's is computed from the secret, so a browser that has it can restore a class that the
server has lost, under the same code, and the participants' tokens stay valid.
"""

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass

from core.teach.live.untrusted import LiveError, match_pattern

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""31 letters and digits, without those that are taken for each other: 0 and O, 1, I and L."""

LENGTH = 6
_ROUNDS = 4_000  # of hashing, about 1 ms: finding a secret for a given code would take days
_CODE = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_PARTICIPANT_TOKEN = re.compile(r"[A-Za-z0-9_-]{12}\.[A-Za-z0-9_-]{16}")


@dataclass(frozen=True)
class Keys:
    """What the server keeps instead of a secret."""

    code: str  # six characters that students type
    digest: str  # hash of the secret
    watch: str  # opens the teacher's stream and nothing else, so it may stand in an address
    signing_key: str  # signs the tokens of participants

    def check_secret(self, secret: str) -> None:
        """Compare a secret in constant time."""
        if not hmac.compare_digest(_hash("secret", secret), self.digest):
            raise LiveError("secret", "this browser is not the teacher of this class: its secret is another one")

    def check_watch(self, watch: str) -> None:
        """The same for what opens the teacher's stream."""
        if not hmac.compare_digest(watch.encode(), self.watch.encode()):
            raise LiveError("secret", "this browser is not the teacher of this class: watch is another one")

    def new_participant_token(self) -> str:
        """A random participant with a signature."""
        participant = secrets.token_urlsafe(9)
        return f"{participant}.{self._sign(participant)}"

    def is_participant_token(self, token: object) -> bool:
        """Whether a token was signed by this class."""
        if not isinstance(token, str) or not _PARTICIPANT_TOKEN.fullmatch(token):
            return False
        participant, _, signature = token.partition(".")
        return hmac.compare_digest(signature, self._sign(participant))

    def check_participant_token(self, token: object) -> str:
        """The token, if this class has signed it."""
        if not self.is_participant_token(token):
            raise LiveError("seat", "this browser has no seat in this class; it has to join again")
        return str(token)

    def _sign(self, participant: str) -> str:
        return _letters(hmac.digest(self.signing_key.encode(), participant.encode(), "sha256")[:12])


def new_secret() -> str:
    """A secret of 256 random bits, 43 characters."""
    return secrets.token_urlsafe(32)


def read_secret(secret: object) -> str:
    """A secret in the form of `new_secret`."""
    if not isinstance(secret, str) or not _SECRET.fullmatch(secret):
        raise LiveError("secret", "a secret must be 43 letters, digits, - and _")
    return secret


def keys_of(secret: str) -> Keys:
    """Code, hashes and signing key of a secret."""
    slow = hashlib.pbkdf2_hmac("sha256", secret.encode(), b"clockface code", _ROUNDS)
    place = int.from_bytes(slow, "big")
    code = "".join(ALPHABET[place // len(ALPHABET) ** n % len(ALPHABET)] for n in range(LENGTH))
    return Keys(code, _hash("secret", secret), _hash("watch", secret)[:22], _hash("seats", secret))


def read_code(code: object) -> str:  # raises LiveError
    """A code as typed: small letters, blanks and dashes are accepted.

    >>> read_code("7kq-2mx")
    '7KQ2MX'
    """
    characters = code.replace(" ", "").replace("-", "").upper() if isinstance(code, str) else code
    return match_pattern(characters, "a code", _CODE, f"{LENGTH} letters and digits without 0, O, 1, I and L")


def _hash(purpose: str, secret: str) -> str:
    return _letters(hashlib.sha256(f"clockface {purpose} {secret}".encode()).digest())


def _letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
