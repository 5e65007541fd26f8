"""Whatever a file is, the commands say what is wrong with it and end with status 2, never with a traceback."""

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clockface.command import main
from tests.clockface.configs import FINE, WRONG, write
from tests.house import ROOT
from tests.model_configs.mutated import pasted

READING = (["lint"], ["explain"], ["frequencies", "--length", "8192"])
DEEP = '{"a":' * 100_000 + "1" + "}" * 100_000
FILES = {
    "empty": b"",
    "binary": bytes(range(256)) * 100,
    "picture": b"\x89PNG\r\n\x1a\n" + bytes(1000),
    "header": b"GGUF" + bytes(range(100)),
    "magic": b"GGUF",
    "large": b"{" + b" " * 20_000_000 + b"}",
    "digits": b'{"rope_theta": ' + b"9" * 100_000 + b"}",
    "deep": DEEP.encode(),
    "list": b"[" * 100_000,
    "utf16": FINE.encode("utf-16"),
    "latin": b'{"model_type": "\xff\xfe"}[',
    "halves": rb'{"rope_theta": "\ud800"}',
    "controls": b"\x1b]0;x\x07\x9b31m{",
    "unknown": b'{"model_type": "\\u001b[31m"} and more',
    "base": b'{"head_dim": 64, "rope_theta": 0}',
    "tiny": b'{"head_dim": 64, "rope_theta": "' + b"1" * 60 + b'"',
}


def status_and_output(capsys, *arguments):
    """Exit status and everything printed, which must hold no control characters."""
    status = main([*arguments])
    captured = capsys.readouterr()
    output = captured.out + captured.err
    assert "Traceback" not in output
    assert all(character.isprintable() or character in "\n\N{REPLACEMENT CHARACTER}" for character in output)
    assert len(output) < 2000
    return status, output


@pytest.mark.parametrize("command", READING, ids=lambda command: command[0])
@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_config_is_refused_by_name(capsys, tmp_path, name, command):
    file = tmp_path / f"{name}.json"
    file.write_bytes(FILES[name])
    status, output = status_and_output(capsys, *command, str(file))
    assert status == 2
    assert f"{name}.json" in output
    assert re.search(r" must be |\(line \d+, column \d+\)|At line \d+, column \d+", output)


@pytest.mark.parametrize("command", READING, ids=lambda command: command[0])
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("folder", "must be a file, got a directory"),
        ("pipe", "must be a file, got a pipe; a pipe is read as '-'"),
        ("/dev/null", "must be a file, got a device"),
        ("gone.json", "no such file or directory"),
        ("file/config.json", "not a directory"),
        ("loop", "too many levels of symbolic links"),
        ("nul\0.json", "embedded null byte"),
        ("half\udcff.json", "no such file or directory"),
        ("line\nbreak\x1b[31m", "no such file or directory"),
        ("x" * 5000, "file name too long"),
        ("", "no such file or directory"),
    ],
)
def test_a_path_that_is_not_a_file_is_refused(capsys, tmp_path, monkeypatch, command, name, reason):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text(FINE)
    os.mkfifo(tmp_path / "pipe")  # no one writes into it
    (tmp_path / "loop").symlink_to("loop")
    status = main([*command, name])
    captured = capsys.readouterr()
    assert status == 2
    assert reason in captured.out + captured.err


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_every_format_takes_every_name(capsys, tmp_path, monkeypatch, form):
    monkeypatch.chdir(tmp_path)
    name = os.fsdecode(b"half\xff\n\x1b.json")
    (tmp_path / name).write_text(WRONG)
    assert main(["lint", "--format", form, name, "gone\udcff\n.json"]) == 2
    output = capsys.readouterr().out
    assert "\x1b" not in output
    assert form in {"text", "github"} or json.loads(output)


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])  # each writes its file anew
@given(given=st.binary(max_size=200) | pasted)
def test_any_file_is_checked_or_refused(capsys, tmp_path, form, given):
    file = tmp_path / "config.json"
    file.write_bytes(given if isinstance(given, bytes) else given.encode("utf-8", "surrogatepass"))
    for command in (["lint", "--format", form, "--target", "1000000"], ["explain"], ["frequencies"]):
        assert main([*command, str(file)]) in {0, 1, 2}
    capsys.readouterr()


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["lint"],
        ["lint", "--target", "1", "x"],
        ["lint", "--target", "9" * 50, "x"],
        ["lint", "--target", "a", "x"],
        ["lint", "--format", "xml", "x"],
        ["serve", "--port", "0"],
        ["serve", "--port", "65536"],
        ["frequencies", "x", "--length", "-3"],
        ["no-such-command"],
    ],
)
def test_arguments_that_are_not_valid_end_with_2(capsys, arguments):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: clockface" in capsys.readouterr().err


