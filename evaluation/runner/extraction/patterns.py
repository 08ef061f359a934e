"""Patterns by which English and Chinese responses name an option.

All patterns run on text normalized by ``extraction``: NFKC, no markup. Patterns named
``*_BEFORE`` match the text directly before a letter and end there. Patterns named
``*_AFTER`` match the text that follows it.
"""

import re

_FLAGS = re.IGNORECASE

# Words that may occur between "the answer is" and its letter without effect.
_FILLER = (
    r"(?:[^\w.;!?]+(?:is|it|its|it's|that|this|the|an|my|our|final|letter|option|choice|answer"
    r"|best|correct|right|most|likely|one|to|be|either|both|between|therefore|thus|then"
    r"|so|indeed|definitely|again|here|with|would|should|must|still|also|just|hmm|s"
    r"|[a-z]+ly)\b)*[^\w.;!?]*$"
)
_COPULA = (
    r"(?:(?:\W+|')(?:is|was|are|be|s|remains|becomes"
    r"|(?:would|should|must|will|might|could|may|can only)\s+be|has\s+to\s+be)\b"
    r"|[\s\"']*(?:[:=|]|->|→|[-–—]+(?=\s)))"
)
_ANSWER = (
    r"\b(?:answer|ans|choice|option|pick|selection|response|conclusion|verdict|solution"
    r"|letter|(?:best|correct|right|most\s+\w+|closest)(?:\s+\w+){0,2})"
    r"(?:\W+(?:choice|letter|option|key|here|number))?(?:\s*,\s*\w+(?:\s\w+){0,2}\s*,)?"
)
_ZH_FILLER = r"(?:\W|选项|答案|字母|选择|是|为|选|应该|就)*$"

ANSWER_BEFORE = re.compile(_ANSWER + _COPULA + _FILLER, _FLAGS)
"""The answer is …, Final answer: …, the best interpretation is …"""

CHOICE_BEFORE = re.compile(
    r"\b(?:choos(?:e|ing)|chose|select(?:ed|ing)?|pick(?:ed|ing)?|vot(?:e|ing)\s+for"
    r"|go(?:ing)?\s+(?:with|for)|went\s+with|opt(?:ing)?\s+for|settl(?:e|ing)\s+(?:on|for)"
    r"|lean(?:ing)?\s+(?:towards?|to)|conclude|say|guess|prefer|believe|think|stick\s+with)"
    r"\b" + _FILLER,
    _FLAGS,
)
"""I choose …, I would go with …, I think it's …"""

CORRECTION_BEFORE = re.compile(
    r"(?:\bon\s+(?:reflection|second\s+thoughts?)|\bactually|\bwait|\bno\b|\brather"
    r"|\bcorrection|\bscratch\s+that|\bI\s+mean|\bmake\s+(?:that|it)|\bcorrected\s+to"
    r"|\bchang(?:e|ed|ing)\s+(?:\w+\s+){0,3}to|\brevis(?:e|ed|ing)\s+(?:\w+\s+){0,3}to)"
    + r"(?:\W+(?:wait|hmm|actually))*[.!?]*"
    + _FILLER,
    _FLAGS,
)
"""… on reflection (D); no, it's D"""

ZH_ANSWER_BEFORE = re.compile(
    r"(?:(?:答案|选项|正解|结论|回答)(?:应该|应当|应|可能|大概|显然|当然|就|会|只能|一定)*"
    r"(?:是|为|选择?|:|=)"
    r"|(?:正确|最佳|最合适|最恰当|最贴切|最准确|最符合[^,。;\n]{0,8}|最好)的?"
    r"(?:答案|选项|一项)?(?:应该|应当|应)?(?:是|为|:)"
    r"|(?<!可)(?:选择?|挑选?|选定|选取)(?:了|的是)?"
    r"|(?:我认为|我觉得|应该|应当|因此|所以|故|那么|综上|而|应|其实|只能)[,\s]*(?:就|应该|应当)?"
    r"(?:是|为|选)|(?:改为|改成|更正为|倾向于?|偏向|首选|更像是?)|[,;]\s*是)"
    + _ZH_FILLER
)
"""答案是…, 我选…, 所以应该是…"""

WEAKER_BEFORE = re.compile(
    r"\b(?:(?:it|that|this)(?:\s+is|'s|\s+must\s+be|\s+should\s+be)"
    r"|leaves?(?:\s+(?:us|only))*|leaving|points?\s+(?:\w+\s+)?to|pointing\s+to"
    r"|leads?\s+(?:\w+\s+)?to|but(?:\s+rather)?)" + _FILLER,
    _FLAGS,
)
"""it's …, this leaves …"""

THEREFORE_BEFORE = re.compile(
    r"\b(?:so|thus|hence|therefore|overall|in\s+short)[,:]?" + _FILLER, _FLAGS
)
"""so …: an answer when the clause ends with the letter"""

OPTION_BEFORE = re.compile(
    r"(?:\b(?:option|choice|answer)|选项|答案)\s*[\"'(\[]*$", _FLAGS
)
"""option …: names an option without choosing it"""

