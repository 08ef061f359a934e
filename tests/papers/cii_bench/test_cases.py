"""A case of CII-Bench, Appendix I, Figure G6: how GPT-4o's answer under CoT is read.

Typed from the paper; of the six cases, its text layer has the last.
"""

from subtext_runner.answer_extraction.rule import extract_answer
from subtext_runner.extraction.published import published_letter

OPTIONS = [
    "爱情让人们失去了理性判断。",
    "爱让我们变得更加聪明和睿智。",
    "爱是一种需要持续投入的投资。",
    "爱情会导致人们的孤立和疏远。",
    "过于充盈的爱，会让我们失去独处的思考。",
    "爱情会让人更加关注自己的内心世界。",
]
RESPONSE = """\
这幅图片展示了一对年轻人亲吻的场景，其中一个人的头脑中有一个操作杆的人，这个细节表明隐喻的含义。逐个选项分析：
(A) 爱情让人们失去了理性判断。
- 操作杆的人可能暗示爱情在操控一个人的理智，显示出理性被放在一个小角落来观察，可以一定程度上支持这个观点。
(B) 爱让我们变得更加聪明和睿智。
- 从图片来看，这种解释不太符合，因为图中的操控体现了某种控制，而不是增强智慧。
(C) 爱是一种需要持续投入的投资。
- 没有直接暗示投入或投资的行为，所以这个选项不太符合。
(D) 爱情会导致人们的孤立和疏远。
- 图片中两个人紧密接触，并没有表现出孤立和疏远的感觉。
(E) 过于充盈的爱，会让我们失去独处的思考。
- 这也不符合图片中的暗示，图中没有表现出爱太多导致失去独处思考的情境。
(F) 爱情会让人更加关注自己的内心世界。
- 操作杆的人是在脑中，可能象征着对内心世界的观察和控制，但更接近的是对于理性判断的控制，而不是单纯的内心世界关注。
综上所述：

答案：(A)"""


def test_the_last_line_of_a_response_under_cot_is_read() -> None:
    """Figure 10: "你回答的最后一行应该用以下格式". Its key is E: the answer is wrong."""
    assert extract_answer(RESPONSE, options=OPTIONS).answer == "A"
    assert published_letter(RESPONSE, options=OPTIONS, rule="cii-bench") == "A"
