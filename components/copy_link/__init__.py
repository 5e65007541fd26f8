"""A button that copies the address of the page as it stands."""

from pathlib import Path

from components.part import part

_MOUNT = part(
    Path(__file__).parent,
    '<button type="button"></button><input type="text" readonly hidden aria-label="Link to this view">',
)


def copy_link(label: str, copied: str, *, key: str) -> None:
    """Show the button.

    Parameters
    ----------
    label, copied : str
        On the button before and after a click.
    key : str
        Of the widget.
    """
    _MOUNT(data={"label": label, "copied": copied}, key=key)
