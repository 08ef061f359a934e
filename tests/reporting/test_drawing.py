"""Bar charts as people see them."""

import re

from reporting.charts import Bar, BarChart, BarGroup
from reporting.drawing import draw_chart

_TEXT = re.compile(r'font-size: ([\d.]+)px[^>]* y="([\d.]+)"[^>]*>([^<]*)')


def test_the_note_is_below_the_legend_and_inside_the_figure() -> None:
    groups = [
        BarGroup("Models", [Bar("first*", 0.5, "Incomplete"), Bar("second", 0.7)]),
        BarGroup("Baselines", [Bar("Random choice", 0.2)]),
    ]
    note = "* Incomplete: 4 errors"
    svg = draw_chart(BarChart("Accuracy", groups, note), "svg").decode()
    bottoms = {text: (float(size), float(y)) for size, y, text in _TEXT.findall(svg)}
    [height] = re.findall(r'viewBox="0 0 [\d.]+ ([\d.]+)"', svg)
    size, bottom = bottoms[note]
    assert bottoms["Models"][1] < bottom - size
    assert bottom < float(height)


def test_bars_of_no_length_have_an_axis_without_negative_percentages() -> None:
    groups = [BarGroup("", [Bar("Random choice", 0.0), Bar("Frequent choice", 0.0)])]
    svg = draw_chart(BarChart("Accuracy", groups), "svg").decode()
    texts = [text for _size, _y, text in _TEXT.findall(svg)]
    assert "100" in texts
    assert not [text for text in texts if text.startswith(("-", "\N{MINUS SIGN}"))]
