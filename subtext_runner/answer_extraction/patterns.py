"""Patterns by which English and Chinese responses name an option.

All patterns run on text normalized by ``plain_text``: NFKC, no markup. Patterns named
``*_BEFORE`` match the text directly before a letter and end there. Patterns named
``*_AFTER`` match the text that follows it.
"""

import re

_FLAGS = re.IGNORECASE

# Words that may occur between "the answer is" and its letter without effect.
_FILLER = (
    r"(?:[^\w.;!?]+(?:is|it|its|it's|that|this|the|an|my|our|final|letter|option|choice|answer"
    r"|best|correct|right|most|likely|one|to|be|either|both|between|therefore|thus|then"
    r"|so|indeed|definitely|again|here|with|would|should|must|still|also|just|hmm|sorry|s"
    r"|[a-z]+ly)\b)*[^\w.;!?]*$"
)
_COPULA = (
    r"(?:(?:\W+|')(?:is|was|are|be|s|remains|becomes"
    r"|(?:would|should|must|will|might|could|may|can only)\s+be|has\s+to\s+be)\b"
    r"|[\s\"']*(?:[:=|\]]|->|→|[-–—]+(?=\s)))"
)
_ANSWER = (
    r"\b(?:answer|ans|choice|option|pick|selection|response|conclusion|verdict|solution"
    r"|letter|(?:best|correct|right|most\s+\w+|closest)(?:\s+\w+){0,2})"
    r"(?:\W+(?:choice|letter|option|key|here|number))?(?:\s*,\s*\w+(?:\s\w+){0,2}\s*,)?"
)
_PRAISE = (
    r"accurate|fitting|suitable|appropriate|plausible|convincing|precise|relevant|likely"
    r"|apt|consistent|representative|comprehensive|compelling|reasonable|complete|faithful"
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
    r"|\bcorrection|\bscratch\s+that|\bI\s+mean|\bmake\s+(?:that|it)|\bcorrected(?:\s+to|\s*:)"
    r"|\bchang(?:e|ed|ing)\s+(?:\w+\s+){0,3}to|\brevis(?:e|ed|ing)\s+(?:\w+\s+){0,3}to)"
    + r"(?:\W+(?:wait|hmm|actually))*[.!?]*"
    + _FILLER,
    _FLAGS,
)
"""… on reflection (D); no, it's D"""

ZH_ANSWER_BEFORE = re.compile(
    r"(?:(?:答案|选项|正解|结论|回答)(?:应该|应当|应|可能|大概|显然|当然|就|会|只能|一定)*"
    r"(?:是|为|选择?|:|=)|(?:答案|正解|结论|选择)[】》)\]]|(?:表达|体现|反映|说明|强调)的(?:就?是)"
    r"|(?:正确|最佳|最合适|最恰当|最贴切|最准确|最符合[^,。;\n]{0,8}|最好)的?"
    r"(?:答案|选项|一项)?(?:应该|应当|应)?(?:是|为|:)"
    r"|唯一[^,。;\n]{0,10}的(?:选项|一项)?就?(?:是|为)"
    r"|(?<!可)(?:选择?|挑选?|选定|选取)(?:了|的是)?"
    r"|(?:我认为|我觉得|应该|应当|因此|所以|故|那么?|综上|而|应|其实|实际上|实则|事实上|只能)[,\s]*(?:就|应该|应当)?"
    r"(?:是|为|选)|(?:改为|改成|更正为|倾向于?|偏向|首选|更像是?)|[,;]\s*是)"
    + _ZH_FILLER
)
"""答案是…, 我选…, 所以应该是…"""

WEAKER_BEFORE = re.compile(
    r"\b(?:(?:it|that|this)(?:\s+is|'s|\s+must\s+be|\s+should\s+be)"
    r"|\bit\s+(?:has\s+to|can\s+only)\s+be|makes?\s+(?:it|that)|leaves?(?:\s+(?:us|only))*|leaving|points?\s+(?:\w+\s+)?to|pointing\s+to"
    r"|leads?\s+(?:\w+\s+)?to|but(?:\s+rather)?)" + _FILLER,
    _FLAGS,
)
"""it's …, this leaves …"""

