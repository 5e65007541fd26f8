"""Commands that start an engine, inside the files in which people keep them."""

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import Any

from model_configs.forms.command_line import LAUNCHES
from model_configs.forms.llama_cpp_line import OLLAMA

LONGEST, MOST = 200_000, 64  # characters of a file that are looked at, and commands in it
LINES = 200  # of one value
IMAGES = (  # of containers → what they start
    (re.compile(r"vllm/vllm-openai"), ["vllm", "serve"]),
    (re.compile(r"ggml-org/llama\.cpp:server|ggerganov/llama\.cpp:server"), ["llama-server"]),
)
MODELFILE = re.compile(r"\A\s*(?:#[^\n]*\n\s*)*FROM[ ]+\S+\s*^(?:PARAMETER|TEMPLATE|SYSTEM)\b", re.MULTILINE)
SEPARATORS = ("&&", ";", "|", "ExecStart=")  # before a command
KEYS = re.compile(r"^([ \t]*(?:-[ ]+)*)(image|entrypoint|command|args)[ \t]*:[ \t]*(.*)$")
INSTRUCTION = re.compile(r"^\s*(FROM|ENTRYPOINT|CMD|RUN)\s+(.*)$", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True)
class Command:
    """A command as a line of a shell, and where it begins in its file."""

    text: str
    start: int


def commands(
    name: str,  # of the file; its suffix selects the parser
    text: str,  # untrusted
) -> list[Command]:
    """The commands of a file that start an engine; empty where the file has none."""
    text, last = text[:LONGEST], name.rpartition("/")[2].lower()
    if last.endswith(".json") or text.lstrip("\ufeff \t\r\n")[:1] == "{":
        return []
    if last.endswith((".yaml", ".yml")):
        candidates = _of_yaml(text)
    elif last.startswith("modelfile") or MODELFILE.search(text):
        candidates = _of_modelfile(text)
    elif "dockerfile" in last or "containerfile" in last:
        candidates = _of_dockerfile(text)
    else:
        candidates = _of_shell(text)
    return [*islice((each for each in candidates if LAUNCHES.search(each.text)), MOST)]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their start, those that go on behind a backslash as one; without those of comments."""
    start, joined_line, offset = 0, "", 0
    for line in text.splitlines(keepends=True):
        if not joined_line:
            start = offset
        offset += len(line)
        if line.lstrip().startswith("#"):
            continue
        bare = line.rstrip("\r\n")
        joined_line += bare[:-1] + " " if bare.endswith("\\") else bare
        if not bare.endswith("\\"):
            yield start, joined_line
            joined_line = ""
    if joined_line:
        yield start, joined_line


def _of_shell(text: str) -> Iterator[Command]:
    """The lines of a script or a systemd unit that launch, without what surrounds the command."""
    for start, line in _lines(text):
        launch = LAUNCHES.search(line)
        if launch:
            before = line[: launch.start()]
            begin = max(before.rfind(sign) + len(sign) if sign in before else 0 for sign in SEPARATORS)
            yield Command(re.split(r"&&|\|\||[;&]\s*$|>{1,2}|2>", line[begin:])[0].strip(), start + begin)


def _words(value: Any) -> list[str]:
    """A command as a list or as a text."""
    if isinstance(value, list):
        return [str(each) for each in value]
    try:
        return shlex.split(value)
    except ValueError:
        return []


def _list_or_text(text: str) -> list[str] | str:
    """An instruction's value: a list as JSON, else a line of a shell."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, list) else text


def _of_dockerfile(text: str) -> Iterator[Command]:
    """What an image starts: its entry point with the words of CMD behind it."""
    program: list[str] = []
    for start, line in _lines(text):
        match = INSTRUCTION.match(line)
        if match is None:
            continue
        name, value = match[1].upper(), _list_or_text(match[2].strip())
        if name == "FROM":
            program = _program(str(value))
        elif name == "ENTRYPOINT":
            program = _words(value)
            yield Command(shlex.join(program), start)
        else:
            words = _words(value)
            yield Command(shlex.join([*program, *words] if name == "CMD" else words), start)


def _of_modelfile(text: str) -> Iterator[Command]:
    """Of Ollama: the model and the length, which its server of llama.cpp is started with."""
    model = re.search(r"^FROM[ ]+(\S+)", text, re.MULTILINE | re.IGNORECASE)
    length = re.search(r"^PARAMETER[ ]+num_ctx[ ]+(\d{1,12})[ ]*$", text, re.MULTILINE | re.IGNORECASE)
    if model:
        name, asks = shlex.quote(model[1].replace(":", "-")), f"-c {length[1]}" if length else OLLAMA
        yield Command(f"llama-server -m {name} {asks}", (length or model).start())


def _program(image: str) -> list[str]:
    return next((words for form, words in IMAGES if form.search(image)), [])


def _of_yaml(text: str) -> Iterator[Command]:
    """Of compose files and manifests: image, entry point, command and arguments that stand beside each other."""
    entries: dict[str, tuple[int, Any]] = {}
    depth, lines = 0, text.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, lines))]
    for number, line in enumerate(lines):
        match = KEYS.match(line.rstrip("\r\n"))
        if entries and line.strip() and len(line) - len(line.lstrip(" ")) < depth:  # another object begins
            yield from _together(entries)
            entries = {}
        if match:
            depth = len(match[1])
            entries.setdefault(
                match[2], (starts[number], _value(match[3], lines[number + 1 : number + 1 + LINES], depth))
            )
    yield from _together(entries)


def _value(inline: str, rest: list[str], depth: int) -> Any:
    """The value behind a key: on its line, or indented below it."""
    inline = inline.strip()
    if inline and inline[0] not in ">|":
        bare = inline[1:-1] if inline[0] == inline[-1] and inline[0] in "'\"" else inline
        return _flow(inline) if inline.startswith("[") else bare
    items: list[str] = []
    for line in rest:
        body, indent = line.strip(), len(line) - len(line.lstrip(" "))
        if not body or body.startswith("#"):
            continue
        if indent < depth or (indent == depth and not body.startswith("- ")):
            break
        items.append(body)
    if items and not inline and items[0].startswith("- "):
        return [_scalar(item[2:]) for item in items if item.startswith("- ")]
    return " ".join(item.rstrip("\\") for item in items)


def _flow(text: str) -> Any:
    """A list in brackets, quoted as JSON or as a shell would."""
    words = _list_or_text(text)
    return words if isinstance(words, list) else [_scalar(each) for each in text.strip("[] ").split(",")]


def _scalar(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        words = _list_or_text(f"[{text}]")
        return str(words[0]) if isinstance(words, list) else text[1:-1]
    return text.partition(" #")[0].strip()


def _together(entries: dict[str, tuple[int, Any]]) -> Iterator[Command]:
    parts = {name: _words(value) for name, (_, value) in entries.items() if name != "image"}
    if not parts:
        return
    program = parts.get("entrypoint") or _program(str(entries.get("image", (0, ""))[1]))
    words = [*parts.get("command", []), *parts.get("args", [])]
    launches = LAUNCHES.search(" ".join(words))
    start = entries["command" if "command" in entries else next(iter(parts))][0]
    yield Command(shlex.join(words if launches else [*program, *words]), start)
