import { describe, expect, it } from "vitest";

import { isOnButton } from "@/testing/button-texts";
import { baseOf, type Catalogue, CATALOGUES } from "@/testing/catalogues";

type Texts = Catalogue["en"];

/** Words that have to be read twice, and what to write in their place. */
const BANNED_EN: readonly (readonly [RegExp, string])[] = [
  [/\bpictures?\b/i, "image, or item for the unit of work"],
  [/\bmend(s|ed|ing)?\b/i, "rework"],
  [/\b(hand|hands|handed|handing) (it |them )?in\b/i, "submit"],
  [/\b(somebody|anybody)\b/i, "someone, anyone, or a role"],
  [/\b(whoever|whomever)\b/i, "a role"],
  [/\bthin\b/i, "underrepresented"],
  [/\bin force\b/i, "current"],
  [/\b(life|lives)\b/i, "full history"],
  [/\b(stands?|stood)\b/i, "is, or name the state"],
  [/\blets? (\w+ )?through\b/i, "approve"],
  [/\b(take|takes|taken|taking) (\w+ )?in\b/i, "import"],
  [/\bto be had\b/i, "available"],
  [/\bis over\b/i, "has expired"],
  [/\bof which\b|\bsuch an?\b/i, "a sentence of its own"],
  [/\bwithout the key\b/i, "without seeing the correct answer"],
  [/\bcop(y|ies) of\b/i, "near-duplicate of"],
  [/\b(a name on|keep (\w+ )?from|kept from)\b/i, "assign, exclude"],
  [/\b(reads? otherwise|differ otherwise|are meant)\b/i, "differs from, is about"],
  [/\b(a|one) line\b(?=.* (each|every))/i, "one per line"],
];

/** Chinese terms that were given up, and the one that is used. */
const BANNED_ZH: readonly (readonly [RegExp, string])[] = [
  [/图片/, "图像"],
  [/规程/, "协议"],
  [/管理员/, "维护者"],
  [/返修/, "返工"],
  [/规范/, "指南"],
  [/弃用/, "舍弃"],
  [/裁定/, "仲裁"],
  [/标注者(?!间)/, "标注员"],
  [/验证者/, "验证员"],
  [/副本/, "近重复"],
  [/筛查/, "过滤 or 筛选"],
  [/评测集/, "基准"],
  [/账户/, "账号"],
  [/经历/, "完整历史"],
  [/金标题/, "金标条目"],
  [/道问题|生成问题|问题数|问题 ?\{\{/, "题目"],
  [/……/, "…"],
  [/[\u4e00-\u9fff][,;:?!]/, "the punctuation of Chinese"],
];

/** One Chinese term for a concept that the English text names. */
const TERMS: readonly (readonly [RegExp, RegExp])[] = [
  [/\badjudicat/i, /仲裁/],
  [/\bnear-duplicate/i, /近重复/],
  [/\bexact duplicate/i, /完全重复/],
  [/\bgold item/i, /金标/],
  [/\bguideline/i, /指南/],
  [/\bprotocols?\b/i, /协议/],
  [/\bconsensus\b/i, /共识/],
  [/\bcalibration\b/i, /校准/],
  [/\bpractice item/i, /练习条目/],
  [/\bmaintainers?\b/i, /维护者/],
  [/\borganizers?\b/i, /组织者/],
  [/\bvalidat(e|es|ed|ion)\b/i, /验证/],
  [/\bscreen(ing|ed)\b/i, /筛选/],
  [/\bunsubmitted draft/i, /未提交草稿/],
  [/\brework/i, /返工/],
  [/\bunderrepresented\b/i, /不足/],
  [/\bbenchmarks?\b/i, /基准/],
  [/\bpercent agreement\b/i, /一致率/],
  [/\bdistractor/i, /干扰项/],
  [/\bdecline/i, /拒绝/],
  [/\bdiscard/i, /舍弃|放弃/],
  [/\bwithdraw/i, /撤/],
  [/\bleaderboard/i, /排行榜/],
  [/\berrat(um|a)\b/i, /勘误/],
];

const MOST_WORDS = 4;
/** What is filled in: `{{name}}` by the interface, `{picture}` in prompts. */
const PLACES = /\{\{?\w+\}?\}/g;
/** Where `[words](#term)` leads: nobody reads it. */
const MARKS = /\]\(#[a-z-]+\)/g;

function offences(texts: Texts, banned: readonly (readonly [RegExp, string])[]): string[] {
  return [...texts].flatMap(([key, text]) =>
    banned
      .filter(([word]) => word.test(text.replace(PLACES, "_")))
      .map(([word, better]) => `${key}: “${text}” (${String(word)}: write ${better})`),
  );
}

/** Texts whose Chinese lacks the term for what their English speaks of. */
function missingTerms({ en, zh }: Catalogue): string[] {
  return [...en].flatMap(([key, text]) => {
    const english = text.replace(MARKS, "]");
    const chinese = zh.get(key) ?? zh.get(`${baseOf(key)}_other`) ?? "";
    return TERMS.filter(([concept, term]) => concept.test(english) && !term.test(chinese)).map(
      ([, term]) => `${key}: “${english}” has no ${String(term)} in “${chinese}”`,
    );
  });
}

/** `{{name}}` counts as one word, and a sign such as "…" as none. */
function wordsOf(text: string): number {
  return text.split(/\s+/).filter((word) => /\w/.test(word)).length;
}

describe.each(CATALOGUES)("$namespace", (catalogue) => {
  const { namespace, en, zh } = catalogue;

  it("uses no English word that has to be read twice", () => {
    expect(offences(en, BANNED_EN)).toEqual([]);
  });

  it("uses no Chinese term that was given up", () => {
    expect(offences(zh, BANNED_ZH)).toEqual([]);
  });

  it("says one concept by one Chinese term", () => {
    expect(missingTerms(catalogue)).toEqual([]);
  });

  it("counts with plurals", () => {
    const counted = [...en].filter(
      ([key, text]) => baseOf(key) === key && /\{\{count\}\} [a-z]+s\b/.test(text),
    );
    expect(counted).toEqual([]);
  });

  it("writes at most four words on a button", () => {
    const long = [...en].filter(
      ([key, text]) => isOnButton(`${namespace}:${baseOf(key)}`) && wordsOf(text) > MOST_WORDS,
    );
    expect(long).toEqual([]);
  });
});

describe("isOnButton", () => {
  it.each([
    "common:problem.retry",
    "my-work:goOn",
    "annotate:commands.submit",
    "duplicates:split.action",
  ])("finds %s in the components", (key) => {
    expect(isOnButton(key)).toBe(true);
  });

  it("leaves out what no button shows", () => {
    expect(isOnButton("my-work:lead")).toBe(false);
  });
});
