"""The picture that is cut into patches: the built-in one, or the reader's, which stays in the server's memory."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.controls import small_picture
from core.beyond_text.picture import LONG, Picture, PictureError, landscape, read_pixels
from pages.shared import upload
from pages.shared.words import Words

ENDINGS = ("png", "jpg", "jpeg", "webp", "gif", "bmp", "avif")
_KEY = "picture_file"


def choose(words: Words, place: DeltaGenerator) -> Picture:
    """The reader's picture, or the built-in one; where a file is refused, with the reason."""
    with place.popover(words["Upload"]):
        small_picture(_KEY, LONG)
        file = upload.ask(words["Upload: label"], ENDINGS, key=_KEY, help=words["Upload: help"])
        picture = file and (file.refusal or _read(file.data))
        if isinstance(picture, Picture):
            height, width = picture.pixels.shape[:2]
            st.caption(words("Upload: read", width=width, height=height))
            return picture
    if picture:
        st.warning(words("Refused", error=picture.removesuffix(".")))
    return landscape()


def _read(data: bytes) -> Picture | str:
    """The picture, or the reason why it is not shown."""
    try:
        return read_pixels(data)
    except PictureError as error:
        return str(error)
