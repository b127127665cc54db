"""Pages as a browser at home asks for them, and as people read them."""

import re
from html import unescape

HOME = {"Origin": "http://localhost"}
"""What a browser sends along with a form of our own pages."""


def words(html):
    """The text of a page's main part on one line, as a reader gets it."""
    main = html[html.index("<main") :]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())
