"""Responses in the styles of many models, and the letter that a careful reader gives."""

from typing import NamedTuple

SCENES = (
    "The bridge connects two enemies.",
    "A clown hides his sorrow.",
    "Plastic chokes the ocean.",
    "Ambition blinds the climber.",
    "Rumours grow as they spread.",
    "Children see more than adults.",
)
THEMES = ("Loneliness", "Vanity", "Resilience", "Corruption", "Freedom")
CHINESE_SCENES = (
    "桥梁连接了两个敌人。",
    "小丑掩饰自己的悲伤。",
    "塑料正在窒息海洋。",
    "野心蒙蔽了攀登者的双眼。",
    "谣言越传越大。",
    "孩子比大人看到更多。",
)
CHINESE_DEVICES = ("隐喻", "排比", "反讽", "象征", "拟人")
MOODS = ("Positive", "Negative", "Neutral", "Mixed")
YES_OR_NO = ("Yes", "No")

SAYINGS = (
    "Time devours its children.",
    "Fame is a gilded cage.",
    "A shared meal heals old wounds.",
    "The crowd mistakes noise for truth.",
    "Knowledge lights the dark.",
    "Nature forgives slowly.",
)
CHINESE_SAYINGS = (
    "时间吞噬它的孩子。",
    "名声是镀金的牢笼。",
    "一顿共享的饭菜治愈旧伤。",
    "人群把喧嚣当成真理。",
    "知识照亮黑暗。",
    "大自然的宽恕很慢。",
)
TONES = ("Satire", "Nostalgia", "Celebration", "Warning")


class StyledResponse(NamedTuple):
    response: str
    expected: str
    """The letter, or "miss"."""
    options: tuple[str, ...] = SCENES
    finish_reason: str | None = None


