"""Addresses in circulation lead to their pictures: one of each view and each step of a lesson."""

from urllib.parse import parse_qs

import pytest

from components.kit import run_record
from pages.shared import room
from tests.house import ROOT
from tests.pages.test_rooms import visit

KNOWN = (ROOT / "tests/pages/known_addresses.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("line", KNOWN)
def test_an_address_in_circulation_leads_to_its_picture(line, monkeypatch):
    address, key = line.split(" ")
    records, end = [], run_record.end

    def record():
        records.append(end())
        return records[-1]

    monkeypatch.setattr(room.run_record, "end", record)
    stem, _, query = address.partition("?")
    parameters = {name: values if len(values) > 1 else values[0] for name, values in parse_qs(query).items()}
    assert not visit(stem, parameters).exception
    assert key in {*records[-1].pictures, *records[-1].tables}
