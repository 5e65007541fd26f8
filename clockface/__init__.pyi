from clockface.public import *  # noqa: F403 – what `__getattr__` finds
from core import __version__ as __version__
