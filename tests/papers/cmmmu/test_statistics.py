"""Statistics of CMMMU, typed from the paper.

Table 2 and Table 3 (page 6) and Figure 3 (page 4, in Chinese with its English names). The
paper cuts off the decimals of its shares (7,738 of 12,012 is 64.419 %, printed as 64.41 %);
Subtext rounds, so that its figures are up to 0.01 higher.
"""

from functools import cache

import pytest

from releases.content.domain.counts import CountedItem, CountedQuestion, CountedRelease
from releases.content.domain.statistics import summarize_counts
from releases.content.domain.statistics_tables import statistics_tables, statistics_text
from reporting.tables import Table
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol

PROTOCOL = shipped_protocol("cmmmu")
TABLE_3 = {
    "广告 (Advertisement)": 4,
    "历史时间线 (Historical Timeline)": 6,
    "人体扫描 (Body Scan)": 9,
    "电力学符号 (Electrical Symbols)": 10,
    "DNA序列 (DNA Sequence)": 13,
    "数学符号 (Mathematical Symbols)": 21,
    "标志和品牌形象 (Logos and Brand Identity)": 22,
    "风景画 (Landscape Painting)": 23,
    "3D渲染图 (3D Rendering)": 24,
    "天文图像 (Astronomical Images)": 31,
    "图标和符号 (Icons and Symbols)": 31,
    "其他 (Other)": 39,
    "海报 (Poster)": 47,
    "树形图 (Tree Diagram)": 54,
    "雕塑 (Sculpture)": 67,
    "书法 (Calligraphy)": 72,
    "有向图 (Directed Graph)": 82,
    "地图 (Map)": 85,
    "建筑设计图 (Architectural Design Drawing)": 94,
    "病理图像 (Pathology Images)": 99,
    "机械工程图 (Mechanical Engineering Drawings)": 107,
    "流程图 (Flowchart)": 128,
    "乐谱 (Sheet Music)": 137,
    "系统框图 (System Diagram)": 174,
    "漫画和卡通 (Cartoons and Comics)": 209,
    "肖像 (Portrait)": 235,
    "绘画作品 (Artwork)": 286,
    "屏幕截图 (Screenshot)": 301,
    "机械结构图 (Mechanical Structure Diagram)": 339,
    "几何形状 (Geometric Shapes)": 346,
    "显微镜图像 (Microscope Image)": 416,
    "医学图像 (Medical Images)": 491,
    "工程结构图 (Engineering Structural Diagram)": 517,
    "电路图 (Circuit Diagram)": 557,
    "化学结构 (Chemical Structures)": 676,
    "图表 (Charts)": 851,
    "照片 (Photographs)": 1680,
    "表格 (Table)": 2480,
    "草图 (Sketches)": 3180,
}
FIGURE_3 = {
    "艺术设计": {"艺术": 219, "艺术理论": 442, "设计": 246, "音乐": 283},
    "商业": {"会计": 524, "经济": 267, "金融": 386, "管理": 294, "营销": 209},
    "科学": {"生物": 473, "化学": 561, "地理": 647, "数学": 574, "物理": 468},
    "健康与医学": {
        "基础医学": 422,
        "诊断学": 159,
        "临床医学": 374,
        "制药": 462,
        "公共卫生": 619,
    },
    "人文社会科学": {"历史": 331, "文献学": 98, "心理学": 382, "社会学": 323},
    "技术与工程": {
        "农业": 283,
        "建筑学": 650,
        "计算机科学": 463,
        "电子学": 387,
        "能源和电力": 422,
        "材料": 504,
        "机械工程": 540,
    },
}
SHARES = {
    **{"艺术": 1.82, "艺术理论": 3.67, "设计": 2.04, "音乐": 2.35, "会计": 4.36},
    **{"经济": 2.22, "金融": 3.21, "管理": 2.44, "营销": 1.73, "生物": 3.93},
    **{"化学": 4.67, "地理": 5.38, "数学": 4.77, "物理": 3.89, "基础医学": 3.51},
    **{"诊断学": 1.32, "临床医学": 3.11, "制药": 3.84, "公共卫生": 5.15},
    **{"历史": 2.75, "文献学": 0.81, "心理学": 3.18, "社会学": 2.68, "农业": 2.35},
    **{"建筑学": 5.41, "计算机科学": 3.85, "电子学": 3.22, "能源和电力": 3.51},
    **{"材料": 4.19, "机械工程": 4.49},
}
QUESTIONS = 12_012


def ids_by_title(field: str) -> dict[str, str]:
    return {choice.title["zh"]: choice.id for choice in PROTOCOL.label(field).choices}


def format_of(number: int) -> str:
    if number < 7738:
        return "multiple_choice" if number < 300 else "single_choice"
    return "fill_in_blank" if number < 7738 + 2998 else "true_false"


def images_of(number: int) -> int:
    """Return the number of images: 597 questions have 4 or 5, 13,929 images in all."""
    if number >= 597:
        return 1
    return 5 if number < 126 else 4


