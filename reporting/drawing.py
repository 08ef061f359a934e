"""Charts as SVG and PDF, drawn by Matplotlib (the extra ``figures``).

The same chart gives the same bytes. Text stays text in SVG, and is embedded in PDF.
"""

import io
import re
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any, Literal

from core.domain.texts import _
from reporting.charts import BarChart, Chart, Example, ExampleSheet, Sunburst

FigureForm = Literal["svg", "pdf"]

# Paul Tol's muted colours: distinct for colour-blind readers and in greyscale.
COLOURS = (
    "#332288",
    "#88CCEE",
    "#44AA99",
    "#DDCC77",
    "#CC6677",
    "#882255",
    "#117733",
    "#999933",
    "#AA4499",
    "#BBBBBB",
)
_DARK = {"#332288", "#882255", "#117733", "#AA4499"}
_FONTS = ["Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "DejaVu Sans"]
_INCH_A_BAR = 0.28
_INCH_A_NOTE_LINE = 0.14
_WIDTH = 6.4
_BESIDE = 3
"""Examples beside each other."""
_EXAMPLE_WIDTH, _EXAMPLE_HEIGHT = 3.0, 4.6
_LINE = 46
"""Width of a line of an example, in halves of a Chinese character."""
_NOTE_LINE = 100
"""The same of the note below bars."""
_LONGEST_SIDE = 600
"""Pixels to which the images of examples are reduced."""


class DrawingUnavailableError(RuntimeError):
    """Matplotlib is not installed; the message says what to install."""


def can_draw() -> bool:
    """Return whether Matplotlib is installed."""
    return find_spec("matplotlib") is not None


def draw_chart(chart: Chart, form: FigureForm) -> bytes:
    """Return the chart as a file. Raises DrawingUnavailableError."""
    try:
        import matplotlib  # noqa: PLC0415 - an extra, and slow to import
        from matplotlib import font_manager  # noqa: PLC0415
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError as error:
        raise DrawingUnavailableError(
            _("Figures need a package: pip install 'subtext-bench[figures]'.")
        ) from error
    known = {font.name for font in font_manager.fontManager.ttflist}
    style: Any = {
        "font.family": [name for name in _FONTS if name in known],
        "font.size": 9,
        "svg.fonttype": "none",
        "svg.hashsalt": "subtext",
        "pdf.fonttype": 42,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
    drawings: dict[type[Chart], Callable[[Any, Any], None]] = {
        BarChart: _draw_bars,
        Sunburst: _draw_sunburst,
        ExampleSheet: _draw_examples,
    }
    with matplotlib.rc_context(style):
        figure = Figure(figsize=_size(chart), layout="constrained")
        drawings[type(chart)](figure, chart)
        figure.suptitle(chart.title)
        if isinstance(chart, BarChart) and chart.note:
            figure.supxlabel(
                "\n".join(_wrap(chart.note, _NOTE_LINE)), fontsize=7, ha="center"
            )
        file = io.BytesIO()
        # Without a date, equal numbers give equal bytes.
        date = {"svg": "Date", "pdf": "CreationDate"}[form]
        figure.savefig(file, format=form, metadata={date: None})
    return file.getvalue()


def _size(chart: Chart) -> tuple[float, float]:
    if isinstance(chart, Sunburst):
        return _WIDTH, _WIDTH
    if isinstance(chart, ExampleSheet):
        rows = -(-len(chart.examples) // _BESIDE)
        return _BESIDE * _EXAMPLE_WIDTH, 0.5 + rows * _EXAMPLE_HEIGHT
    bars = sum(len(group.bars) for group in chart.groups)
    lines = len(_wrap(chart.note, _NOTE_LINE)) if chart.note else 0
    return _WIDTH, 1.2 + _INCH_A_BAR * max(bars, 1) + _INCH_A_NOTE_LINE * lines


def _draw_bars(figure: Any, chart: BarChart) -> None:
    axes = figure.add_subplot()
    names = [bar.label for group in chart.groups for bar in group.bars]
    at = 0
    for number, group in enumerate(chart.groups):
        places = range(at, at + len(group.bars))
        at += len(group.bars)
        drawn = axes.barh(
            list(places),
            [100 * bar.share for bar in group.bars],
            color=COLOURS[number % len(COLOURS)],
            label=group.title or None,
        )
        axes.bar_label(drawn, fmt="{:.1f}", padding=3, fontsize=8)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel("%")
    axes.margins(x=0.1)
    if not any(bar.share for group in chart.groups for bar in group.bars):
        # Around bars of no length the axis would show negative percentages.
        axes.set_xlim(0, 100)
    if sum(bool(group.title) for group in chart.groups) > 1:
        # Of the axes, below "%": a legend of the figure would cover the note.
        axes.legend(
            loc="upper center",
            bbox_to_anchor=(0.5, 0),
            borderaxespad=3.5,
            ncols=2,
            frameon=False,
        )


def _draw_sunburst(figure: Any, chart: Sunburst) -> None:
    axes = figure.add_subplot()
    total = sum(ring.count for ring in chart.rings)
    inner = [ring for ring in chart.rings if ring.count]
    colours = [COLOURS[at % len(COLOURS)] for at in range(len(inner))]
    edge = {"edgecolor": "white", "linewidth": 0.8}
    _wedges, names = axes.pie(
        [ring.count for ring in inner],
        radius=0.72,
        colors=colours,
        labels=[f"{ring.label}\n{100 * ring.count / total:.1f} %" for ring in inner],
        labeldistance=0.55,
        textprops={"ha": "center", "va": "center", "fontsize": 8},
        wedgeprops={"width": 0.47, **edge},
        startangle=90,
        counterclock=False,
    )
    for name, colour in zip(names, colours, strict=True):
        name.set_color("white" if colour in _DARK else "black")
    parts = [
        (label, count, colour)
        for ring, colour in zip(inner, colours, strict=True)
        for label, count in ring.parts
        if count
    ]
    outer, _labels = axes.pie(
        [count for _, count, _ in parts],
        radius=1,
        colors=[colour for *_, colour in parts],
        # A label that is wider than its part would cover its neighbours.
        labels=[label if count / total > 0.012 else "" for label, count, _ in parts],
        rotatelabels=True,
        labeldistance=1.03,
        textprops={"fontsize": 7},
        wedgeprops={"width": 0.27, **edge},
        startangle=90,
        counterclock=False,
    )
    for wedge in outer:
        wedge.set_alpha(0.65)


def _draw_examples(figure: Any, chart: ExampleSheet) -> None:
    rows = -(-len(chart.examples) // _BESIDE)
    cells = figure.subplots(2 * rows, _BESIDE, squeeze=False)
    for axes in cells.flat:
        axes.set_axis_off()
    for at, example in enumerate(chart.examples):
        row, column = divmod(at, _BESIDE)
        above, below = cells[2 * row][column], cells[2 * row + 1][column]
        above.imshow(_beside(example.images))
        above.set_title(example.heading, fontsize=9, fontweight="bold")
        text = "\n".join(line for part in _parts(example) for line in _wrap(part))
        below.text(
            0,
            1,
            text,
            va="top",
            fontsize=7,
            linespacing=1.35,
            transform=below.transAxes,
        )


def _beside(contents: Sequence[bytes]) -> Any:
    """Return images of equal height beside each other as one image."""
    # Web processes load this module and draw seldom.
    from PIL import Image  # noqa: PLC0415

    images = []
    for content in contents:
        with Image.open(io.BytesIO(content)) as opened:
            image = opened.convert("RGB")
        image.thumbnail((_LONGEST_SIDE, _LONGEST_SIDE))
        images.append(image)
    height = min(image.height for image in images)
    widths = [max(1, image.width * height // image.height) for image in images]
    joined = Image.new("RGB", (sum(widths), height), "white")
    for at, (image, width) in enumerate(zip(images, widths, strict=True)):
        joined.paste(image.resize((width, height)), (sum(widths[:at]), 0))
    return joined


def _parts(example: Example) -> list[str]:
    key = [f"✓ {example.key}"] if example.key else []
    return [example.stem, *example.options, *key, *example.labels]


def _wrap(text: str, longest: int = _LINE) -> list[str]:
    """Return the lines of a text; a Chinese character is as wide as two Latin ones."""
    lines, width = [""], 0
    for word in re.findall(r"[⺀-￿]|[^\s⺀-￿]+|\s+", text):
        wide = sum(2 if "⺀" <= letter <= "￿" else 1 for letter in word)
        if width + wide > longest and lines[-1]:
            lines.append("")
            width, word = 0, word.lstrip()
        lines[-1] += word
        width += wide
    return [line.rstrip() for line in lines]