THEREFORE_BEFORE = re.compile(
    r"\b(?:so|thus|hence|therefore|overall|in\s+short)[,:]?" + _FILLER, _FLAGS
)
"""so …: an answer when the clause ends with the letter"""

QUANTIFIED_BEFORE = re.compile(
    r"\b(?:each|every|all|any|both|either|other|another|possible|remaining|available"
    r"|following|given|these|those|which|what|various|individual|first|next)\s+"
    r"(?:\w+\s+){0,3}(?:answers?|options?|choices?)(?:\s+(?:choices?|options?))?"
    r"[^\w?]*(?:is\W*)?$"
    r"|(?:分析|逐[一个项条]?|来?看|比较|对比|评估|判断|讨论|考虑|各个?|每一?个?|所有|全部|其[他它余]"
    r"|下列|以下|排除|哪一?个?|下面)[^。;\n]{0,6}(?:选项|答案)\W*$",
    _FLAGS,
)
"""each option: …, 分析选项：…: what follows is a list."""

ONLY_BEFORE = re.compile(
    r"\b(?:only|just)\W+(?:(?:option|choice)\W+)?$"
    r"|(?:只有|唯有|唯独|仅有|只剩下?|剩下|余下|仅剩|最后剩|最后留下)(?:的是|的|了)?(?:选项)?\W*$",
    _FLAGS,
)
"""only B fits, 剩下C: an answer when a positive verb follows or the clause ends."""

REMAINS_AFTER = re.compile(
    r"^[)\]\"']*\s*(?:选项|项)?\s*(?:remains?\b|is\s+(?:left|viable|valid|possible|plausible"
    r"|supported)\b|holds?\s+up\b|stands?(?:\s+up)?\s*[.,;]|survives?\b|makes?\s+sense\b"
    r"|(?!(?:is|was|has|does|misses|fails|lacks|ignores|contradicts|seems|looks|mentions)\b)[a-z]{2,}s\b"
    r"|成立|站得住|说得通|讲得通|可能|可行)",
    _FLAGS,
)
"""only B remains: an answer where B is the only one"""

POSITIVE_AFTER = re.compile(
    r"^[)\]\"']*\s*(?:选项|项)?\s*(?:(?:\w+ly|best|better|does|also)\s+)*"
    r"(?:(?:captures?|conveys?|expresses|express|reflects?|match(?:es)?|fits?|describes?"
    r"|represents?|explains?|aligns?|agrees?|summari[sz]es?|corresponds?)\b"
    r"(?!\s+(?:only|part|some|(?:the\s+)?(?:literal|surface))\b)|is\s+(?:well\s+)?supported"
    r"|works\b|(?:更|很|最)?(?:符合|贴合|契合|切合|吻合|相符|合理|合适|恰当))"
    r"|^(?:选项|项)?[^。;\n不未非无错A-Z]{0,30}[与和][^。;,\n]{0,12}(?:一致|相符|吻合|契合|呼应)",
    _FLAGS,
)
"""B fits …, B项符合题意: the option is found good, if no other one is."""

CONCLUDED_BEFORE = re.compile(
    r"(?:^|[.!?\n])\W*(?:so|thus|hence|therefore|overall|consequently|in\s+(?:short|conclusion"
    r"|summary))\b(?:(?!\b(?:not|than|neither|nor)\b|n't\b)[^.!?\n])*,\s*(?:option|choice|namely|i\.e\.)\s+[(\"']*$",
    _FLAGS,
)
"""Therefore the meaning is …, option B: an answer when the clause ends with the letter"""

ZH_THEREFORE_BEFORE = re.compile(
    r"(?:所以|因此|因而|故|综上(?:所述)?|总之|由此可见|∴|排除法可?得出?|得出|得到)[,\s:]*(?:选项|就是|是|为)?[\s(\[\"']*$"
)
"""所以A: an answer when the clause ends with the letter"""