OTHER_NOUN_BEFORE = re.compile(
    r"\b(?:plan|vitamin|grade|type|group|figure|fig|person|panel|class|team|model|point"
    r"|side|step|part|scene|exhibit|hepatitis|generation|gen|row|column|planet|platform"
    r"|appendix|section|list|series|level|room|building|line|cup|size|student|player"
    r"|character|note|key|minor|major|page|an?|the|his|her|every)\s+$|[一-鿿]$",
    _FLAGS,
)
"""plan B: a letter that is no option"""

NEGATED = re.compile(
    r"\b(?:not(?!\s+(?:only|hard|difficult|just))|never|cannot|neither|nor|except"
    r"|rather\s+than|instead\s+of|eliminat\w+|exclud\w+|rul(?:e|es|ed|ing)\s+out"
    r"|discard\w*|reject\w*|wrong|incorrect|unlike|against)\b|n't\b"
    r"|无法|难以|没办法|不可能|不是|并非|不选|不能选|不应|不该|不会选|不为|排除|而非|误选|错误|不正确|不对的",
    _FLAGS,
)
"""In the clause before a letter: the option is rejected."""

NEGATED_AFTER = re.compile(
    r"^[\s\"')\]]*(?:选项|项)?\s*(?:(?:is|are|was|were|seems?|looks?|feels?|sounds?"
    r"|would\s+be|could\s+be|may\s+be|might\s+be)\s+(?:\w+ly\s+|also\s+|just\s+|a\s+bit\s+"
    r"|far\s+|much\s+)*(?:not|too|wrong|incorrect|unlikely|irrelevant|unrelated|out\b|off\b"
    r"|false|implausible|plausible|literal|tempting|vague|less|worse)"
    r"|(?:is|are|was|does|do|did|has|would|could|can)n't|cannot"
    r"|(?:does|do|did|can|could|would|has)\s+not|misses|ignores|fails|lacks|contradicts"
    r"|is\s+(?:contradicted|not)|(?:only\s+)?if\b"
    r"|不(?!错)|错|太|过于|偏离|无关|未|没有|排除|与[^,。;\n]{0,10}(?:不符|无关)"
    r"|[^,。;\n()A-Za-z]{0,6}(?:不符|无关|不对|不正确|错误|都不|均不|皆不))",
    _FLAGS,
)
"""… is too literal; …项不符"""

HEDGED = re.compile(
    r"\b(?:if|whether|unless|suppose|unclear|unsure|some|others?|many|people|one|viewers?"
    r"|readers?|someone|you|tempt\w*)\b|如果|假如|若|有人|有的人|容易|是否|(?<!我个)(?<!本个)人(?:会|可能|也许)?选",
    _FLAGS,
)
"""In the clause before a letter: a choice of others or a hypothetical one."""

CONDITION = re.compile(r"\b(?:if|whether|unless|suppose)\b|如果|假如|若|是否", _FLAGS)

VERDICT_AFTER = re.compile(
    r"^(?:选项|项)?(?:(?!\b(?:not|never|cannot|if)\b|n't|不|非|未|错)[^.;!?。\n]){0,90}?(?:"
    r"(?:\bis|'s|\bseems|\bappears|\blooks|\bremains|\bas)\s+(?:to\s+be\s+)?(?:\w+ly\s+)?"
    r"(?:the\s+|my\s+|our\s+)?(?:single\s+|only\s+)?"
    r"(?:correct|right|best|most\s+\w+|closest|strongest|answer)\b"
    r"|\b(?:fits?|match(?:es)?|captures?|describes?|represents?|reflects?|expresses|conveys"
    r"|explains?|suits?|works?)\s+(?:\w+\s+){0,4}best\b"
    r"|^\s*it\s+is\b(?=\W*$)|\bwins\b|\w+s\s+(?:the\s+)?most\b(?=\s*(?:[.,;!]|$))"
    r"|\bis\s+(?:the\s+)?(?:stronger|better)\b(?!\s+than)"
    r"|\bbest\s+(?:fits?|match(?:es)?|captures?|describes?|represents?|reflects?|expresses"
    r"|conveys|explains?|suits?|summari[sz]es)\b|\bmakes\s+(?:the\s+)?most\s+sense\b"
    r"|最(?:符合|合适|恰当|贴切|准确|佳|好|能|接近|为)|正确|是对的|对(?=\s*(?:[。,;!]|$))|更(?:符合|贴切|合适|准确))",
    _FLAGS,
)
"""… fits best; …项最符合图意"""

LINK = re.compile(
    r"^[\s)\]\"'(\[]*(?:and/or|and|or|&|/|和|或者?|与|及|以及|还是|、|,)?"
    r"[\s(\[\"')\]]*(?:(?:and|or|和|或)\s+)?(?:(?:possibly|maybe|perhaps|even|also)\s+)?[\s(\[\"']*(?:option\s+|选项)?$",
    _FLAGS,
)
"""Text between two letters that are named together."""

