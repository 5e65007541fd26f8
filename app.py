import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy, loaded below, reads it: see docs/decisions/0003

import streamlit as st

from pages.shared import address, frame, preview, settings
from pages.shared.turns import TURNS
from pages.teach import lesson_frame

with TURNS.turn(on_the_way=preview.begin()):
    page = st.navigation(frame.rooms(), position="top")
    st.set_page_config(
        page_title=f"{page.title} · Clockface", page_icon="🕛", layout="wide", menu_items={"About": frame.about()}
    )
    brings_settings = address.catch_up(page)
    settings.clamp_address(page)
    frame.outlive_connection()
    lesson_frame.run(page)
    if brings_settings:
        address.tell()