OTHER_LANGUAGE_BEFORE = re.compile(
    r"(?:\b(?:respuesta|réponse|antwort|risposta|resposta|odpowiedź|opción)"
    r"(?:\s+\w+){0,2}\s*(?:\b(?:es|est|ist|è|é|to)\b|:)|ответ(?:\s*:|\s*[-–—])"
    r"|(?:答え|正解|解答|回答)(?:は|:)|(?:정답|답)(?:은|:))\W*$",
    _FLAGS,
)
"""La respuesta es …, Antwort: …, 答えは…, 정답은 …"""

MEANING_BEFORE = re.compile(
    r"\b(?:image|picture|photo\w*|cartoon|comic|poster|painting|artwork|meme|artist|author"
    r"|scene|mood|emotion|tone|message|meaning|metaphor|rhetoric\w*|device|feeling|theme"
    r"|sentiment|illustration|logo|drawing)\b[^.;!?\n]{0,40}?"
    r"\b(?:is|are|conveys|expresses|suggests|shows|depicts|represents|evokes|symboli[sz]es"
    r"|communicates|means|uses|about)\s+(?:(?:that|a|an|the|one|of|about|mainly|clearly"
    r"|primarily|mostly|largely|overall)\s+){0,3}[\"'(]?$"
    r"|\b(?:only|rather|instead|but|feel|see)\s+[\"'(]?$"
    r"|\b(?:it|this|that)(?:\s+is|'s)\s+(?:an?\s+|the\s+)?[\"'(]?$"
    r"|\b(?:conveys|expresses|evokes|symboli[sz]es|stands\s+for|represents|communicates)"
    r"\s+(?:an?\s+|the\s+)?(?:\w+ly\s+)?[\"'(]?$"
    r"|(?:(?:运用|采用|使用|体现|表达)了|这(?:里|幅图)?(?:就|应该)?(?:是|属于))(?:一种)?\W*$"
    r"|(?:情感|情绪|感情|寓意|含义|主题|手法|修辞|基调|氛围|态度|图片?|漫画|画面|作者|作品|海报|答案)"
    r"[^。;\n]{0,12}?(?:是|为|表达了?|体现了?|传达了?|运用了?|属于|采用了?|使用了?|反映了?|的是)"
    r"(?:一种|一个)?\W*$",
    _FLAGS,
)
"""The image conveys …, 情感是…: an option in words is the meaning"""

CORRECTED = re.compile(
    r"\b(?:wait|actually|however|hmm|hold\s+on|reconsider\w*|on\s+(?:reflection|second"
    r"\s+thoughts?)|correction|scratch\s+that|looking\s+(?:closer|again)|no(?=[,.!])|wrong|incorrect|mistaken?|sorry|edit|update"
    r"|(?:second|closer)\s+(?:look|glance|reading|inspection)|but)\b"
    r"|等等|不对|重新|再想|再看|其实|不过|但是?|更正|仔细",
    _FLAGS,
)
"""Between two answers: the second one replaces the first."""

RETRACTED_AFTER = re.compile(
    r"^[\"')\]]*[^\w]{0,4}\s*(?:(?:hmm+|wait|oh|but|however|sorry|actually|hold\s+on|no"
    r"|on\s+(?:reflection|second\s+thoughts?))\W+){0,3}(?:(?:that|this|it)(?:\s+is|'s"
    r"|\s+was|\s+seems|\s+looks)(?:\s+(?:\w+ly|not|a|also))*\s+(?:(?<=not\s)(?:right|correct|it|true)"
    r"|(?<!not\s)(?:wrong|incorrect|mistake))\b|(?:that|this|it)\s+(?:(?:can't|cannot|couldn't)\s+be|isn't|wasn't)\s+(?:right|correct|it)\b"
    r"|(?:that|this|it)\s+doesn't\s+(?:fit|work|make\s+sense|seem\s+right|add\s+up)\b"
    r"|I(?:'m|\s+am|\s+was)\s+(?:wrong|mistaken"
    r"|no\s+longer\s+sure)\b)(?=(?:\s+(?:either|though|too))?\W*(?:$|[.,;!]))"
    r"|^\W*(?:等等|等一下|嗯)?\W*(?:不对|错了|(?:这|那)?(?:不对|不正确|错了|是错的))(?=[,。;!])",
    _FLAGS,
)
"""The answer is A. No, that is wrong: the statement is taken back."""