NEW_SUBJECT_AFTER = re.compile(
    r"^[)\]\"']*\s*(?:选项|项)?\s*(?:is|isn't|was|would|seems?|has|does|can|could|might|may"
    r"|focus\w*|describes|shows|misses|ignores|不|太|只|是|与)",
    _FLAGS,
)
"""After a comma: the second letter begins its own sentence."""

ENDS_AFTER = re.compile(r"^[\"'”’)\]]*\s*(?:$|[.,;:!?。、\n)—–-]|[一-鿿])")
"""The clause ends here."""

GOES_ON_AFTER = re.compile(
    r"^\s+(?:because|is|as|since|and|or|but|for|which|due|from|in|not|seems?|fits?|best"
    r"|describes?|represents?|captures?|although|though|with|given|would|was|are|were|has"
    r"|isn't|instead|rather|then|than|to|at|on|here|also|could|can|does|doesn't|correctly"
    r"|by|makes|matches|reflects|conveys|expresses|over|alone|only|based)\b"
)
"""Words that follow a letter A but never the article "A"."""

REFUSAL = re.compile(
    r"\bI(?:'m|\s+am)\s+(?:(?:really|very|so|terribly)\s+)?(?:sorry|unable|not\s+able"
    r"|not\s+sure)\b|\b(?:I\s+)?apologi[sz]e\b"
    r"|\b(?:can't|cannot|can\s+not|won't|could\s+not|couldn't|unable\s+to|not\s+possible\s+to"
    r"|impossible\s+to)\s+(?:\w+ly\s+)?(?:answer|determine|see|view|assist|help|identify"
    r"|provide|tell|choose|select|analy[sz]e|comply|discuss|say|be\s+determined|decide)"
    r"|\bno\s+(?:image|picture)\s+(?:was|is|has\s+been)\b"
    r"|\bprovide\s+(?:me\s+with\s+)?(?:the|an)\s+(?:image|picture)\b"
    r"|\bas\s+an\s+AI\b|\b(?:not\s+enough|insufficient|without\s+more)\s+"
    r"(?:information|context|detail)"
    r"|抱歉|对不起|(?:无法|不能|没办法|难以)(?:直接|准确)?(?:回答|判断|确定|提供|查看|看到|识别"
    r"|得出|给出|选择|作答|协助)|(?:没有|缺乏|缺少)(?:提供)?(?:足够|充分)?的?(?:信息|线索)"
    r"|(?:没有|未)(?:看到|收到|提供|上传)(?:任何)?图|请(?:先)?(?:提供|上传)图"
    r"|作为(?:一个)?(?:AI|人工智能)|信息不足",
    _FLAGS,
)

NONE_OF_THEM = re.compile(
    r"\bnone\s+of\s+(?!the\s+other)(?:the\s+|these\s+|those\s+|them\b)?"
    r"|\bno\s+(?:correct\s+)?(?:option|answer)\s+(?:is|fits|matches)"
    r"|以上(?:选项)?(?:都|皆|均|全)(?:不|没)|都不(?:对|正确|是|合适|符合)|没有(?:一个)?正确",
    _FLAGS,
)

NEXT_QUESTION = re.compile(
    r"<\|[^>\n]*\|>|</s>"
    r"|\n\s*(?:#+\s*)?(?:next\s+)?(?:question|q|user|human|instruction|问题|用户|下一题|题目)"
    r"\s*\d*\s*:"
    r"|\n\s*(?:next\s+)?(?:question|问题)\s*\d+\s*(?=\n)",
    _FLAGS,
)
"""Where a run-on response begins to invent another question."""

CLAUSE_END = re.compile(
    r"[.;!?。,\n]|\b(?:but|so|while|whereas|yet)\b|但|所以|因此|而(?=是)", _FLAGS
)

ENGLISH_ORDINALS = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)
ENGLISH_NUMBERS = (
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
)
CHINESE_NUMBERS = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十")

_ORDINAL = rf"({'|'.join(ENGLISH_ORDINALS)}|last)"
ENGLISH_ORDINAL = re.compile(
    rf"\b(?:the\s+)?{_ORDINAL}\s+option\b|\bthe\s+{_ORDINAL}\s+(?:choice|alternative)\b",
    _FLAGS,
)
ENGLISH_NUMBER = re.compile(
    rf"\boption\s+(?:number\s+)?(\d{{1,3}}|{'|'.join(ENGLISH_NUMBERS)})\b(?!\s+of)",
    _FLAGS,
)
CHINESE_ORDINAL = re.compile(
    rf"(?:第\s*({'|'.join(CHINESE_NUMBERS)}|\d{{1,3}})\s*(?:个选项|个答案|选项|项|个(?=$|[。,!]))"
    rf"|选项\s*({'|'.join(CHINESE_NUMBERS)}|\d{{1,3}}))"
)
LAST_CHINESE = re.compile(r"最后一(?:个选项|个答案|选项|项)")
