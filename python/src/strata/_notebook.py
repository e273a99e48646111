"""Tables for notebooks."""

import html
from collections.abc import Iterable


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in HTML."""

    def row(cells: Iterable[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    return f"<table>{row(head, 'th')}{''.join(row(cells, 'td') for cells in rows)}</table>"


def code(title: str, text: str) -> str:
    """A text under a title in HTML."""
    return f"<b>{html.escape(title)}</b><pre>{html.escape(text)}</pre>"