RESPONSES = (
    StyledResponse(
        "Let us walk through all the options.\nA. There is no bridge, so this is out.\nB. A painted smile over tears; strong candidate.\nC. No sea is visible.\nD. Nobody climbs.\nE. Nothing is said about gossip.\nF. There are no children.\n\nTherefore B.",
        "B",
    ),
    StyledResponse(
        "I'll assess each candidate answer in turn:\n* **A**: There is no bridge, so this is out.\n* **B**: A painted smile over tears; strong candidate.\n* **C**: No sea is visible.\n* **D**: Nobody climbs.\n* **E**: Nothing is said about gossip.\n* **F**: There are no children.\n\nOverall, option B is the best fit.",
        "B",
    ),
    StyledResponse(
        "Step by step, consider every option:\n(A) There is no bridge, so this is out.\n(B) A painted smile over tears; strong candidate.\n(C) No sea is visible.\n(D) Nobody climbs.\n(E) Nothing is said about gossip.\n(F) There are no children.\n\nFinal answer: B",
        "B",
    ),
    StyledResponse(
        "Evaluating each choice:\nA: There is no bridge, so this is out.\nB: A painted smile over tears; strong candidate.\nC: No sea is visible.\nD: Nobody climbs.\nE: Nothing is said about gossip.\nF: There are no children.\n\n**B**",
        "B",
    ),
    StyledResponse(
        "To answer, I compare all answers:\n- Option A: There is no bridge, so this is out.\n- Option B: A painted smile over tears; strong candidate.\n- Option C: No sea is visible.\n- Option D: Nobody climbs.\n- Option E: Nothing is said about gossip.\n- Option F: There are no children.\n\nThe most suitable answer is B.",
        "B",
    ),
    StyledResponse(
        "Checking each of the options:\nA) There is no bridge, so this is out.\nB) A painted smile over tears; strong candidate.\nC) No sea is visible.\nD) Nobody climbs.\nE) Nothing is said about gossip.\nF) There are no children.\n\nI'd go with B.",
        "B",
    ),
    StyledResponse(
        "Here's my take on each option:\nA - There is no bridge, so this is out.\nB - A painted smile over tears; strong candidate.\nC - No sea is visible.\nD - Nobody climbs.\nE - Nothing is said about gossip.\nF - There are no children.\n\nAnswer: (B)",
        "B",
    ),
    StyledResponse(
        "Options review:\n### A\nThere is no bridge, so this is out.\n### B\nA painted smile over tears; strong candidate.\n### C\nNo sea is visible.\n### D\nNobody climbs.\n### E\nNothing is said about gossip.\n### F\nThere are no children.\n\nConclusion: B",
        "B",
    ),
    StyledResponse(
        "Let's break down each option:\nA. There is no bridge, so this is out.\nB. A painted smile over tears; strong candidate.\nC. No sea is visible.\nD. Nobody climbs.\nE. Nothing is said about gossip.\nF. There are no children.\n\nOnly B captures the hidden sorrow.",
        "B",
    ),
    StyledResponse(
        "Let me look at each answer option one at a time.\n**Option A:** There is no bridge, so this is out.\n**Option B:** A painted smile over tears; strong candidate.\n**Option C:** No sea is visible.\n**Option D:** Nobody climbs.\n**Option E:** Nothing is said about gossip.\n**Option F:** There are no children.\n\nBased on this, B is correct.",
        "B",
    ),
    StyledResponse(
        "Considering each possible answer:\nA. There is no bridge, so this is out.\nB. A painted smile over tears; strong candidate.\nC. No sea is visible.\nD. Nobody climbs.\nE. Nothing is said about gossip.\nF. There are no children.\n\nSo, the correct option is:\n\nB. A clown hides his sorrow.",
        "B",
    ),
    StyledResponse(
        "Let's go through each option:\nA. There is no bridge, so this is out.\nB. A painted smile over tears; strong candidate.\nC. No sea is visible.\nD. Nobody climbs.\nE. Nothing is said about gossip.\nF. There are no children.",
        "miss",
    ),
    StyledResponse(
        "Let's weigh every answer:\n(A) There is no bridge, so this is out.\n(B) A painted smile over tears; strong candidate.\n(C) No sea is visible.\n(D) Nobody climbs.",
        "miss",
        finish_reason="length",
    ),
    StyledResponse(
        "Let's weigh every answer:\n(A) There is no bridge, so this is out.\n(B) A painted smile over tears; strong candidate.\n(C) No sea is visible.\n(D) Amb",
        "miss",
    ),
    StyledResponse(
        "Let me go over each option:\nA. The bridge connects",
        "miss",
        finish_reason="length",
    ),
    StyledResponse(
        "Consider each answer choice. A. The bridge connects two enemies. This",
        "miss",
        finish_reason="length",
    ),
    StyledResponse(
        "下面逐个分析选项：\nA. 桥梁连接",
        "miss",
        CHINESE_SCENES,
        finish_reason="length",
    ),
    StyledResponse(
        "我们逐项来看：\nA. 图中没有桥，排除。\nB. 小丑在流泪，十分吻合。\nC. 没有",
        "miss",
        CHINESE_SCENES,
        finish_reason="length",
    ),
    StyledResponse(
        "逐个选项分析：\nA. 图中没有桥，排除。\nB. 小丑在流泪，十分吻合。\nC. 没有海洋。\nD. 没有人攀登。\nE. 与谣言无关。\nF. 没有孩子。\n\n综上，应选B。",
        "B",
        CHINESE_SCENES,
    ),
    StyledResponse(
        "我们依次看看所有选项：\nA、图中没有桥，排除。\nB、小丑在流泪，十分吻合。\nC、没有海洋。\nD、没有人攀登。\nE、与谣言无关。\nF、没有孩子。\n\n因此答案为B",
        "B",
        CHINESE_SCENES,
    ),
    StyledResponse(
        "对每一个选项进行判断：\n选项A：图中没有桥，排除。\n选项B：小丑在流泪，十分吻合。\n选项C：没有海洋。\n选项D：没有人攀登。\n选项E：与谣言无关。\n选项F：没有孩子。\n\n所以B最合适。",
        "B",
        CHINESE_SCENES,
    ),
    StyledResponse(
        "各选项分析如下：\n（A）图中没有桥，排除。\n（B）小丑在流泪，十分吻合。\n（C）没有海洋。\n（D）没有人攀登。\n（E）与谣言无关。\n（F）没有孩子。\n\nB",
        "B",
        CHINESE_SCENES,
    ),
    StyledResponse(
        "让我们分析各个选项。\n- **A**：图中没有桥，排除。\n- **B**：小丑在流泪，十分吻合。\n- **C**：没有海洋。\n- **D**：没有人攀登。\n- **E**：与谣言无关。\n- **F**：没有孩子。\n\n最终选择：B",
        "B",
        CHINESE_SCENES,
    ),
    StyledResponse(
        "來看每個選項：\nA. 图中没有桥，排除。\nB. 小丑在流泪，十分吻合。\nC. 没有海洋。\nD. 没有人攀登。\nE. 与谣言无关。\nF. 没有孩子。\n\n因此選B。",
        "B",
        CHINESE_SCENES,
    ),
    StyledResponse(
        "首先分析选项：\nA. 图中没有桥，排除。\nB. 小丑在流泪，十分吻合。\nC. 没有海洋。\nD. 没有人攀登。\nE. 与谣言无关。\nF. 没有孩子。\n\n可见，只有B项与画面相符。",
        "B",
        CHINESE_SCENES,
    ),
    StyledResponse(
        "下列选项中：\nA. 桥梁连接了两个敌人。\nB. 小丑掩饰自己的悲伤。\nC. 塑料正在窒息海洋。\nD. 野心蒙蔽了攀登者的双眼。\nE. 谣言越传越大。\nF. 孩子比大人看到更多。",
        "miss",
        CHINESE_SCENES,
    ),
    StyledResponse(
        "The picture shows a child pointing at the emperor.\nA-E do not mention children. F does, and it is the one I choose.",
        "F",
    ),
    StyledResponse(
        "Is the answer C? There is no ocean. The mountain and the blindfold point to D.",
        "D",
    ),
    StyledResponse(
        "Could it be A? Not really. Could it be B? No. The answer is E.", "E"
    ),
    StyledResponse("The answer is B?", "miss"),
    StyledResponse("Should it be C? Or should it be D?", "miss"),
    StyledResponse("So what is the answer? C.", "C"),
    StyledResponse("答案是A吗？不是。图中有登山者，所以选D。", "D", CHINESE_SCENES),
    StyledResponse("会不会是B？", "miss", CHINESE_SCENES),
    StyledResponse("是A还是E？从画面看，应该是E。", "E", CHINESE_SCENES),
    StyledResponse(
        "Which one fits? Option A fits, because the bridge joins two armies.", "A"
    ),
    StyledResponse(
        "The answer is B. Wait, the climber wears a blindfold, so D is the better choice.",
        "D",
    ),
    StyledResponse(
        "Answer: C\n\nActually, looking again, there is a child at the window. The answer is F.",
        "F",
    ),
    StyledResponse(
        "I first thought the answer is A, but on closer inspection E is correct.", "E"
    ),
    StyledResponse("答案是B。等等，图中是海龟，应该选C。", "C", CHINESE_SCENES),
    StyledResponse(
        "My initial answer is A. Let me double-check. The climber cannot see the cliff. Final answer: D",
        "D",
    ),
    StyledResponse(
        "The answer is B. Some might argue that D is correct, but no climber is shown.",
        "B",
    ),
    StyledResponse(
        "C is the correct answer. A might seem right at first glance, yet no bridge appears.",
        "C",
    ),
    StyledResponse("<|begin_of_box|>A<|end_of_box|>", "A"),
    StyledResponse("<|begin_of_box|>E<|end_of_box|>", "E"),
    StyledResponse("<|begin_of_box|>F<|end_of_box|>", "F"),
    StyledResponse(
        "The turtle is wrapped in plastic.\n<|begin_of_box|>C. Plastic chokes the ocean.<|end_of_box|>",
        "C",
    ),
    StyledResponse(
        "<think>Perhaps A. The answer is A.</think><|begin_of_box|>E<|end_of_box|>", "E"
    ),
    StyledResponse(
        "<|channel|>analysis<|message|>Option A? The answer is A maybe. Child sees emperor, F.<|end|><|start|>assistant<|channel|>final<|message|>F. Children see more than adults.<|return|>",
        "F",
    ),
    StyledResponse(
        "analysisThe answer could be B or D. I pick D.assistantfinalThe answer is D.",
        "D",
    ),
    StyledResponse(
        "<|channel|>analysis<|message|>The answer might be B because",
        "miss",
        finish_reason="length",
    ),
    StyledResponse("<thinking>The answer is B</thinking>\n\nE", "E"),
    StyledResponse(
        "<|START_THINKING|>Hmm, F? The answer is F.<|END_THINKING|><|START_RESPONSE|>A<|END_RESPONSE|>",
        "A",
    ),
    StyledResponse("[THINK]The answer is D, or C.[/THINK]C", "C"),
    StyledResponse("◁think▷The answer is A◁/think▷The answer is D", "D"),
    StyledResponse("<seed:think>A or B?</seed:think>The answer is (B)", "B"),
    StyledResponse("<thought>The answer is B because the clown", "miss"),
    StyledResponse(
        "<|start_thinking|>I think the answer is B", "miss", finish_reason="length"
    ),
    StyledResponse(
        "<|begin_of_thought|>The answer is A.<|end_of_thought|>\n<|begin_of_solution|>The final answer is \\boxed{E}.<|end_of_solution|>",
        "E",
    ),
    StyledResponse(
        "<SUMMARY>I look at the turtle.</SUMMARY>\n<CAPTION>A turtle in a bag.</CAPTION>\n<REASONING>A is out. D is out.</REASONING>\n<CONCLUSION>C</CONCLUSION>",
        "C",
    ),
    StyledResponse("<answer>D</answer>", "D"),
    StyledResponse(
        "<think>short</think>\n<answer>\n(A) The bridge connects two enemies.\n</answer>",
        "A",
    ),
    StyledResponse("<final_answer>F</final_answer>", "F"),
    StyledResponse("The answer is A? Let me check the picture again.</think>E", "E"),
    StyledResponse("<think>应该选A吧，答案是A。</think>\n答案：C", "C", CHINESE_SCENES),
    StyledResponse("<|begin_of_box|>D<|end_of_box|>", "D", CHINESE_SCENES),
    StyledResponse(
        "根据画面，谣言在扩散。<|begin_of_box|>E. 谣言越传越大。<|end_of_box|>",
        "E",
        CHINESE_SCENES,
    ),
    StyledResponse("$\\boxed{\\text{D}}$", "D"),
    StyledResponse("Therefore, the answer is $\\boxed{\\textbf{(C)}}$.", "C"),
    StyledResponse("\\[\n\\boxed{E. \\text{ Rumours grow as they spread.}}\n\\]", "E"),
    StyledResponse("\\boxed{\\mathbf{\\text{B}}}", "B"),
    StyledResponse("#### F", "F"),
    StyledResponse("**Final Answer:** $A$", "A"),
    StyledResponse("***C.***", "C"),
    StyledResponse("*D*", "D"),
    StyledResponse("Answer: *E*", "E"),
    StyledResponse("<strong>B</strong>", "B"),
    StyledResponse("<p>I would say: <b>C</b></p>", "C"),
    StyledResponse("The correct answer is <em>D</em>.<br/>", "D"),
    StyledResponse("<div>E. Rumours grow as they spread.</div>", "E"),
    StyledResponse("Answer:<br><strong>F</strong>", "F"),
    StyledResponse("<ul><li>A ✔</li><li>B ✘</li><li>C ✘</li></ul>", "A"),
    StyledResponse('{"answer":"c"}', "C"),
    StyledResponse('```json\n{\n  "answer": "D"\n}\n```', "D"),
    StyledResponse(
        '{"reasoning": "The answer is A? No, whispers grow from mouth to mouth.", "final_answer": "E"}',
        "E",
    ),
    StyledResponse(
        '{"answer": "B", "explanation": "The clown weeps; A has no bridge."}', "B"
    ),
    StyledResponse('{"selected_option": "F", "confidence": 0.7}', "F"),
    StyledResponse("{'answer': 'A'}", "A"),
    StyledResponse('{"answer": "(D) Ambition blinds the climber."}', "D"),
    StyledResponse('{"answer": "Plastic chokes the ocean."}', "C"),
    StyledResponse('{"predicted_option":"E"}', "E"),
    StyledResponse('{"choice": {"letter": "D"}}', "D"),
    StyledResponse('{"finalAnswer": "B"}', "B"),
    StyledResponse('{"选项": "C"}', "C", CHINESE_SCENES),
    StyledResponse('{"答案":"D","解释":"A与图无关"}', "D", CHINESE_SCENES),
    StyledResponse('{"最终答案": "E"}', "E", CHINESE_SCENES),
    StyledResponse(
        '{"A": 0.1, "B": 0.1, "C": 0.05, "D": 0.6, "E": 0.1, "F": 0.05}', "D"
    ),
    StyledResponse('{"answer": null}', "miss"),
    StyledResponse('{"answer": ["A", "D"]}', "miss"),
    StyledResponse("answer: F\nconfidence: high", "F"),
    StyledResponse('final_answer = "C"', "C"),
    StyledResponse("【答案】C", "C", CHINESE_SCENES),
    StyledResponse("【答案】：B", "B", CHINESE_SCENES),
    StyledResponse("【正确答案】D", "D", CHINESE_SCENES),
    StyledResponse("【答案】（E）", "E", CHINESE_SCENES),
    StyledResponse("【最终答案】A", "A", CHINESE_SCENES),
    StyledResponse("【解析】画面中孩子指出真相。【答案】F", "F", CHINESE_SCENES),
    StyledResponse("選D", "D", CHINESE_SCENES),
    StyledResponse("答案為B。", "B", CHINESE_SCENES),
    StyledResponse("正確答案是C", "C", CHINESE_SCENES),
    StyledResponse("我選擇E選項", "E", CHINESE_SCENES),
    StyledResponse("故選F。", "F", CHINESE_SCENES),
    StyledResponse("應該選A，因為圖中有橋。", "A", CHINESE_SCENES),
    StyledResponse("最符合圖意的選項為D", "D", CHINESE_SCENES),
    StyledResponse("A項與圖無關，B項最貼切。", "B", CHINESE_SCENES),
    StyledResponse("這題的答案應為C。", "C", CHINESE_SCENES),
    StyledResponse("選項E正確，其餘錯誤。", "E", CHINESE_SCENES),
    StyledResponse("本题应选C。", "C", CHINESE_SCENES),
    StyledResponse("故本题选择D选项。", "D", CHINESE_SCENES),
    StyledResponse("正确选项：A", "A", CHINESE_SCENES),
    StyledResponse("我的选择是B。", "B", CHINESE_SCENES),
    StyledResponse("因此，E项正确。", "E", CHINESE_SCENES),
    StyledResponse("A、B、C、D、E都不符合，所以F。", "F", CHINESE_SCENES),
    StyledResponse("排除A、C、D、E、F，选B。", "B", CHINESE_SCENES),
    StyledResponse("B、C项错误，D项正确。", "D", CHINESE_SCENES),
    StyledResponse("这幅画表达的是塑料正在窒息海洋", "C", CHINESE_SCENES),
    StyledResponse("这幅漫画讽刺了谣言越传越大的现象。", "E", CHINESE_SCENES),
    StyledResponse("画中小丑掩饰了自己的悲伤。", "B", CHINESE_SCENES),
    StyledResponse("答案：A 桥梁连接了两个敌人", "A", CHINESE_SCENES),
    StyledResponse("选（F）", "F", CHINESE_SCENES),
    StyledResponse("选A和B都可以。", "miss", CHINESE_SCENES),
    StyledResponse("无法判断。", "miss", CHINESE_SCENES),
    StyledResponse("A还是B？", "miss", CHINESE_SCENES),
    StyledResponse("不是C，是D。", "D", CHINESE_SCENES),
    StyledResponse("答案不是C，应为D", "D", CHINESE_SCENES),
    StyledResponse("A选项。B选项与画面不符。", "A", CHINESE_SCENES),
    StyledResponse("参考答案：C", "C", CHINESE_SCENES),
    StyledResponse("B．小丑掩饰自己的悲伤", "B", CHINESE_SCENES),
    StyledResponse("答：E", "E", CHINESE_SCENES),
    StyledResponse("答案应该是F，而不是A。", "F", CHINESE_SCENES),
    StyledResponse("C是正确答案", "C", CHINESE_SCENES),
    StyledResponse("这里运用了反讽的手法。", "C", CHINESE_DEVICES),
    StyledResponse("画面采用的修辞是象征。", "D", CHINESE_DEVICES),
    StyledResponse("A错误；B错误；C正确；D错误；E错误。", "C", CHINESE_DEVICES),
    StyledResponse("该图的修辞手法为隐喻，故选A。", "A", CHINESE_DEVICES),
    StyledResponse("A ✗\nB ✗\nC ✓\nD ✗\nE ✗", "C", THEMES),
    StyledResponse(
        "❌ A. Loneliness\n❌ B. Vanity\n❌ C. Resilience\n✅ D. Corruption\n❌ E. Freedom",
        "D",
        THEMES,
    ),
    StyledResponse("- [ ] A\n- [x] B\n- [ ] C\n- [ ] D\n- [ ] E", "B", THEMES),
    StyledResponse(
        "A. Loneliness ❌\nB. Vanity ❌\nC. Resilience ❌\nD. Corruption ❌\nE. Freedom ✅",
        "E",
        THEMES,
    ),
    StyledResponse("A: correct\nB: incorrect\nC: incorrect", "A", THEMES),
    StyledResponse("✅ **D. Corruption**", "D", THEMES),
    StyledResponse("A ✓\nB ✓\nC ✗", "miss", THEMES),
    StyledResponse("A ×\nB ×\nC √\nD ×", "C", CHINESE_SCENES),
    StyledResponse("A．错误\nB．正确\nC．错误\nD．错误", "B", CHINESE_SCENES),
    StyledResponse(
        "| Option | Matches? |\n|---|---|\n| A | ✗ |\n| B | ✗ |\n| C | ✓ |\n| D | ✗ |",
        "C",
        THEMES,
    ),
    StyledResponse(
        "| Letter | Verdict |\n|:-:|:-:|\n| A | incorrect |\n| B | incorrect |\n| C | incorrect |\n| D | correct |\n| E | incorrect |",
        "D",
        THEMES,
    ),
    StyledResponse(
        "| Option | Reason |\n|---|---|\n| A | no people |\n| B | the mirror |\n| C | no struggle |\n\nThe best answer is B.",
        "B",
        THEMES,
    ),
    StyledResponse(
        "| Option | Meaning |\n|---|---|\n| A | Loneliness |\n| B | Vanity |\n| C | Resilience |",
        "miss",
        THEMES,
    ),
    StyledResponse(
        "| 选项 | 是否符合 |\n|---|---|\n| A | 否 |\n| B | 否 |\n| E | 是 |",
        "E",
        CHINESE_SCENES,
    ),
    StyledResponse("The picture expresses vanity.", "B", THEMES),
    StyledResponse("The main theme is corruption.", "D", THEMES),
    StyledResponse("I feel loneliness in this image, not freedom.", "A", THEMES),
    StyledResponse("The answer is freedom.", "E", THEMES),
    StyledResponse("**Resilience**", "C", THEMES),
    StyledResponse("The mood of the image is negative.", "B", MOODS),
    StyledResponse("Neutral", "C", MOODS),
    StyledResponse(
        "The sentiment expressed is clearly negative rather than positive.", "B", MOODS
    ),
    StyledResponse("Yes", "A", YES_OR_NO),
    StyledResponse("No.", "B", YES_OR_NO),
    StyledResponse("The answer is No.", "B", YES_OR_NO),
    StyledResponse("Option D is more fitting than option B.", "D"),
    StyledResponse("Option B is less convincing than option C.", "C"),
    StyledResponse("Both D and E are possible, but E is stronger.", "E"),
    StyledResponse("B over D.", "B"),
    StyledResponse("C, not A.", "C"),
    StyledResponse("It's A.", "A"),
    StyledResponse("I'm fairly confident that F is the intended meaning.", "F"),
    StyledResponse("Neither A nor C works; D does.", "D"),
    StyledResponse("Eliminating A, B, C, D and F leaves E.", "E"),
    StyledResponse("B because the clown weeps behind the mask.", "B"),
    StyledResponse("Out of the six choices, (C) is the closest.", "C"),
    StyledResponse("Correct answer: A\nIncorrect answers: B, C, D, E, F", "A"),
    StyledResponse("Answer choice D", "D"),
    StyledResponse("My final choice: F.", "F"),
    StyledResponse("Selected option: B", "B"),
    StyledResponse(
        "The best description would be option C: Plastic chokes the ocean.", "C"
    ),
    StyledResponse("(D)\n\nExplanation: (A), (B) and (C) miss the climber.", "D"),
    StyledResponse(
        "E. Rumours grow as they spread.\n\nExplanation of other options:\n- A. no bridge\n- B. no clown\n- C. no ocean",
        "E",
    ),
    StyledResponse("Possible choices: A, B, C, D, E, F", "miss"),
    StyledResponse("A, B, C, D, E, or F", "miss"),
    StyledResponse("It could be A or C.", "miss"),
    StyledResponse("None of the options match.", "miss"),
    StyledResponse("I can't tell.", "miss"),
    StyledResponse("I'm sorry, but I can't help with identifying people.", "miss"),
    StyledResponse("As an AI, I cannot view images. Please describe it.", "miss"),
    StyledResponse("Question 1: B\nQuestion 2: D", "miss"),
    StyledResponse("1. A\n2. C", "miss"),
    StyledResponse("Ambition blinds the climber", "D"),
    StyledResponse("rumors grow as they spread", "E"),
    StyledResponse("Children can see more than adults.", "F"),
    StyledResponse("The ocean is choked by plastic, i.e. option C.", "C"),
    StyledResponse("Assistant: B", "B"),
    StyledResponse("assistant\nD", "D"),
    StyledResponse("Ⓔ", "E"),
    StyledResponse("Answer: А", "A"),
    StyledResponse("🅵", "F"),
    StyledResponse("𝗖", "C"),
    StyledResponse("La réponse est B.", "B"),
    StyledResponse("Die richtige Antwort ist D.", "D"),
    StyledResponse("答えはCです。", "C"),
    StyledResponse("정답은 E입니다.", "E"),
    StyledResponse("La respuesta correcta es la F.", "F"),
    StyledResponse("A is the correct answer, since the bridge joins the armies.", "A"),
    StyledResponse("Answer (A/B/C/D/E/F): C", "C"),
    StyledResponse("Answer: (A/B/C/D/E/F)", "miss"),
    StyledResponse("Answer: [letter]", "miss"),
    StyledResponse(
        "Looking at A, the bridge is missing. Looking at B, the tears fit. B it is.",
        "B",
    ),
    StyledResponse("C would work if there were a sea. There isn't. D works.", "D"),
    StyledResponse("The answer: I'd need to see the image.", "miss"),
    StyledResponse("The answer is (A)The bridge connects two enemies.", "A"),
    StyledResponse("choose: f", "F"),
    StyledResponse("the answer is c) plastic chokes the ocean", "C"),
    StyledResponse("Explanation: gossip.\nCorrect Option: E", "E"),
    StyledResponse("B</s>", "B"),
    StyledResponse("D<|eot_id|>", "D"),
    StyledResponse(
        "The correct answer is B. \n\nQuestion: What is the mood?\nAnswer: A", "B"
    ),
    StyledResponse("B", "B", finish_reason="length"),
    StyledResponse(
        "The answer is D. This is because the climber", "D", finish_reason="length"
    ),
    StyledResponse(
        "The image shows a man climbing with a blindfold. This could mean that",
        "miss",
        finish_reason="length",
    ),
    StyledResponse(
        "A. The bridge connects two enemies.\nB. A clown hides",
        "miss",
        finish_reason="length",
    ),
    StyledResponse(
        "Option A: no bridge. Option B: a clown in tears. Option C: no sea. Option D: nobody climbs. Therefore, option B.",
        "B",
    ),
    StyledResponse(
        "Option A: no bridge. Option B: a clown in tears. Option C: no sea. Option D: nobody climbs.",
        "miss",
    ),
    StyledResponse(
        "Let's analyse each of the choices given:\n1. **Option A**: There is no bridge, so this is out.\n1. **Option B**: A painted smile over tears; strong candidate.\n1. **Option C**: No sea is visible.\n1. **Option D**: Nobody climbs.\n1. **Option E**: Nothing is said about gossip.\n1. **Option F**: There are no children.\n\nAfter weighing them, the clown's sorrow is the implicit meaning: B.",
        "B",
    ),
    StyledResponse(
        "Let's consider each option:\n\nA. The bridge connects two enemies.\n- There is no bridge.\n\nB. A clown hides his sorrow.\n- The mask smiles, the eyes weep.\n\nC. Plastic chokes the ocean.\n- No sea.\n\nThe best choice is B.",
        "B",
    ),
    StyledResponse(
        "Let's consider each option:\n\nA. The bridge connects two enemies.\n- There is no bridge.\n\nB. A clown hides his sorrow.\n- The mask smiles, the eyes weep.\n\nC. Plastic chokes the ocean.\n- No sea.",
        "miss",
    ),
    StyledResponse(
        "**Analysis**\n\nEvery option in turn:\nA. There is no bridge, so this is out.\nB. A painted smile over tears; strong candidate.\nC. No sea is visible.\nD. Nobody climbs.\nE. Nothing is said about gossip.\nF. There are no children.\n\n**Conclusion**\n\nThe image is about a clown who hides his sorrow, which is option B.",
        "B",
    ),
    StyledResponse(
        "The answer is B.\n\nHere is why, option by option:\nA. No bridge.\nB. The clown weeps.\nC. No ocean.\nD. Nobody climbs.",
        "B",
    ),
    StyledResponse(
        "**B**\n\nLet me explain each option:\nA. No bridge.\nB. The clown weeps.\nC. No ocean.",
        "B",
    ),
    StyledResponse(
        "B. A clown hides his sorrow.\n\nWhy not the others?\nA. No bridge.\nC. No ocean.\nD. Nobody climbs.",
        "B",
    ),
    StyledResponse(
        "Answer: B. A clown hides his sorrow.\n\nA. is wrong because there is no bridge.\nC. is wrong because there is no ocean.",
        "B",
    ),
    StyledResponse(
        "Which answer is right?\nA. The bridge connects two enemies.\nB. A clown hides his sorrow.",
        "miss",
    ),
    StyledResponse(
        "Let's look at all options:\nA. no\nB. no\nC. no\nD. yes\nE. no\nF. no\n\nD is the right one.",
        "D",
    ),
    StyledResponse(
        '{"options": {"A": "bridge", "B": "clown", "C": "plastic"}, "answer": "C"}', "C"
    ),
    StyledResponse('{"options":["A","B","C","D"],"answer":"D"}', "D"),
    StyledResponse(
        '{"analysis": {"A": "no bridge", "E": "whispers"}, "final_answer": "E"}', "E"
    ),
    StyledResponse(
        'Here is my answer:\n```json\n{"answer": "B", "reason": "tears"}\n```', "B"
    ),
    StyledResponse('{"thought": "The answer might be A", "answer": "B"}', "B"),
    StyledResponse(
        '{"thought": "The answer might be A, or perhaps', "miss", finish_reason="length"
    ),
    StyledResponse('{"Answer":"F"}', "F"),
    StyledResponse('{"ANSWER": "f."}', "F"),
    StyledResponse('[{"answer":"a"}]', "A"),
    StyledResponse("<answer>d</answer>", "D"),
    StyledResponse("<choice>D</choice>", "D"),
    StyledResponse("<option>E</option>", "E"),
    StyledResponse("<result>C</result>", "C"),
    StyledResponse(
        "| Option | Score |\n|---|---|\n| A | 2 |\n| B | 9 |\n| C | 1 |\n\nSo the answer is **B**.",
        "B",
    ),
    StyledResponse(
        "| A | B | C | D |\n|---|---|---|---|\n| bridge | clown | ocean | climber |",
        "miss",
    ),
    StyledResponse(
        "| Option | Correct |\n|---|---|\n| A | **No** |\n| D | **Yes** |", "D"
    ),
    StyledResponse(
        "| Answer | Meaning |\n|---|---|\n| A | bridge |\n| B | clown |", "miss"
    ),
    StyledResponse(
        "The answer is one of the following:\nA. The bridge connects two enemies.\nB. A clown hides his sorrow.\nC. Plastic chokes the ocean.",
        "miss",
    ),
    StyledResponse(
        "Each answer describes a scene. A is about war. B is about grief. C is about waste.",
        "miss",
    ),
    StyledResponse(
        "I'd rule out A, B and C since they're literal. Between E and F, I prefer E.",
        "E",
    ),
    StyledResponse(
        "People might pick D because of the mountain. But the child is the key. F.", "F"
    ),
    StyledResponse("Not B. Not D. It's C.", "C"),
    StyledResponse(
        "At first I leaned towards A. After considering the blindfold, I'd say D.", "D"
    ),
    StyledResponse("Final answer: A (not B, which is the literal reading).", "A"),
    StyledResponse("The answer is A; B is correct only on the surface.", "A"),
    StyledResponse(
        "If the clown is sad, B is correct. If the sea is dirty, C is correct.", "miss"
    ),
    StyledResponse("B would be the answer if the clown were crying.", "miss"),
    StyledResponse(
        "Options A, B, C are incorrect. D is correct. E and F are incorrect.", "D"
    ),
    StyledResponse(
        "A is partially correct, B is partially correct, but E is fully correct.", "E"
    ),
    StyledResponse("A and E are both correct.", "miss"),
    StyledResponse("Answer: A & F", "miss"),
    StyledResponse("Given the options (A) to (F), the most plausible is (B).", "B"),
    StyledResponse("From A to F, C is closest.", "C"),
    StyledResponse("Grade A artwork. A masterpiece.", "miss"),
    StyledResponse("The image is rated B for style.", "miss"),
    StyledResponse("D!!!", "D"),
    StyledResponse("D D D", "D"),
    StyledResponse("A B C D E F", "miss"),
    StyledResponse("Answer is C as plastic (see A. Smith, 2020) chokes the sea.", "C"),
    StyledResponse(
        "E\n\nLet me know if you need more explanation on A, B, C or D!", "E"
    ),
    StyledResponse(
        "Sure! The answer is E. Would you like me to explain why A is wrong?", "E"
    ),
    StyledResponse("The answer is E. Do you want to know why B is not correct?", "E"),
    StyledResponse("E. Hope this helps! Is there anything else?", "E"),
    StyledResponse("Hmm, D? No. C? No. B? Yes, B.", "B"),
    StyledResponse(
        "**Step 1:** look. **Step 2:** compare.\n**Step 3:** decide.\n\n**Answer: F**",
        "F",
    ),
    StyledResponse("Response: A", "A"),
    StyledResponse("My answer: option (A).", "A"),
    StyledResponse("Prediction: B", "B"),
    StyledResponse("Label: B", "B"),
    StyledResponse("The correct option number is 3.", "C"),
    StyledResponse("The correct answer is the third one.", "C"),
    StyledResponse('I would answer "D".', "D"),
    StyledResponse("It must be D, as no other option mentions ambition.", "D"),
    StyledResponse("D seems most plausible to me.", "D"),
    StyledResponse("Best choice → D", "D"),
    StyledResponse("∴ the answer is D", "D"),
    StyledResponse(
        "The answer is: **D. Ambition blinds the climber.** This is not A.", "D"
    ),
    StyledResponse(
        "**Correct answer:** D) Ambition blinds the climber.\n\n**Incorrect answers:**\nA) no bridge\nB) no clown\nC) no ocean",
        "D",
    ),
    StyledResponse(
        "The correct answer is D.\n\nA: Incorrect.\nB: Incorrect.\nC: Incorrect.\nD: Correct.\nE: Incorrect.",
        "D",
    ),
    StyledResponse(
        "A: Incorrect.\nB: Incorrect.\nC: Incorrect.\nD: Correct.\nE: Incorrect.", "D"
    ),
    StyledResponse(
        "A项：无关。B项：小丑流泪，符合。C项：无关。故答案为B项。", "B", CHINESE_SCENES
    ),
    StyledResponse("A项：无关。B项：小丑。C项：海洋。", "miss", CHINESE_SCENES),
    StyledResponse(
        "选项A不符合，选项B符合，选项C不符合，选项D不符合。", "B", CHINESE_SCENES
    ),
    StyledResponse("答案并非A，也不是B，而是D。", "D", CHINESE_SCENES),
    StyledResponse("有的同学可能会选A，其实应选D。", "D", CHINESE_SCENES),
    StyledResponse("若选A则忽略了登山者，故D为最佳答案。", "D", CHINESE_SCENES),
    StyledResponse("本题正确答案为选项E：谣言越传越大。", "E", CHINESE_SCENES),
    StyledResponse("E选项“谣言越传越大”最符合画面内容。", "E", CHINESE_SCENES),
    StyledResponse("最终答案是：E", "E", CHINESE_SCENES),
    StyledResponse("**最终答案：E**", "E", CHINESE_SCENES),
    StyledResponse("答案：e", "E", CHINESE_SCENES),
    StyledResponse("综合以上分析，E更为准确。", "E", CHINESE_SCENES),
    StyledResponse("综上，本题选C项", "C", CHINESE_SCENES),
    StyledResponse("因此，最佳选项应当是（C）。", "C", CHINESE_SCENES),
    StyledResponse("结论：C", "C", CHINESE_SCENES),
    StyledResponse("答案选C，因为A、B、D均不符合。", "C", CHINESE_SCENES),
    StyledResponse("C。理由：图中海龟被塑料袋缠住。", "C", CHINESE_SCENES),
    StyledResponse("我会选C，而不会选A。", "C", CHINESE_SCENES),
    StyledResponse("选择C。", "C", CHINESE_SCENES),
    StyledResponse("正确的是选项C", "C", CHINESE_SCENES),
    StyledResponse("选项C是最恰当的。", "C", CHINESE_SCENES),
    StyledResponse("故答案选：C", "C", CHINESE_SCENES),
    StyledResponse("\\boxed{C}", "C", CHINESE_SCENES),
    StyledResponse("答案是 $\\boxed{C}$。", "C", CHINESE_SCENES),
    StyledResponse('```json\n{"答案": "C"}\n```', "C", CHINESE_SCENES),
    StyledResponse('{"answer": "C", "reason": "A与图无关"}', "C", CHINESE_SCENES),
    StyledResponse("抱歉，我无法识别图片。", "miss", CHINESE_SCENES),
    StyledResponse("图片中没有足够的信息。", "miss", CHINESE_SCENES),
    StyledResponse("以上选项均不符合图意。", "miss", CHINESE_SCENES),
    StyledResponse("A和B都有可能。", "miss", CHINESE_SCENES),
    StyledResponse("每个选项都有道理。", "miss", CHINESE_SCENES),
    StyledResponse("选项：A、B、C、D、E、F", "miss", CHINESE_SCENES),
    StyledResponse("選A", "A", CHINESE_SCENES),
    StyledResponse("正確答案應該是A選項。", "A", CHINESE_SCENES),
    StyledResponse("我認為A最貼切，B則與圖無關。", "A", CHINESE_SCENES),
    StyledResponse("【答案】A【解析】B项与图无关，C项片面。", "A", CHINESE_SCENES),
    StyledResponse("【答案】\nA", "A", CHINESE_SCENES),
    StyledResponse("[答案] A", "A", CHINESE_SCENES),
    StyledResponse("《答案》A", "A", CHINESE_SCENES),
    StyledResponse("答案是F还是A呢？我认为是F。", "F", CHINESE_SCENES),
    StyledResponse(
        "画面讽刺大人看不到真相，而孩子比大人看到更多。", "F", CHINESE_SCENES
    ),
    StyledResponse("反讽", "C", CHINESE_DEVICES),
    StyledResponse("主要的修辞手法是反讽，而不是隐喻。", "C", CHINESE_DEVICES),
    StyledResponse("答案：象征", "D", CHINESE_DEVICES),
    StyledResponse("拟人。", "E", CHINESE_DEVICES),
    StyledResponse("这是隐喻。", "A", CHINESE_DEVICES),
    StyledResponse("画面很有趣。", "miss", CHINESE_DEVICES),
    StyledResponse("The overall tone is positive.", "A", MOODS),
    StyledResponse("Mixed", "D", MOODS),
    StyledResponse("It conveys a positive emotion.", "A", MOODS),
    StyledResponse("The woman at the mirror stands for vanity.", "B", THEMES),
    StyledResponse("There are people in the picture.", "miss", THEMES),
    StyledResponse("The clown hides his sorrow.", "B"),
    StyledResponse("It shows a clown who hides his sorrow.", "B"),
    StyledResponse("The climber is not blinded by ambition but by fog.", "miss"),
    StyledResponse(
        "This image suggests that ambition blinds the climber, so he misses the cliff.",
        "D",
    ),
    StyledResponse('The image says: "Ambition blinds the climber". (D)', "D"),
    StyledResponse(
        "Breaking down the options:\nA. Clocks are missing, so no.\nB. The singer stands in a golden cage; this matches.\nC. Nobody eats.\nD. There is no crowd.\nE. No lamp or book is drawn.\nF. No plants appear.\n\nThe best answer therefore appears to be B.",
        "B",
        SAYINGS,
    ),
    StyledResponse(
        "Option-by-option analysis:\n- A) Clocks are missing, so no.\n- B) The singer stands in a golden cage; this matches.\n- C) Nobody eats.\n- D) There is no crowd.\n- E) No lamp or book is drawn.\n- F) No plants appear.\n\nI conclude (B).",
        "B",
        SAYINGS,
    ),
    StyledResponse(
        "Going option by option.\n**A**: Clocks are missing, so no.\n**B**: The singer stands in a golden cage; this matches.\n**C**: Nobody eats.\n**D**: There is no crowd.\n**E**: No lamp or book is drawn.\n**F**: No plants appear.\n\nThat leaves option B.",
        "B",
        SAYINGS,
    ),
    StyledResponse(
        "Let me think step by step about every candidate:\n1. A – Clocks are missing, so no.\n2. B – The singer stands in a golden cage; this matches.\n3. C – Nobody eats.\n4. D – There is no crowd.\n5. E – No lamp or book is drawn.\n6. F – No plants appear.\n\nMy verdict: B",
        "B",
        SAYINGS,
    ),
    StyledResponse(
        "Comparing the six answers:\n* (A) Clocks are missing, so no.\n* (B) The singer stands in a golden cage; this matches.\n* (C) Nobody eats.\n* (D) There is no crowd.\n* (E) No lamp or book is drawn.\n* (F) No plants appear.\n\nHence, (B).",
        "B",
        SAYINGS,
    ),
    StyledResponse(
        "Examining each alternative:\nOption A: Clocks are missing, so no.\nOption B: The singer stands in a golden cage; this matches.\nOption C: Nobody eats.\nOption D: There is no crowd.\nOption E: No lamp or book is drawn.\nOption F: No plants appear.\n\nB is the strongest choice.",
        "B",
        SAYINGS,
    ),
    StyledResponse(
        "I will check every option against the picture.\nA: Clocks are missing, so no.\nB: The singer stands in a golden cage; this matches.\nC: Nobody eats.\nD: There is no crowd.\nE: No lamp or book is drawn.\nF: No plants appear.\n\nThus: B",
        "B",
        SAYINGS,
    ),
    StyledResponse(
        "Process of elimination across all choices:\nA. Clocks are missing, so no.\nB. The singer stands in a golden cage; this matches.\nC. Nobody eats.\nD. There is no crowd.\nE. No lamp or book is drawn.\nF. No plants appear.\n\nWhich makes B the most apt.",
        "B",
        SAYINGS,
    ),
    StyledResponse(
        "Evaluate each option:\n### Option A\nClocks are missing, so no.\n\n### Option B\nThe singer stands in a golden cage; this matches.\n\n### Option C\nNobody eats.\n\n### Option D\nThere is no crowd.\n\n### Option E\nNo lamp or book is drawn.\n\n### Option F\nNo plants appear.\n\n### Final answer\nB",
        "B",
        SAYINGS,
    ),
    StyledResponse(
        "Let's examine each option carefully:\n\nA. Clocks are missing, so no.\n\nB. The singer stands in a golden cage; this matches.\n\nC. Nobody eats.\n\nD. There is no crowd.\n\nE. No lamp or book is drawn.\n\nF. No plants appear.\n\nGiven the above, I choose B. Fame is a gilded cage.",
        "B",
        SAYINGS,
    ),
    StyledResponse(
        "Here is an analysis of all the given options:\n> A. Clocks are missing, so no.\n> B. The singer stands in a golden cage; this matches.\n> C. Nobody eats.\n> D. There is no crowd.\n> E. No lamp or book is drawn.\n> F. No plants appear.\n\nTherefore, the implicit meaning is best expressed by option B.",
        "B",
        SAYINGS,
    ),
    StyledResponse(
        "For each option:\nA) Clocks are missing, so no.\nB) The singer stands in a golden cage; this matches.\nC) Nobody eats.\nD) There is no crowd.\nE) No lamp or book is drawn.\nF) No plants appear.\n\nAnswer = B",
        "B",
        SAYINGS,
    ),
    StyledResponse(
        "Consider the choices one by one:\nA. Clocks are missing, so no.\nB. The singer stands in a golden cage; this matches.\nC. Nobody eats.\nD. There is no crowd.\nE. No lamp or book is drawn.\nF. No plants appear.\n\nIn conclusion, B.",
        "B",
        SAYINGS,
    ),
    StyledResponse(
        "Consider the choices one by one:\n(A) Clocks are missing, so no.\n(B) The singer stands in a golden cage; this matches.\n(C) Nobody eats.\n(D) There is no crowd.\n(E) No lamp or book is drawn.\n(F) No plants appear.\n\nB wins.",
        "B",
        SAYINGS,
    ),
    StyledResponse(
        "Let's think through each option:\nA. Clocks are missing, so no.\nB. The singer stands in a golden cage; this matches.\nC. Nobody eats.\nD. There is no crowd.\nE. No lamp or book is drawn.\nF. No plants appear.\n\nThe correct option is B because of the cage, whereas A, C, D, E and F lack support.",
        "B",
        SAYINGS,
    ),
    StyledResponse(
        "Analyzing each choice:\nA. Clocks are missing, so no.\nB. The singer stands in a golden cage; this matches.\nC. Nobody eats.\nD. There is no crowd.\nE. No lamp or book is drawn.\nF. No plants appear.\n\nOf these, only option B is consistent with the golden cage.",
        "B",
        SAYINGS,
    ),
    StyledResponse(
        "逐一排查：\nA. 画面没有钟表。\nB. 歌手站在金色的笼子里，与画面一致。\nC. 没有人吃饭。\nD. 没有人群。\nE. 没有灯或书。\nF. 没有植物。\n\n由此可知B正确。",
        "B",
        CHINESE_SAYINGS,
    ),
    StyledResponse(
        "选项分析：\nA：画面没有钟表。\nB：歌手站在金色的笼子里，与画面一致。\nC：没有人吃饭。\nD：没有人群。\nE：没有灯或书。\nF：没有植物。\n\n故B项当选。",
        "B",
        CHINESE_SAYINGS,
    ),
    StyledResponse(
        "先逐个看选项。\n（A）画面没有钟表。\n（B）歌手站在金色的笼子里，与画面一致。\n（C）没有人吃饭。\n（D）没有人群。\n（E）没有灯或书。\n（F）没有植物。\n\n所以正确的一项是B。",
        "B",
        CHINESE_SAYINGS,
    ),
    StyledResponse(
        "对比各选项：\nA、画面没有钟表。\nB、歌手站在金色的笼子里，与画面一致。\nC、没有人吃饭。\nD、没有人群。\nE、没有灯或书。\nF、没有植物。\n\n因此B是最佳选择。",
        "B",
        CHINESE_SAYINGS,
    ),
    StyledResponse(
        "以下是对每个选项的分析：\nA项：画面没有钟表。\nB项：歌手站在金色的笼子里，与画面一致。\nC项：没有人吃饭。\nD项：没有人群。\nE项：没有灯或书。\nF项：没有植物。\n\n答案显然是B。",
        "B",
        CHINESE_SAYINGS,
    ),
    StyledResponse(
        "逐项排除：\nA. 画面没有钟表。\nB. 歌手站在金色的笼子里，与画面一致。\nC. 没有人吃饭。\nD. 没有人群。\nE. 没有灯或书。\nF. 没有植物。\n\n可以确定答案为B。",
        "B",
        CHINESE_SAYINGS,
    ),
    StyledResponse(
        "针对各个选项：\n- A：画面没有钟表。\n- B：歌手站在金色的笼子里，与画面一致。\n- C：没有人吃饭。\n- D：没有人群。\n- E：没有灯或书。\n- F：没有植物。\n\n排除法得B。",
        "B",
        CHINESE_SAYINGS,
    ),
    StyledResponse(
        "分析每一个选项：\n**A** 画面没有钟表。\n**B** 歌手站在金色的笼子里，与画面一致。\n**C** 没有人吃饭。\n**D** 没有人群。\n**E** 没有灯或书。\n**F** 没有植物。\n\n因此我选择B选项。",
        "B",
        CHINESE_SAYINGS,
    ),
    StyledResponse(
        "我们对所有选项逐一判断：\nA．画面没有钟表。\nB．歌手站在金色的笼子里，与画面一致。\nC．没有人吃饭。\nD．没有人群。\nE．没有灯或书。\nF．没有植物。\n\n故本题答案为（B）。",
        "B",
        CHINESE_SAYINGS,
    ),
    StyledResponse(
        "逐項分析：\nA. 画面没有钟表。\nB. 歌手站在金色的笼子里，与画面一致。\nC. 没有人吃饭。\nD. 没有人群。\nE. 没有灯或书。\nF. 没有植物。\n\n故正確答案為B。",
        "B",
        CHINESE_SAYINGS,
    ),
    StyledResponse(
        "來看各個選項：\n選項A：画面没有钟表。\n選項B：歌手站在金色的笼子里，与画面一致。\n選項C：没有人吃饭。\n選項D：没有人群。\n選項E：没有灯或书。\n選項F：没有植物。\n\n因此應選B。",
        "B",
        CHINESE_SAYINGS,
    ),
    StyledResponse(
        "Going through each of the options:\nA. Clocks are missing, so no.\nB. The singer stands in a golden cage; this matches.\nC. Nobody eats.\nD. There is no crowd.\nE. No lamp or book is drawn.\nF. No plants appear.",
        "miss",
        SAYINGS,
    ),
    StyledResponse(
        "Option-by-option analysis:\n(A) Clocks are missing, so no.\n(B) The singer stands in a golden cage; this matches.\n(C) Nobody eats.\n(D) There",
        "miss",
        SAYINGS,
        finish_reason="length",
    ),
    StyledResponse(
        "Options:\nA. Time devours its children.\nB. Fame is a gilded cage.\nC. A shared meal heals old wounds.\nD. The crowd mistakes noise for truth.\nE. Knowledge lights the dark.\nF. Nature forgives slowly.",
        "miss",
        SAYINGS,
    ),
    StyledResponse(
        "The options are as follows:\nA) Time devours its children.\nB) Fame is a gilded cage.\nC) A shared meal heals old wounds.\nD) The crowd mistakes noise for truth.\nE) Knowledge lights the dark.\nF) Nature forgives slowly.",
        "miss",
        SAYINGS,
    ),
    StyledResponse(
        "Let's consider every option. (A) Time devours its children: the",
        "miss",
        SAYINGS,
        finish_reason="length",
    ),
    StyledResponse(
        "Let's analyze each option:\n\n**A. Time devours its children.**",
        "miss",
        SAYINGS,
        finish_reason="length",
    ),
    StyledResponse(
        "逐个分析：A. 时间吞噬它的孩子——图中没有",
        "miss",
        CHINESE_SAYINGS,
        finish_reason="length",
    ),
    StyledResponse(
        "各选项分析：\nA. 画面没有钟表。\nB. 歌手站在金色的笼子里，与画面一致。\nC. 没有人吃饭。\nD. 没有人群。",
        "miss",
        CHINESE_SAYINGS,
    ),
    StyledResponse(
        "Check:\nA ✗ no clock\nB ✓ the cage\nC ✗ no meal\nD ✗ no crowd", "B", SAYINGS
    ),
    StyledResponse(
        "A. Incorrect, since no clock is shown.\nB. Correct, since the cage is golden.\nC. Incorrect, since nobody eats.",
        "B",
        SAYINGS,
    ),
    StyledResponse("❌A ❌B ✅C ❌D ❌E ❌F", "C", SAYINGS),
    StyledResponse("✔️ E. Knowledge lights the dark.", "E", SAYINGS),
    StyledResponse("FINAL ANSWER: B", "B", SAYINGS),
    StyledResponse("{B}", "B", SAYINGS),
    StyledResponse("ans: b", "B", SAYINGS),
    StyledResponse("\\boxed{\\text{B. Fame is a gilded cage.}}", "B", SAYINGS),
    StyledResponse("`B`", "B", SAYINGS),
    StyledResponse("option B", "B", SAYINGS),
    StyledResponse("Correct Answer: **B**", "B", SAYINGS),
    StyledResponse("I'd answer B.", "B", SAYINGS),
    StyledResponse("The right one is B.", "B", SAYINGS),
    StyledResponse("Definitely (B)", "B", SAYINGS),
    StyledResponse('{"result":"B"}', "B", SAYINGS),
    StyledResponse('{"label":"B"}', "B", SAYINGS),
    StyledResponse('{"correct_answer": "B"}', "B", SAYINGS),
    StyledResponse('{"answer":"b) Fame is a gilded cage."}', "B", SAYINGS),
    StyledResponse('{"answer": "B",}', "B", SAYINGS),
    StyledResponse("<think>A</think>\n\nThe answer is **B**.", "B", SAYINGS),
    StyledResponse("<think>A, no, B", "miss", SAYINGS),
    StyledResponse("<|begin_of_box|>b<|end_of_box|>", "B", SAYINGS),
    StyledResponse("<h3>Answer: B</h3>", "B", SAYINGS),
    StyledResponse("Ⓑ.", "B", SAYINGS),
    StyledResponse("The picture means that fame is a gilded cage.", "B", SAYINGS),
    StyledResponse("A. no. B. yes.", "B", SAYINGS),
    StyledResponse("B instead of D.", "B", SAYINGS),
    StyledResponse("Is it A? I don't think so. The answer is B.", "B", SAYINGS),
    StyledResponse("Between A and B, B is closer.", "B", SAYINGS),
    StyledResponse("If forced to choose, I'd say B.", "B", SAYINGS),
    StyledResponse(
        "B\n\nA is incorrect because no clock is shown. C is incorrect because nobody eats.",
        "B",
        SAYINGS,
    ),
    StyledResponse("答案选B", "B", CHINESE_SAYINGS),
    StyledResponse("我會選B", "B", CHINESE_SAYINGS),
    StyledResponse("B项正确", "B", CHINESE_SAYINGS),
    StyledResponse("不选A，选B", "B", CHINESE_SAYINGS),
    StyledResponse("B比A更贴切。", "B", CHINESE_SAYINGS),
    StyledResponse("名声是镀金的牢笼", "B", CHINESE_SAYINGS),
    StyledResponse('{"选项":"b"}', "B", CHINESE_SAYINGS),
    StyledResponse("故答案为：B．", "B", CHINESE_SAYINGS),
    StyledResponse("A？不对，应该是B。", "B", CHINESE_SAYINGS),
    StyledResponse("正确答案：（B）名声是镀金的牢笼。", "B", CHINESE_SAYINGS),
    StyledResponse("（Ｂ）", "B", CHINESE_SAYINGS),
    StyledResponse("The answer is unclear.", "miss", SAYINGS),
    StyledResponse("B/D", "miss", SAYINGS),
    StyledResponse("Any of A, B, C, D, E, F.", "miss", SAYINGS),
    StyledResponse("Vitamin B", "miss", SAYINGS),
    StyledResponse("The answer is A? Or B?", "miss", SAYINGS),
    StyledResponse('{"answer": "A or B"}', "miss", SAYINGS),
    StyledResponse("Please choose from A, B, C, D, E and F.", "miss", SAYINGS),
    StyledResponse(
        "I'm not able to determine the answer from the image; it may be A or B.",
        "miss",
        SAYINGS,
    ),
    StyledResponse("是B吗？", "miss", CHINESE_SAYINGS),
    StyledResponse("无", "miss", CHINESE_SAYINGS),
    StyledResponse("The tone is one of nostalgia.", "B", TONES),
    StyledResponse("It is a warning.", "D", TONES),
    StyledResponse("Celebration, not warning.", "C", TONES),
    StyledResponse(
        "The image shows a singer standing inside a large golden birdcage while fans cheer outside. The cage glitters but its door is locked.\n\nLet's evaluate the options:\n\n(A) Time devours its children – there is no reference to time.\n(B) Fame is a gilded cage – the golden cage and the fans strongly support this.\n(C) A shared meal heals old wounds – no food is visible.\n(D) The crowd mistakes noise for truth – the crowd is present, but truth isn't a theme.\n(E) Knowledge lights the dark – no.\n(F) Nature forgives slowly – no.\n\nTherefore, the most suitable implicit meaning is that fame is a gilded cage.\n\n**Answer: (B)**",
        "B",
        SAYINGS,
    ),
    StyledResponse(
        "To determine the implicit meaning of the image, let's analyze the elements.\n1. The singer: a star.\n2. The cage: a trap.\n3. The crowd: adoration.\n\nNow, consider each option:\n\nA. This would need clocks.\nB. This matches the cage.\nC. Food is absent.\nD. The crowd is cheering, yet not deceived.\nE. No light of knowledge.\nF. No nature.\n\nConclusion: The correct interpretation is B.",
        "B",
        SAYINGS,
    ),
    StyledResponse(
        "Although B is plausible, D better reflects the message.", "D", SAYINGS
    ),
    StyledResponse(
        "B and D are both plausible; it is hard to choose.", "miss", SAYINGS
    ),
    StyledResponse(
        "The lamp symbolises learning, so the answer would be E.", "E", SAYINGS
    ),
    StyledResponse(
        "E\n\nA. Not relevant.\nB. Not relevant.\nC. Not relevant.\nD. Not relevant.\nE. The lamp.\nF. Not relevant.",
        "E",
        SAYINGS,
    ),
    StyledResponse(
        "I think the answer is either A or C. Let me think again. The two enemies share soup, so C.",
        "C",
        SAYINGS,
    ),
    StyledResponse("The answer is A... no, sorry, C.", "C", SAYINGS),
    StyledResponse("A - time eats the young", "A", SAYINGS),
    StyledResponse("A is it.", "A", SAYINGS),
    StyledResponse("answer is (a)", "A", SAYINGS),
    StyledResponse("The answer lies in the clock.", "miss", SAYINGS),
    StyledResponse(
        "Let me think about the answer.", "miss", SAYINGS, finish_reason="length"
    ),
    StyledResponse(
        "Let's think step by step. First, the image shows a clock. Option A mentions time, which could",
        "miss",
        SAYINGS,
        finish_reason="length",
    ),
    StyledResponse(
        "Looking at option B, the cage is golden. Looking at option",
        "miss",
        SAYINGS,
        finish_reason="length",
    ),
    StyledResponse(
        "A. The clock cuts\nB. Fame\nC. A shared meal\nD. The",
        "miss",
        SAYINGS,
        finish_reason="length",
    ),
    StyledResponse(
        "<think>The answer is B. But wait", "miss", SAYINGS, finish_reason="length"
    ),
    StyledResponse(
        "**Answer: B**\n\nExplanation: the cage is golden and the",
        "B",
        SAYINGS,
        finish_reason="length",
    ),
    StyledResponse("\\boxed{B}", "B", SAYINGS, finish_reason="length"),
    StyledResponse("The correct option is", "miss", SAYINGS, finish_reason="length"),
    StyledResponse("Answer: The", "miss", SAYINGS, finish_reason="length"),
    StyledResponse(
        '{"answer": "B", "explanation": "The cage', "B", SAYINGS, finish_reason="length"
    ),
    StyledResponse(
        '{"analysis": "Option B mentions a cage',
        "miss",
        SAYINGS,
        finish_reason="length",
    ),
    StyledResponse(
        "Let's go through the options one by one:\n- A: no\n- B: the cage fits best so far\n- C: no",
        "miss",
        SAYINGS,
        finish_reason="length",
    ),
    StyledResponse("从图中可以看出，该漫画想要表达的是B。", "B", CHINESE_SAYINGS),
    StyledResponse(
        "B项最为恰当，因为笼子是金色的。A项、C项均未体现。", "B", CHINESE_SAYINGS
    ),
    StyledResponse("虽然B有一定道理，但D更符合图意。", "D", CHINESE_SAYINGS),
    StyledResponse("在B和D之间，我认为D更好。", "D", CHINESE_SAYINGS),
    StyledResponse("选D。B项是干扰项。", "D", CHINESE_SAYINGS),
    StyledResponse(
        "让我们一步一步思考。首先看A选项，",
        "miss",
        CHINESE_SAYINGS,
        finish_reason="length",
    ),
    StyledResponse(
        "我们先来看各个选项：\nA. 时间吞噬它的孩子：画面没有钟。\nB. 名声是",
        "miss",
        CHINESE_SAYINGS,
        finish_reason="length",
    ),
    StyledResponse("正确答案是", "miss", CHINESE_SAYINGS, finish_reason="length"),
    StyledResponse("答案：D。", "D", CHINESE_SAYINGS, finish_reason="length"),
    StyledResponse("Only A remains.", "A"),
    StyledResponse("So only A stands.", "A"),
    StyledResponse("A is all that remains.", "A"),
    StyledResponse("A is the only option that fits.", "A"),
    StyledResponse("Only A accounts for the smile.", "A"),
    StyledResponse("唯一符合的是A。", "A", CHINESE_SAYINGS),
    StyledResponse("只有A成立。", "A", CHINESE_SAYINGS),
    StyledResponse("(A) No. (B) No. (C) Yes. (D) No. (E) No. (F) No.", "C"),
    StyledResponse("A. False B. False C. True D. False E. False F. False", "C"),
    StyledResponse("A=false, B=false, C=true, D=false", "C"),
    StyledResponse(
        "A - ruled out, B - ruled out, C - ruled out, D - fits, E - ruled out, F - ruled out",
        "D",
    ),
    StyledResponse("1) A: incorrect 2) B: correct 3) C: incorrect", "B"),
    StyledResponse(
        "A: too literal; B: no tears are seen; C: the sea is not shown.", "miss"
    ),
    StyledResponse("(A) Yes. (B) No. (C) Yes. (D) No.", "miss"),
    StyledResponse("A（×）B（×）C（×）D（×）E（×）F（√）", "F", CHINESE_SAYINGS),
    StyledResponse("A错，B错，C错，D错，E错，F对。", "F", CHINESE_SAYINGS),
    StyledResponse("The answer is A. Wait, that's wrong.", "miss"),
    StyledResponse(
        "The answer is A. Hmm, no, that is not right either. It might be D or E.",
        "miss",
    ),
    StyledResponse("I choose A. Hmm, wait. That can't be right.", "miss"),
    StyledResponse("Answer: A. Actually, it could be B or C.", "miss"),
    StyledResponse("The answer is A. No, that's wrong. D.", "D"),
    StyledResponse("My answer: A.\n\nEdit: on a second look it's D.", "D"),
    StyledResponse(
        "The answer is A. This is not a simple cartoon. It might be about B or C at first glance.",
        "A",
    ),
    StyledResponse("答案是A。不对，A说不通，我也不确定。", "miss", CHINESE_SAYINGS),
    StyledResponse("I was going to say A, but the tears make it D.", "D"),
    StyledResponse("~~C~~ F", "F"),
    StyledResponse("Answer: <del>C</del> F", "F"),
    StyledResponse("The answer is ~~A~~ **F**.", "F"),
    StyledResponse(
        "By elimination (A, B, C, D and F are all wrong) it must be E.", "E"
    ),
    StyledResponse("A、B、C、D、F都不对，那就是E。", "E", CHINESE_SAYINGS),
    StyledResponse("A describes the cartoon better than D does.", "A"),
    StyledResponse("Compared with D, A fits better.", "A"),
    StyledResponse("D does it better than A.", "D"),
    StyledResponse("I prefer A to D.", "A"),
    StyledResponse("A outperforms C and D here.", "A"),
    StyledResponse("A is weaker than D.", "D"),
    StyledResponse("A explains less than D.", "D"),
    StyledResponse("B is a better answer than A, since nobody builds a bridge.", "B"),
    StyledResponse("相比D，A更好。", "A", CHINESE_SAYINGS),
    StyledResponse("Therefore the meaning is hidden sorrow, option B.", "B"),
    StyledResponse("Easy: F 😄", "F"),
    StyledResponse("B同学在笑，A先生在哭。", "miss", CHINESE_SAYINGS),
    StyledResponse("图中写着“A座”。", "miss", CHINESE_SAYINGS),
    StyledResponse("The sign reads 'Gate B'.", "miss"),
    StyledResponse("乍看之下像是D，但實際上是A。", "A", CHINESE_SAYINGS),
    StyledResponse("C would be my answer.", "C"),
    StyledResponse("C is what I'd choose.", "C"),
    StyledResponse("Answer: C → corrected: D", "D"),
    StyledResponse("A would be the best choice if there were a bridge.", "miss"),
    StyledResponse("Nothing is better than D.", "D"),
    StyledResponse("A is no better than D.", "miss"),
    StyledResponse("The answer is D. I was wrong to think it might be A.", "D"),
)
