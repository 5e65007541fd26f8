"""File systems that cannot be written, set up without root privileges."""

import subprocess

FULL = ("sh", "-c", 'ulimit -f 0; exec "$@"', "sh")
"""Files can be created, but no byte can be written, as on a full disk."""

_NO_WRITING = """
while read -r _ place _; do
  case $place in /proc* | /sys* | /dev | /dev/pts) ;; *) mount -o remount,bind,ro "$place" 2> /dev/null ;; esac
done < /proc/self/mounts
for place in . "$HOME" "$TMPDIR" /tmp /var/tmp /dev/shm; do
  if [ -w "$place" ]; then echo "$place can be written"; exit 97; fi
done
exec "$@"
"""
READ_ONLY = ("unshare", "--map-root-user", "--mount", "sh", "-c", _NO_WRITING, "sh")
"""The same files in a mount namespace in which none of them can be written."""
NO_MOUNTS = "mount namespaces are not allowed here (unshare --map-root-user --mount)"


def can_be_read_only() -> bool:
    """Whether mount namespaces are allowed; many containers forbid them."""
    try:
        return subprocess.run([*READ_ONLY, "true"], capture_output=True, timeout=30, check=False).returncode == 0
    except FileNotFoundError:
        return False
