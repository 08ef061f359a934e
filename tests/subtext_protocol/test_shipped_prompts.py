"""What models are asked under the four shipped protocols, as their papers print it."""

import pytest

from subtext_protocol.shipped import shipped_ids, shipped_protocol


@pytest.mark.parametrize(
    ("protocol_id", "setting_id", "first_line", "source"),
    [
        (
            "ii-bench",
            "none",
            "Instruction: Please try to answer the single-answer multiple choice "
            "question below based on the picture provided.",
            "II-Bench, Appendix C.1",
        ),
        (
            "ii-bench",
            "2-shot",
            "Instruction: Please try to answer the single-answer multiple choice "
            "question below based on the examples(with answers) and the corresponding "
            "pictures.",
            "II-Bench, Appendix C.2",
        ),
        (
            "ii-bench",
            "rhetoric",
            "Instruction: Please try to answer the single-answer multiple choice "
            "question below based on the picture and the key words.",
            "II-Bench, Appendix C.3",
        ),
        (
            "ii-bench",
            "cot",
            "Instruction: Please try to answer the single-answer multiple choice "
            "question below based on the picture provided. Let's think through each "
            "option. Let's think step by step.",
            "II-Bench, Appendix C.4",
        ),
        (
            "cii-bench",
            "none",
            "请根据提供的图片尝试回答下面的单选题。直接回答正确选项，不要包含额外的解释。"
            "请使用以下格式：“答案：$LETTER”，其中$LETTER是你认为正确答案的字母。",
            "CII-Bench, Appendix E, Figure 8",
        ),
        (
            "cii-bench",
            "emotion",
            "请根据提供的图片尝试回答下面的单选题。请使用以下格式：“答案：$LETTER”，"
            "其中$LETTER是你认为正确答案的字母。",
            "CII-Bench, Appendix E, Figure 9",
        ),
        (
            "cii-bench",
            "cot",
            "请尝试根据提供的图片回答以下单选题。让我们逐一思考每个选项，逐步分析。"
            "你回答的最后一行应该用以下格式：“答案：$LETTER”，"
            "其中$LETTER是你认为正确答案的字母。",
            "CII-Bench, Appendix E, Figure 10",
        ),
        (
            "cmmmu",
            "none",
            "请回答以下多项选择题，并选出正确选项。这些题目可能包括单选和多选题型。"
            "如果所提供的信息不足以确定一个明确的答案，"
            "那么请根据可用的数据和你的判断来选择最可能正确的选项。",
            "CMMMU, §4.1",
        ),
    ],
)
def test_prompts_are_those_the_papers_print(
    protocol_id: str, setting_id: str, first_line: str, source: str
) -> None:
    setting = shipped_protocol(protocol_id).evaluation.setting(setting_id)
    assert setting is not None
    assert setting.instruction == first_line
    assert setting.source == source


def test_ii_bench_sets_a_solved_example_as_appendix_c_does() -> None:
    setting = shipped_protocol("ii-bench").evaluation.setting("1-shot")
    assert setting is not None
    assert setting.example == (
        "Question: {question}\nPicture: <Picture {picture}>\n{options}\n"
        "Answer: ({answer})"
    )


def test_cmmmu_asks_by_question_type() -> None:
    setting = shipped_protocol("cmmmu").evaluation.setting("none")
    assert setting is not None
    assert setting.wording("multiple_choice") == setting.wording("single_choice")
    assert setting.wording("true_false").instruction.startswith("请回答以下判断题")
    assert setting.wording("fill_in_blank").instruction.startswith("请回答以下填空题")
    assert "{options}" not in setting.wording("fill_in_blank").prompt


def test_imagemet_keeps_the_caption_prompts_of_appendix_i() -> None:
    tasks = {t.id: t for t in shipped_protocol("imagemet").evaluation.open_tasks}
    (simile,) = tasks["simile-caption"].prompts
    assert simile.startswith("Caption the image in one sentence using a simile.")
    guess, graph, analysis, _ = tasks["simile-caption-cot"].prompts
    assert guess == simile
    assert graph.startswith("For the provided image, generate a scene graph")
    assert analysis.startswith("Chain-of-Thought Guide - Think step-by-step:")


def test_cii_bench_judges_paintings_by_the_standard_of_appendix_c() -> None:
    evaluation = shipped_protocol("cii-bench").evaluation
    rating = evaluation.rating("painting-standard")
    assert rating is not None
    assert rating.people == 3
    task = evaluation.open_task(rating.replies_of or "")
    assert task is not None
    assert task.only == {"domain": ("chinese_traditional_culture",)}
    (scale,) = rating.scales
    assert list(scale.values) == [1, 2, 3, 4, 5]
    judge = rating.judge
    assert judge is not None
    assert judge.instruction.startswith("# Role\nYou are an impartial judge")
    assert judge.instruction.endswith('this format: "[ratings]".')
    for point in scale.points:
        assert point.help is not None
        standard = f"- [{point.value} point{'s' * (point.value > 1)}]:"
        assert f"{standard}\n{point.help['en']}\n" in judge.instruction
    assert {"explanation", "metaphorical_meaning", "reply"} == set(
        judge.placeholder_names
    )


def test_keyword_settings_name_the_label_they_are_called_after() -> None:
    for protocol_id in ("ii-bench", "cii-bench"):
        keywords = {
            setting.id: setting.keywords
            for setting in shipped_protocol(protocol_id).evaluation.settings
            if setting.keywords
        }
        assert keywords == {one: one for one in ("domain", "emotion", "rhetoric")}


@pytest.mark.parametrize("protocol_id", shipped_ids())
def test_only_probes_of_the_wording_withhold_the_image(protocol_id: str) -> None:
    settings = shipped_protocol(protocol_id).evaluation.settings
    blind = {one.id: one.prompt for one in settings if one.is_blind}
    assert {one.id for one in settings if not one.images} - {"ocr"} == set(blind)
    assert "{question}" in blind.pop("text-only")
    assert set(blind) <= {"options-only"}
    assert not any("{question}" in prompt for prompt in blind.values())
    assert [one.id for one in settings if one.shuffled] == ["shuffled"]


@pytest.mark.parametrize("protocol_id", shipped_ids())
def test_shots_come_from_dev(protocol_id: str) -> None:
    splits = shipped_protocol(protocol_id).release.splits
    assert {split.id for split in splits if split.shots} <= {"dev"}
