"""File systems that take nothing, without asking for more than a user has."""

import subprocess

FULL = ("sh", "-c", 'ulimit -f 0; exec "$@"', "sh")
"""Files can be made, and no byte written into one: what a full disk allows."""

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
"""The same files for this process alone, and none of them can be written."""
NO_MOUNTS = "a process may not have mounts of its own here (unshare --map-root-user --mount)"


def can_be_read_only() -> bool:
    """Whether this machine lets a user have mounts of one's own; many containers do not."""
    try:
        return subprocess.run([*READ_ONLY, "true"], capture_output=True, timeout=30, check=False).returncode == 0
    except FileNotFoundError:
        return False
