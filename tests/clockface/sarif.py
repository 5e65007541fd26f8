"""Logs in the Static Analysis Results Interchange Format."""

import json
from pathlib import Path

import jsonschema

# OASIS, SARIF 2.1.0 plus errata 01, as in assets/ of the npm package @microsoft/sarif-multitool-ts 5.7.0 (MIT)
_SCHEMA = json.loads(Path(__file__).with_name("sarif-2.1.0.schema.json").read_text("utf-8"))


def expect_sarif(log):
    """A log is as the standard's schema says."""
    jsonschema.Draft202012Validator(_SCHEMA, format_checker=jsonschema.FormatChecker()).validate(log)