RETHOUGHT = re.compile(
    r"\b(?:wait|actually|hmm+|hold\s+on|reconsider\w*|on\s+(?:reflection|second\s+thoughts?)"
    r"|scratch\s+that|no(?=[,.!]))|等等|不对|重新",
    _FLAGS,
)
"""Between a statement and what may be the answer instead: nothing is certain."""

POSSIBLE_BEFORE = re.compile(
    r"\b(?:it|that|this|answer)\s+(?:might|may|could|can)\s+(?:as\s+well\s+)?be"
    + _FILLER
    + r"|(?:可能|也许|或许)(?:是|为|选)"
    + _ZH_FILLER,
    _FLAGS,
)
"""it might be …"""

CONCEDED = re.compile(
    r"\b(?:although|though|while|even|people|some|others|at\s+first|might|may|could"
    r"|would|seem\w*|literal\w*|surface|had|were|closest|second(?!\s+(?:look|glance|reading|view|thought))|next)\b"
    r"|虽然|尽管|即使|有人|乍看|表面|看似|似乎|其次",
    _FLAGS,
)
"""In the clause: another option is granted something, and not chosen."""

ONLY_PARTLY = re.compile(
    r"\b(?:only|surface|literal\w*|if|partial\w*|partly|at\s+first)\b|仅|表面|部分",
    _FLAGS,
)
"""In the rest of the sentence: the option is granted something, and not chosen."""

CONDITIONAL_BEFORE = re.compile(
    r"(?:^|[.;!?\n])\s*(?:if|unless|suppose)\s+(?!we\b|you\b|i\b|one\b)"
    r"(?:(?!\b(?:so|then|thus|therefore|but)\b)[^.;!?\n])*$",
    _FLAGS,
)
"""If the clown is sad, …"""

SENTENCE_END = re.compile(r"[.?!。\n;]|吗(?=\W|$)")

OPTION_BEFORE = re.compile(
    r"(?:\b(?:option|choice|answer)|选项|答案)\s*[\"'(\[]*$", _FLAGS
)
"""option …: names an option without choosing it"""

OTHER_NOUN_BEFORE = re.compile(
    r"\b(?:plan|vitamin|grade|type|group|figure|fig|person|panel|class|team|model|point"
    r"|side|step|part|scene|exhibit|hepatitis|generation|gen|row|column|planet|platform"
    r"|appendix|section|list|series|level|room|building|line|cup|size|student|player|gate|exit|terminal|zone|block|mr\.?|mrs\.?|ms\.?|dr\.?"
    r"|character|note|key|minor|major|page|an?|the|his|her|every)\s+$|[一-鿿]$",
    _FLAGS,
)
"""plan B: a letter that is no option"""

OTHER_NOUN_AFTER = re.compile(
    r"^(?:先生|女士|太太|小姐|同学|老师|君|某|公司|座|栋|楼|级(?!别)|班|型|字|罩杯|语言)"
)
"""A先生: a letter that is no option"""

NEGATED = re.compile(
    r"\b(?:not(?!\s+(?:only|hard|difficult|just))|never|cannot|neither|nor|except"
    r"|rather\s+than|instead\s+of|eliminat\w+|exclud\w+|rul(?:e|es|ed|ing)\s+out"
    r"|discard\w*|reject\w*|wrong|incorrect|unlike|against)\b|n't\b"
    r"|无法|难以|没办法|不可能|不是|并非|不选|不能选|不应|不该|不会选|不为|排除(?!法)|而非|误选|错误|不正确|不对的",
    _FLAGS,
)
"""In the clause before a letter: the option is rejected."""

