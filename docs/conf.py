"""Configuration of the manual; build it with `make docs`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "_ext"))

from linkwork import __version__

project = "Linkwork"
author = "The Linkwork developers"
copyright = f"2026, {author}"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "offline_math",
    "linkwork_pages",
]
myst_enable_extensions = ["dollarmath", "deflist", "colon_fence"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "_ext"]
source_suffix = {".md": "markdown"}

html_theme = "furo"
html_math_renderer = "mathml"
html_title = f"Linkwork {version}"
html_copy_source = False
html_static_path = ["_static"]

autodoc_member_order = "bysource"
autodoc_typehints = "none"
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
