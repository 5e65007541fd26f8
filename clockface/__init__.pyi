from clockface.public import *
from core import __version__ as __version__