NEGATED_AFTER = re.compile(
    r"^[\s\"')\]]*(?:选项|项)?\s*(?:[✗✘❌✕×☒❎]|(?:is|are|was|were|seems?|looks?|feels?|sounds?"
    r"|would\s+be|could\s+be|may\s+be|might\s+be)\s+(?:\w+ly\s+|all\s+|both\s+|also\s+|just\s+|a\s+bit\s+"
    r"|far\s+|much\s+)*(?:not|too|wrong|incorrect|unlikely|irrelevant|unrelated|out\b|off\b"
    r"|false|implausible|plausible|literal|tempting|vague|less|worse|weaker)"
    r"|(?:is|are|was|does|do|did|has|would|could|can)n't|cannot"
    r"|(?:does|do|did|can|could|would|has)\s+not|misses|ignores|fails|lacks|contradicts|\w+s\s+less\b"
    r"|is\s+(?:contradicted|not)|(?:only\s+)?if\b"
    r"|不(?!错)|错|太|过于|偏离|无关|未|没有|排除|与[^,。;\n]{0,10}(?:不符|无关)"
    r"|[^,。;\n()A-Za-z]{0,6}(?:不符|无关|不对|不正确|错误|都不|均不|皆不))",
    _FLAGS,
)
"""… is too literal; …项不符"""

COMPARED_BEFORE = re.compile(
    r"(?:[^对相]比|(?<![A-Za-z项])相比(?:于|起|较于)?|胜过|优于|强于|好于)(?:选项)?\s*$"
    r"|(?:(?:^|[.;!?,\n])(?:(?!\b(?:no|none|nothing)\b)[^.;!?,\n])*"
    r"\b(?:better|stronger|closer|more)\b[^.;!?,]{0,40}\bthan|\bbeats|outweighs|surpasses|outperforms|trumps|(?:preferable|superior)\s+to|preferred\s+(?:to|over)"
    r"|compared\s+(?:to|with)|prefer\s+(?:(?:option|choice)\s+)?[(\"']?[A-Z][)\"']?\s+to)"
    r"\s+(?:(?:option|choice)\s+)?[(\"']*$",
    _FLAGS,
)
"""B比A更…, B is better than A: the comparison finds the other option better."""

HEDGED = re.compile(
    r"\b(?:if|whether|unless|suppose|unclear|unsure|some|others?|many|people|one|viewers?"
    r"|readers?|someone|you|tempt\w*|almost|nearly|initially|at\s+first"
    r"|(?:was|were)\s+(?:going|about|inclined)\s+to|wanted\s+to|would\s+have)\b|一开始(?!就)|起初|本来|原本|差点|如果|假如|若|有人|有的人|容易|是否|(?<!我个)(?<!本个)人(?:会|可能|也许)?选",
    _FLAGS,
)
"""In the clause before a letter: a choice of others or a hypothetical one."""

CONDITION = re.compile(r"\b(?:if|whether|unless|suppose)\b|如果|假如|若|是否", _FLAGS)

