"""Number of images by type (CMMMU, Table 3), typed from the paper in Chinese."""

from projects.domain.shipped import shipped_protocol
from releases.domain.counts import CountedItem, CountedQuestion, CountedRelease
from releases.domain.statistics import summarize_counts
from releases.domain.statistics_tables import statistics_text

TABLE_3 = {
    "广告": 4,
    "历史时间线": 6,
    "人体扫描": 9,
    "电力学符号": 10,
    "DNA序列": 13,
    "数学符号": 21,
    "标志和品牌形象": 22,
    "风景画": 23,
    "3D渲染图": 24,
    "天文图像": 31,
    "图标和符号": 31,
    "其他": 39,
    "海报": 47,
    "树形图": 54,
    "雕塑": 67,
    "书法": 72,
    "有向图": 82,
    "地图": 85,
    "建筑设计图": 94,
    "病理图像": 99,
    "机械工程图": 107,
    "流程图": 128,
    "乐谱": 137,
    "系统框图": 174,
    "漫画和卡通": 209,
    "肖像": 235,
    "绘画作品": 286,
    "屏幕截图": 301,
    "机械结构图": 339,
    "几何形状": 346,
    "显微镜图像": 416,
    "医学图像": 491,
    "工程结构图": 517,
    "电路图": 557,
    "化学结构": 676,
    "图表": 851,
    "照片": 1680,
    "表格": 2480,
    "草图": 3180,
}


def test_table_3_counts_the_39_image_types() -> None:
    protocol = shipped_protocol("cmmmu")
    ids = {
        choice.title["zh"]: choice.id for choice in protocol.label("image_type").choices
    }
    assert set(ids) == set(TABLE_3)
    question = CountedQuestion("这是什么？", ["甲", "乙", "丙", "丁"])
    items = [
        CountedItem(
            "test", [f"{title} {number}"], {"image_type": [ids[title]]}, {}, [question]
        )
        for title, count in TABLE_3.items()
        for number in range(count)
    ]
    statistics = summarize_counts(CountedRelease(items, ["test"], protocol))
    field = next(one for one in statistics.fields if one.id == "image_type")
    assert {choice.title: choice.items for choice in field.choices} == TABLE_3
    printed = statistics_text(statistics, "CMMMU", "markdown")
    for title, count in TABLE_3.items():
        assert f"| {title} | {count:,} |" in printed
