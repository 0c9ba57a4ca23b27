"""Certificates made on the spot, and servers that show them; all on loopback."""

from __future__ import annotations

import asyncio
import ipaddress
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.helpers.servers import Piece, ReplayServer


@dataclass(frozen=True, slots=True)
class Identity:
    """A certificate and its key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def fingerprint(self) -> str:
        """SHA-256, as people compare it; made without the code under test."""
        return ":".join(f"{byte:02X}" for byte in self.certificate.fingerprint(hashes.SHA256()))

    def write(self, folder: Path, name: str) -> Path:
        """Both in one PEM file."""
        path = folder / f"{name}.pem"
        path.write_bytes(
            self.key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
            + self.certificate.public_bytes(serialization.Encoding.PEM)
        )
        return path

    def write_certificate(self, folder: Path, name: str) -> Path:
        """What others may know of it."""
        path = folder / f"{name}.crt"
        path.write_bytes(self.certificate.public_bytes(serialization.Encoding.PEM))
        return path


def make_identity(
    name: str,
    *,
    issuer: Identity | None = None,
    authority: bool = False,
    begins_days: int = -1,
    days: int = 30,
) -> Identity:
    """A certificate for one host name or address; self-signed where nobody issues it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    begins = datetime.now(UTC) + timedelta(days=begins_days)
    try:
        other: x509.GeneralName = x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        other = x509.DNSName(name)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer.certificate.subject if issuer else subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + timedelta(days=days))
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
    )
    if not authority:
        builder = builder.add_extension(x509.SubjectAlternativeName([other]), critical=False)
    return Identity(builder.sign(issuer.key if issuer else key, hashes.SHA256()), key)


def server_context(identity: Identity, folder: Path) -> ssl.SSLContext:
    """What a server shows."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(identity.write(folder, f"server-{identity.certificate.serial_number}"))
    return context


@asynccontextmanager
async def tls_server(
    identity: Identity, folder: Path, answers: list[list[Piece]], port: int = 0
) -> AsyncGenerator[tuple[ReplayServer, str]]:
    """A replaying server behind TLS, and its base address."""
    async with ReplayServer(answers) as replay:
        server = await asyncio.start_server(
            replay._accept, "127.0.0.1", port, ssl=server_context(identity, folder)
        )
        try:
            yield replay, f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        finally:
            server.close()
            await _handshakes_ended()


async def _handshakes_ended() -> None:
    """asyncio has a task for each connection whose handshake runs; a broken one needs a moment to notice."""
    running = [task for task in asyncio.all_tasks() if "_accept_connection2" in repr(task.get_coro())]
    await asyncio.gather(*running, return_exceptions=True)


@dataclass(slots=True)
class Proxy:
    """What came to a proxy."""

    url: str
    asked: list[str]


@asynccontextmanager
async def proxy(
    answer: bytes = b"HTTP/1.1 200 Connection established\r\n\r\n",
    *,
    shows: ssl.SSLContext | None = None,
) -> AsyncGenerator[Proxy]:
    """A proxy that answers every request so; with a context it then pretends to be the server that was asked for."""
    asked: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            asked.append((await reader.readuntil(b"\r\n\r\n")).decode())
            writer.write(answer)
            await writer.drain()
            if shows is not None:
                await writer.start_tls(shows)
                asked.append((await reader.readuntil(b"\r\n\r\n")).decode())
        except (OSError, ssl.SSLError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield Proxy(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", asked)
    finally:
        server.close()
