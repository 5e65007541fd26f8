"""`clockface identify`: say what an array is, and by the exit status whether something is wrong with it."""

import argparse
import sys

from clockface.command.terminal import FINE, UNREADABLE, WRONG

FORMATS = ("text", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "examples:\n  clockface identify pe.npy\n  clockface identify model.safetensors --tensor wpe.weight\n "
        ' python -c "print(pe[:3].tolist())" | clockface identify -\n  clockface identify query.npy --after '
        f"rotated.npy\n\nExit status: {FINE} where all is right or unknown, {WRONG} with mistakes, {UNREADABLE} "
        "where a file cannot be read."
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="an array: .npy, .npz, .safetensors, .csv, .tsv, .txt, .json; a text may hold numbers as Python, "
        "NumPy or PyTorch print them; - for the standard input",
    )
    parser.add_argument(
        "--after", metavar="FILE", help="the same vectors after a rotation; FILE holds them before it"
    )
    parser.add_argument("--tensor", metavar="NAME", help="the array of this name, where a file holds several")
    parser.add_argument(
        "--scheme", choices=("sinusoidal", "RoPE"), help="what is meant, where cosines or sines alone may be either"
    )
    parser.add_argument("--format", choices=FORMATS, default="text", help="text by default")


def run(options: argparse.Namespace) -> int:
    """Identify the arrays and print what they are."""
    if options.after and len(options.files) != 1:
        print("clockface identify: --after takes one FILE", file=sys.stderr)
        return UNREADABLE
    from clockface.command import arrays  # noqa: PLC0415 – schemes and rules, which lint starts without

    found = [report for file in options.files for report in arrays.reports(file, options)]
    print(arrays.as_json(found) if options.format == "json" else arrays.text(found))
    if any(each.refusal for each in found):
        return UNREADABLE
    return WRONG if any(each.identification and each.identification.mistakes for each in found) else FINE
