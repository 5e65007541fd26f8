"""The picture that is cut into patches: the built-in one, or the reader's, which stays in the server's memory."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.beyond_text.picture import Picture, landscape
from core.beyond_text.picture_file import FORMATS, PictureError, ReadPicture, read_picture
from pages.shared import upload
from pages.shared.words import Words

ENDINGS = [name.lower() for name in FORMATS] + ["jpg"]


def choose(words: Words, place: DeltaGenerator) -> Picture:
    """The reader's picture, or the built-in one; where a file is refused, with the reason."""
    with place.popover(words["Upload"]):
        file = upload.ask(words["Upload: label"], ENDINGS, key="picture_file", help=words["Upload: help"])
        if file is None:
            return landscape()
        picture = file.refusal or _read(file.id, file.data)
        if isinstance(picture, ReadPicture):
            heading = "Upload: frames" if picture.frames > 1 else "Upload: read"
            st.caption(words(heading, reading=picture))
            return picture.picture
    st.warning(words("Refused", error=picture.removesuffix(".")))
    return landscape()


@st.cache_resource(max_entries=1, scope="session", show_spinner=False)
def _read(file_id: str, _data: bytes) -> ReadPicture | str:
    """The picture in a file, or the reason why it is not shown."""
    try:
        return read_picture(_data)
    except PictureError as error:
        return str(error)
