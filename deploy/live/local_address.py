"""The address under which other devices on the network reach this machine."""

import ipaddress
import socket

_ELSEWHERE = ("192.0.2.1", 9)  # an address for documentation: nothing is sent to it


def local_addresses() -> list[str]:
    """IPv4 addresses of this machine in its networks, the one of the usual way out first; perhaps none."""
    addresses = [_way_out(), *_of_host_name()]
    return [each for each in dict.fromkeys(addresses) if each and not ipaddress.ip_address(each).is_loopback]


def is_local(host: str) -> bool:
    """Whether a host's name means this machine alone."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    return name.strip("[]") == "localhost" or is_loopback(name.strip("[]"))


def is_loopback(address: str) -> bool:
    """Whether an IP address is this machine's to itself, also IPv4 as a socket of IPv6 writes it."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    return (getattr(ip, "ipv4_mapped", None) or ip).is_loopback


def _way_out() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            return str(probe.getsockname()[0])
        except OSError:  # no network
            return ""


def _of_host_name() -> list[str]:
    try:
        return [str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        return []
