"""Commands that start an engine, inside the files in which people keep them."""

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, islice
from math import prod
from typing import Any

from model_configs.forms.command_line import LAUNCHES
from model_configs.forms.llama_cpp_line import OLLAMA

LONGEST, MOST = 200_000, 64  # characters of a file that are looked at, and commands in it
LINES = 200  # of one value
IMAGES = (  # of containers → what they start
    (re.compile(r"vllm/vllm-openai"), ["vllm", "serve"]),
    (re.compile(r"llama[\w.-]*:[\w.-]*server"), ["llama-server"]),
)
CONTAINER, IMAGE = re.compile(r"\b(?:docker|podman)[ ]+run\b"), re.compile(r"(?<!\S)\S{3,300}(?!\S)")
MODELFILE = re.compile(r"\A\s*(?:#[^\n]*\n\s*)*FROM[ ]+\S+\s*^(?:PARAMETER|TEMPLATE|SYSTEM)\b", re.MULTILINE)
SEPARATORS = ("&&", ";", "|", "ExecStart=")  # before a command
END = re.compile(r"&&|\|\||[;&]\s*$|>{1,2}|2>")  # behind a command
KEYS = re.compile(r"^([ \t]*(?:-[ ]+)*)(image|entrypoint|command|args)[ \t]*:[ \t]*(.*)$")
YAML = re.compile(r"^(?:services|apiVersion|spec)[ ]*:", re.MULTILINE)
DOCKERFILE = re.compile(
    r"\A\s*(?:(?:#|ARG[ ])[^\n]*\n\s*)*FROM[ ][^\n]*\n.*^(?:CMD|ENTRYPOINT)\b", re.MULTILINE | re.DOTALL
)
BLOCKS = {"|", ">", "|-", ">-"}  # before a text of several lines
ARGUMENTS = re.compile(r"\"?\${1,2}@\"?")  # of a script: the words behind it
# Variables: their default, which holds where nobody sets them, else what the same file sets them to.
DEFAULT = re.compile(r"\$\{(\w{1,60}):?-([^${}]{0,500})\}")
NAMED = re.compile(r"\$(?:\{(\w{1,60})\}|([A-Za-z_]\w{0,59}))")
ASSIGNED = re.compile(
    r"^[ \t]*(?:export[ ]+|ARG[ ]+|ENV[ ]+)?([A-Za-z_]\w{0,59})=([\"']?)([\w./:,@+-]{1,500})\2[ \t]*(?:#[^\n]*)?$",
    re.MULTILINE,
)
PRODUCT = re.compile(r"\$\(\([ ]*(\d{1,9}(?:[ ]*\*[ ]*\d{1,9}){0,4})[ ]*\)\)")
MOST_VARIABLES, DEEPEST = 200, 4  # in a command, and defaults within each other
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
    variables = {match[1]: match[3] for match in islice(ASSIGNED.finditer(text), MOST_VARIABLES)}
    found = (each for each in _candidates(last, text) if LAUNCHES.search(each.text))
    return [Command(_unwrapped(expanded(each.text, variables)), each.start) for each in islice(found, MOST)]


def _candidates(name: str, text: str) -> Iterator[Command]:
    if name.endswith((".yaml", ".yml")) or YAML.search(text):
        return _of_yaml(text)
    if name.startswith("modelfile") or MODELFILE.search(text):
        return _of_modelfile(text)
    if "dockerfile" in name or "containerfile" in name or DOCKERFILE.search(text):
        return _of_dockerfile(text)
    return _of_shell(text)


def expanded(text: str, variables: Mapping[str, str]) -> str:
    """A command with its variables and products as a shell replaces them; those that are not known stay.

    >>> expanded("-c ${CTX:-131072} -m $MODEL -np $((2*4)) --host $HOST", {"MODEL": "a.gguf"})
    '-c 131072 -m a.gguf -np 8 --host $HOST'
    """
    for _ in range(DEEPEST):
        text = DEFAULT.sub(lambda match: variables.get(match[1], match[2]), text, count=MOST_VARIABLES)
    text = NAMED.sub(lambda match: variables.get(match[1] or match[2], match[0]), text, count=MOST_VARIABLES)
    return PRODUCT.sub(lambda match: str(prod(map(int, match[1].split("*")))), text, count=MOST_VARIABLES)


def _unwrapped(text: str) -> str:
    """The command in a word that is a script of its own, as behind `bash -c`, with the arguments that it takes."""
    words = _words(text)
    place = next((number for number, word in enumerate(words) if " " in word and LAUNCHES.search(word)), None)
    inner = next(_of_shell(words[place]), None) if place is not None else None
    if place is None or inner is None:
        return text
    command, takes = ARGUMENTS.subn("", inner.text)
    rest = [word for word in words[place + 1 :] if word != "--"] if takes else []
    return f"{command} {shlex.join(rest)}".strip()


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
            yield Command(_closed(END.split(line[begin:])[0].strip()), start + begin)
        elif container := CONTAINER.search(line):
            yield from _of_container(line, start, container.start())


def _of_container(line: str, start: int, begin: int) -> Iterator[Command]:
    """What an image of an engine starts with the words behind its name, in `docker run`."""
    image = next((word for word in IMAGE.finditer(line, begin) if _program(word[0])), None)
    if image:
        rest = END.split(line[image.end() :])[0].strip()
        yield Command(f"{shlex.join(_program(image[0]))} {rest}", start + begin)


def _closed(text: str) -> str:
    """A command without the quote that closes the script in which it stands."""
    return text if text[-1:] not in {"'", '"'} or _words(text) else text[:-1]


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
    items: list[tuple[int, str]] = []
    for line in rest:
        body, indent = line.strip(), len(line) - len(line.lstrip(" "))
        if not body or body.startswith("#"):
            continue
        if indent < depth or (indent == depth and not body.startswith("- ")):
            break
        items.append((indent, body))
    if items and not inline and items[0][1].startswith("- "):
        return _list(items)
    return " ".join(body.rstrip("\\") for _, body in items)


def _list(items: list[tuple[int, str]]) -> list[str]:
    """The items of a list by their lines; one that begins with | or > goes on in deeper ones."""
    values: list[list[str]] = []
    for indent, body in items:
        if indent == items[0][0] and body.startswith("- "):
            first = body[2:].strip()
            values.append([] if first in BLOCKS else [_scalar(first)])
        else:
            values[-1].append(body)
    return ["\n".join(value) for value in values]


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
