import { describe, expect, it } from "vitest";

import { chosenOptionIndices } from "@/components/question/formats/chosen";
import { getQuestionFormat } from "@/components/question/formats/registry";

import {
  type ComparedRecord,
  decisionReducer,
  type Decision,
  type QuestionContent,
} from "./decision";
import {
  keyAmong,
  mergedStart,
  mergeSources,
  namedSources,
  optionOffers,
  originsOfMergedQuestion,
  stemOffers,
  usedQuestionNames,
  withKeyOf,
  withOption,
} from "./merging";

const question = (changes: Partial<QuestionContent>): QuestionContent => ({
  format: "single_choice",
  fixed: null,
  stem: "What is meant?",
  options: ["hope", "fear", "love"],
  answer: 0,
  ...changes,
});
const first = question({});
const second = question({ stem: "What is implied?", options: ["grief", "hope", "pride"] });
const recordOf = (...questions: QuestionContent[]) =>
  ({ questions: questions.map((one, at) => ({ uid: String(at), ...one })) }) as ComparedRecord;
const records = [recordOf(first, question({ stem: "And why?" })), recordOf(second)];
const sources = namedSources(records, [
  { annotation: 0, question: 0 },
  { annotation: 1, question: 0 },
]);
const nothing: Decision = { labels: {}, texts: {}, sentences: {}, questions: [], reasons: {} };

describe("which questions are merged", () => {
  it("is the next of each person that is not used", () => {
    expect(mergeSources(nothing, records)).toEqual([
      { annotation: 0, question: 0 },
      { annotation: 1, question: 0 },
    ]);
    const source = { annotation: 0, question: 0 };
    const taken = decisionReducer(nothing, { type: "takeQuestion", source });
    expect(mergeSources(taken, records)[0]).toEqual({ annotation: 0, question: 1 });
  });

  it("is none where only one person is left with any", () => {
    const one = [recordOf(first), recordOf()];
    expect(mergeSources(nothing, one)).toHaveLength(1);
  });

  it("is the same fixed question of both", () => {
    const fixed = question({ fixed: "meaning" });
    const both = [recordOf(fixed), recordOf(second, fixed)];
    expect(mergeSources(nothing, both)[1]).toEqual({ annotation: 1, question: 1 });
  });
});

describe("merging by part", () => {
  it("begins with what both say, and with neither side where they differ", () => {
    expect(mergedStart(sources)).toEqual(
      question({ stem: "", options: ["hope", "", ""], answer: null }),
    );
  });

  it("offers each wording once, with the questions that have it and the keys", () => {
    expect(stemOffers(sources).map(({ names }) => names)).toEqual([["A1"], ["B1"]]);
    expect(optionOffers(sources)).toEqual([
      { names: ["A1", "B1"], text: "hope", keyOf: ["A1"] },
      { names: ["A1"], text: "fear", keyOf: [] },
      { names: ["A1"], text: "love", keyOf: [] },
      { names: ["B1"], text: "grief", keyOf: ["B1"] },
      { names: ["B1"], text: "pride", keyOf: [] },
    ]);
  });

  it("puts options where there is room, and takes them out again with their key", () => {
    let content = withOption(mergedStart(sources), "pride");
    content = withOption(content, "grief");
    expect(content.options).toEqual(["hope", "pride", "grief"]);
    expect(withOption(content, "fear")).toBe(content);
    content = withKeyOf(content, second);
    expect(content.answer).toBe(2);
    expect(withOption(content, "grief")).toMatchObject({
      options: ["hope", "pride", ""],
      answer: null,
    });
  });

  it("brings the option of a key with it", () => {
    const content = withKeyOf(mergedStart(sources), second);
    expect(content).toMatchObject({ options: ["hope", "grief", ""], answer: 1 });
  });

  it("names the source of each part truly, and none for what is new", () => {
    const content = question({
      stem: "What is implied?",
      options: ["hope", "fear", "rage"],
      answer: 0,
    });
    const origins = originsOfMergedQuestion(content, sources);
    expect(origins).toEqual({
      stem: ["B1"],
      options: [["A1", "B1"], ["A1"], []],
      answer: ["A1"],
    });
    expect(usedQuestionNames(origins)).toEqual(["A1", "B1"]);
    expect(
      usedQuestionNames(originsOfMergedQuestion(question({ ...first }), sources.slice(0, 1))),
    ).toEqual(["A1"]);
  });
});

describe("a key whose order counts", () => {
  /** As the format of docs/how-to/add-a-question-format.md: options in the order of clicks. */
  const ordering = {
    ...getQuestionFormat("multiple_choice"),
    toggled: (answer: unknown, option: number) => [...chosenOptionIndices(answer), option],
  };
  const source = question({ answer: [2, 0, 1] });

  it("keeps its order", () => {
    expect(keyAmong(source.options, source, ordering)).toEqual([2, 0, 1]);
  });

  it("keeps its order among options in other places", () => {
    expect(keyAmong(["love", "fear", "hope"], source, ordering)).toEqual([0, 2, 1]);
  });

  it("is in no options that lack one of its own", () => {
    expect(keyAmong(["love", "fear", ""], source, ordering)).toBeUndefined();
  });
});