def run(command, **options):
    return subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False, **options)


def test_a_pipe_is_read_and_one_that_closes_early_is_no_error(tmp_path):
    (file,) = write(tmp_path, config=WRONG)
    clockface = f"{sys.executable} -m clockface"
    read = run(f"{clockface} lint - < {file}")
    assert (read.returncode, read.stdout.split(":")[0], read.stderr) == (1, "-", "")
    closed = run(f"{clockface} lint {(file + ' ') * 300} | head -1")
    assert (closed.stdout.count("\n"), closed.stderr) == (1, "")


@pytest.mark.parametrize("command", READING, ids=lambda command: command[0])
@pytest.mark.parametrize(
    ("more", "status", "reason"),
    [
        ("{file} >&-", 2, "clockface: an output cannot be written: it is closed"),
        ("{file} > /dev/full", 2, "clockface: an output cannot be written: No space left on device"),
        ("{file} > /dev/null 2>&-", 0, ""),
        ("gone.json > /dev/full 2>&1", 2, ""),
        ("- <&-", 2, "must be open, got a standard input that is closed"),
    ],
)
def test_an_output_that_is_closed_or_full_ends_with_2_and_a_sentence(tmp_path, command, more, status, reason):
    (file,) = write(tmp_path, config=FINE)
    outcome = run(f"{sys.executable} -m clockface {' '.join(command)} {more.format(file=file)}")
    assert outcome.returncode == status
    assert reason in outcome.stdout + outcome.stderr
    assert "Traceback" not in outcome.stderr


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_a_working_directory_that_is_gone_is_no_matter(tmp_path, form):
    (file,) = write(tmp_path, config=WRONG)
    script = f"cd {tmp_path} && mkdir gone && cd gone && rmdir ../gone && {sys.executable} -m clockface lint"
    outcome = run(f"{script} --format {form} {file}", env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert (outcome.returncode, outcome.stderr) == (1, "")
    assert "config.json" in outcome.stdout


@pytest.mark.parametrize(
    "name",
    ["::error::x", "::add-mask::e", " ::stop-commands::t", "##[error]x", "a##[group]x", "\u202e::x", "\t::x"],
)
def test_no_name_and_no_entry_begins_a_line_as_a_workflow_command_does(capsys, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(WRONG)
    entries = json.loads(WRONG) | {f"{name} rope": 1, "rope_scaling": {name: name, "rope_type": name}}
    (tmp_path / "config.json").write_text(json.dumps(entries))
    for command in (["lint"], ["explain"], ["frequencies"]):
        for file in (name, "config.json"):
            main([*command, file])
            captured = capsys.readouterr()
            output = captured.out + captured.err if command != ["frequencies"] else captured.err
            assert not [line for line in output.split("\n") if line.lstrip().startswith("::") or "##[" in line]
            assert "\u202e" not in output
    main(["lint", "--format", "github", name, "config.json"])
    output = capsys.readouterr().out
    assert all(
        line.startswith(("::error file=", "::warning file=", "::notice file=", "2 files"))
        for line in output.splitlines()
    )
    assert "\u202e" not in output


def test_a_file_that_may_not_be_read_is_refused_to_its_reader(capsys, tmp_path):
    (file,) = write(tmp_path, config=FINE)
    os.chmod(file, 0)
    user = os.geteuid()
    with suppress(PermissionError):  # who is not root may not read it either
        os.seteuid(65534)
    try:
        status = main(["lint", file])
    finally:
        os.seteuid(user)
    assert status == 2
    assert "not read: permission denied" in capsys.readouterr().out


PRESSED = """
import os, runpy, signal, sys, types
def find_spec(name, *_):
    if name == {module!r}:
        os.kill(os.getpid(), signal.SIGINT)
signal.signal(signal.SIGINT, signal.default_int_handler)  # as in the foreground, wherever the tests run
sys.meta_path.insert(0, types.SimpleNamespace(find_spec=find_spec))
sys.argv = ["clockface", "lint", "-"]
runpy.run_module("clockface", run_name="__main__")
"""


@pytest.mark.parametrize("module", ["clockface.command", "numpy", "model_configs.model_config", "the input"])
def test_an_interrupt_ends_the_command_without_a_traceback(module):
    command = [sys.executable, "-c", PRESSED.format(module=module)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as clockface:
        if module == "the input":
            clockface.stdin.write("{" + " " * 2**20)  # more than a pipe holds: the command has begun to read
            clockface.stdin.flush()
            clockface.send_signal(signal.SIGINT)
        assert clockface.wait(20) == -signal.SIGINT  # a shell says 130
        assert clockface.stderr.read() == ""