@cache
def whole_set() -> list[CountedItem]:
    """Return 12,012 questions with the counts of Table 2 and Figure 3."""
    subjects, disciplines = ids_by_title("subject"), ids_by_title("discipline")
    labels = [
        {"discipline": [disciplines[discipline]], "subject": [subjects[subject]]}
        for discipline, counts in FIGURE_3.items()
        for subject, count in counts.items()
        for _ in range(count)
    ]
    assert len(labels) == QUESTIONS
    in_options, long_options, explained = 2169, 23_524, 247
    items = []
    for number, labelled in enumerate(labels):
        options = []
        if (kind := format_of(number)).endswith("choice"):
            for at in range(4):
                placed = ""
                # Images of questions with four or five of them stand in options.
                if images_of(number) >= 4 and in_options:
                    placed, in_options = f"[[image {at + 1}]]", in_options - 1
                options.append(placed + "选" * (9 if long_options > 0 else 8))
                long_options -= 1
        stem = "题" * (52 if number < 1441 else 51)
        texts = {"subfield": f"知识点{number % 4165}"}
        if number < explained:
            texts["explanation"] = "解" * (79 if number < 72 else 78)
        level = "easy" if number < 3604 else "middle" if number < 10_571 else "hard"
        split = "dev" if number < 112 else "val" if number < 1012 else "test"
        items.append(
            CountedItem(
                split,
                [f"{number} {at}" for at in range(images_of(number))],
                {**labelled, "difficulty": [level]},
                texts,
                [CountedQuestion(stem, options, kind)],
            )
        )
    return items


def tables_of(protocol: Protocol) -> list[Table]:
    counted = CountedRelease(whole_set(), ["dev", "val", "test"], protocol)
    return statistics_tables(summarize_counts(counted))


def totals_in(language: str) -> dict[str, str]:
    protocol = PROTOCOL.model_copy(update={"language": language})
    totals, *_ = tables_of(protocol)
    [group] = totals.groups
    return {row.label: str(row.values[0]) for row in group.rows}


def test_table_2_has_the_counts_of_the_paper() -> None:
    totals = totals_in("en")
    assert totals["Total questions"] == "12,012"
    assert (
        totals["Distinct values: Discipline / Subject / Subfields"] == "6 / 30 / 4,165"
    )
    assert totals["dev : val : test (questions)"] == "112 : 900 : 11,000"
    assert totals["Easy : Medium : Hard (shares)"] == "30% : 58% : 12%"


def test_table_2_has_the_means_of_the_paper() -> None:
    totals = totals_in("en")
    assert totals["Average length: Question (characters)"] == "51.12"
    assert totals["Average length: Option (characters)"] == "8.76"
    assert totals["Average length: Explanation (characters)"] == "78.29"


@pytest.mark.parametrize(
    ("title", "count", "share"),
    [
        ("Multiple-choice questions (one or several answers)", 7738, 64.41),
        ("Fill in the blank questions", 2998, 24.95),
        ("True or false questions", 1276, 10.62),
        ("Questions with explanation", 247, 2.05),
        ("Images in the question", 11_760, 84.42),
        ("Images in options", 2169, 15.57),
        ("Questions with several images", 597, 4.97),
    ],
)
def test_table_2_has_the_shares_of_the_paper(
    title: str, count: int, share: float
) -> None:
    totals = totals_in("en")
    printed, _, percent = totals[title].partition(" (")
    assert printed == f"{count:,}"
    assert 0 <= round(float(percent.rstrip("%)")) - share, 2) <= 0.01


def test_figure_3_counts_the_thirty_subjects_within_their_disciplines() -> None:
    tree = next(table for table in tables_of(PROTOCOL) if "›" in table.title)
    [group] = tree.groups
    rows = {tuple(row.label.split(" › ")): row.values for row in group.rows}
    assert list(rows) == [
        (discipline, subject)
        for discipline, counts in FIGURE_3.items()
        for subject in counts
    ]
    for (discipline, subject), (count, share, *_) in rows.items():
        assert count == f"{FIGURE_3[discipline][subject]:,}"
        cut_off = SHARES[subject]
        assert 0 <= round(float(str(share).rstrip("%")) - cut_off, 2) <= 0.01


@pytest.mark.parametrize("language", ["zh", "en"])
def test_table_3_counts_the_39_image_types(language: str) -> None:
    ids = ids_by_title("image_type")
    titles = {name.split(" (")[0]: name.rstrip(")").split(" (")[1] for name in TABLE_3}
    assert set(ids) == set(titles)
    question = CountedQuestion("这是什么？", ["甲", "乙", "丙", "丁"])
    items = [
        CountedItem(
            "test", [f"{name} {at}"], {"image_type": [ids[chinese]]}, {}, [question]
        )
        for name, count in TABLE_3.items()
        for chinese in [name.split(" (")[0]]
        for at in range(count)
    ]
    protocol = PROTOCOL.model_copy(update={"language": language})
    statistics = summarize_counts(CountedRelease(items, ["test"], protocol))
    printed = statistics_text(statistics, "CMMMU", "markdown")
    for name, count in TABLE_3.items():
        chinese = name.split(" (")[0]
        title = chinese if language == "zh" else titles[chinese]
        assert f"| {title} | {count:,} |" in printed
