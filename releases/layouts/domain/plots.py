"""Figure 5 of II-Bench as SVG: one bar per row, divided by column shares."""

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from releases.content.domain.statistics import Crossing, CrossRow

# Paul Tol's muted colours: distinct for colour-blind readers and in greyscale.
_COLOURS = (
    "#332288",
    "#88CCEE",
    "#44AA99",
    "#117733",
    "#999933",
    "#DDCC77",
    "#CC6677",
    "#882255",
    "#AA4499",
    "#DDDDDD",
)
_LEFT, _WIDTH, _BAR, _GAP, _TOP = 170, 560, 26, 12, 64
_LEGEND_STEP, _LEGEND_COLUMNS = 20, 4


def crossing_svg(crossing: Crossing) -> str:
    """Return the drawing as SVG; equal numbers give equal bytes."""
    rows = [row for row in crossing.rows if sum(row.counts)]
    legend_rows = -(-len(crossing.columns) // _LEGEND_COLUMNS)
    top = _TOP + legend_rows * _LEGEND_STEP
    height = top + len(rows) * (_BAR + _GAP) + 8
    width = _LEFT + _WIDTH + 70
    title = f"{crossing.rows_title} × {crossing.columns_title}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" '
        'font-family="Noto Sans, Noto Sans CJK SC, sans-serif" font-size="14">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="12" y="28" font-size="18" font-weight="600">{escape(title)}</text>',
        *_legend(crossing.columns),
    ]
    for at, row in enumerate(rows):
        lines += _bar(row, top + at * (_BAR + _GAP))
    return "\n".join([*lines, "</svg>", ""])


def _legend(columns: Sequence[str]) -> Iterator[str]:
    step = (_LEFT + _WIDTH) // _LEGEND_COLUMNS
    for at, title in enumerate(columns):
        x = 12 + at % _LEGEND_COLUMNS * step
        y = _TOP - 16 + at // _LEGEND_COLUMNS * _LEGEND_STEP
        yield f'<rect x="{x}" y="{y}" width="12" height="12" fill="{_colour(at)}"/>'
        yield f'<text x="{x + 18}" y="{y + 11}" font-size="13">{escape(title)}</text>'


def _bar(row: CrossRow, y: int) -> Iterator[str]:
    middle = y + _BAR // 2 + 5
    yield f'<text x="{_LEFT - 10}" y="{middle}" text-anchor="end">{escape(row.title)}</text>'
    x, total = float(_LEFT), sum(row.counts)
    for at, count in enumerate(row.counts):
        if not count:
            continue
        wide = _WIDTH * count / total
        yield (
            f'<rect x="{x:.2f}" y="{y}" width="{wide:.2f}" height="{_BAR}" '
            f'fill="{_colour(at)}"/>'
        )
        if wide >= 40:
            dark = _colour(at) in {"#332288", "#117733", "#882255", "#AA4499"}
            yield (
                f'<text x="{x + wide / 2:.2f}" y="{middle}" text-anchor="middle" '
                f'font-size="12" fill="{"#ffffff" if dark else "#111111"}">'
                f"{count / total:.0%}</text>"
            )
        x += wide
    yield f'<text x="{_LEFT + _WIDTH + 10}" y="{middle}">{total:,}</text>'


def _colour(at: int) -> str:
    return _COLOURS[at % len(_COLOURS)]