VERDICT_AFTER = re.compile(
    r"^(?:选项|项)?(?:(?!\b(?:not|never|cannot|if)\b|n't|不|非|未|错)[^.;!?。\n]){0,90}?(?:"
    r"\bis\s+(?:what|the\s+one)\s+I(?:'d|'ll|\s+would|\s+will)?\s+(?:choose|pick|select|go\s+with)\b"
    r"|\bgets\s+my\s+vote\b|\bwould\s+be\s+my\s+(?:\w+\s+)?(?:answer|choice|pick)\b(?!\s+if)|(?:\bis|'s|\bseems|\bappears|\blooks|\bremains|\bas)\s+(?:to\s+be\s+)?(?:\w+ly\s+)?"
    r"(?:the\s+|my\s+|our\s+)?(?:single\s+|only\s+)?"
    r"(?:correct|right|best|most\s+\w+|closest|strongest|answer"
    r"|(?:intended|true|real|deeper|underlying|implied|implicit)\s+(?:meaning|message))\b"
    r"|^\s*does\s*(?=[.,;!]|$)|^\s*the\s+(?:most\s+\w+|best|correct|right|strongest|closest)\b"
    r"|\b(?:fits?|match(?:es)?|captures?|describes?|represents?|reflects?|expresses|conveys"
    r"|explains?|suits?|works?)\s+(?:\w+\s+){0,4}(?:best|better)\b(?!\s+than)"
    r"|(?<!\bno\s)\b(?:better(?:\s+\w+){0,2}|stronger(?:\s+\w+)?|closer|more\b[^.;!?]{0,40})\s+than\s+(?:option\s+)?[(\"']*$"
    r"|\b(?:beats|outweighs|surpasses|outperforms|trumps)\b"
    r"|\bis\s+the\s+only\s+(?:\w+\s+)?(?:left|remaining|(?:that|which)\s+(?:\w+ly\s+)?(?:fits"
    r"|matches|captures|works|makes\s+sense|reflects|describes))\b"
    r"|\bis\s+(?:preferable|superior|preferred)\b|\bis\s+all\s+that\s+(?:remains|is\s+left)\b"
    r"|^\s*(?:it\s+(?:is|must\s+be|has\s+to\s+be)|is\s+it)\b(?=\W*$)|\bwins\b|\w+s\s+(?:the\s+)?most\b(?=\s*(?:[.,;!]|$))"
    r"|\bis\s+(?:the\s+)?(?:stronger|better|closer|preferable)\b(?!\s+than)"
    rf"|\b(?:is|seems)\s+(?:(?!no\b)\w+\s+)?(?:(?:more\s+(?:{_PRAISE})|better|closer|stronger)\s+than\b)"
    r"|\b(?:best|better)\s+(?:fits?|match(?:es)?|captures?|describes?|represents?|reflects?|expresses"
    r"|conveys|explains?|suits?|summari[sz]es)\b|\bmakes\s+(?:the\s+)?most\s+sense\b"
    r"|最(?:符合|合适|恰当|贴切|准确|佳|好|能|接近|为)|正确|是对的|对(?=\s*(?:[。,;!]|$))|更(?:符合|贴切|合适|准确|好|恰当|佳))",
    _FLAGS,
)
"""… fits best; …项最符合图意"""

LINK = re.compile(
    r"^[\s)\]\"'(\[]*(?:and/or|and|or|&|/|through|thru|to|[-–~]|至|到|和|或者?|与|及|以及|还是|、|,)?"
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

QUOTE_ENDS_AFTER = re.compile(
    ENDS_AFTER.pattern
    + r"|^[\"']?\s+(?:rather\s+than|instead\s+of|not|because|since|here"
    r"|in\s+th(?:is|e)|(?:emotion|mood|tone|feeling|sentiment|attitude|message)s?)\b"
)
"""An option in words ends here."""

GOES_ON_AFTER = re.compile(
    r"^\s+(?:because|is|as|since|and|or|but|for|which|due|from|in|not|seems?|fits?|best"
    r"|describes?|represents?|captures?|although|though|with|given|would|was|are|were|has"
    r"|isn't|instead|rather|then|than|to|at|on|here|also|could|can|does|doesn't|correctly"
    r"|through|thru|by|makes|matches|reflects|conveys|expresses|over|alone|only|based"
    r"|it|remains|stands|survives|holds|wins|beats|outweighs|surpasses|outperforms|trumps|works|explains|suits"
    r"|shows|suggests|focuses|mentions|says|claims|implies|summari[sz]es|accounts|addresses|might|did)\b"
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
    r"<\|[^>\n]*\|>|</s>|<(?:end_of_turn|eos|start_of_turn)>"
    r"|\n\s*(?:#+\s*)?(?:next\s+)?(?:question|q|user|human|instruction|问题|用户|下一题|题目)"
    r"\s*\d*\s*:"
    r"|\n\s*(?:next\s+)?(?:question|问题)\s*\d+\s*(?=\n)",
    _FLAGS,
)
"""Where a run-on response begins to invent another question."""

CLAUSE_END = re.compile(
    r"[.;!?。,\n]|\b(?:but|so|while|whereas|yet)\b|但|所以|因此|而(?=是)"
    r"|(?=\bit\s+(?:must|has\s+to|can\s+only)\s+be\b)",
    _FLAGS,
)
