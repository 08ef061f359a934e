import { describe, expect, it } from "vitest";

import type { LabelField, Protocol, TextField } from "@/lib/protocol/protocol";

import {
  type CaseDetail,
  type ComparedField,
  decisionReducer,
  type Decision,
  finalizeBody,
  whyPartIsNotReady,
  originOfValue,
  overridesEverybody,
  type RecordPart,
  partsByDecisionNeed,
  initialDecision,
  chosenQuestionText,
} from "./decision";

const choices = ["red", "green", "blue", "grey"].map((id) => ({ id, title: { en: id } }));
const label = (id: string, multiple: boolean): LabelField => ({
  kind: "label",
  id,
  title: { en: id },
  required: true,
  choices,
  multiple,
  ordered: false,
});
const note: TextField = {
  kind: "text",
  id: "note",
  title: { en: "Note" },
  required: true,
  unit: "words",
  minimum: 2,
  maximum: 5,
};
const rules: Protocol["questions"] = {
  formats: ["single_choice"],
  minimum: 1,
  maximum: 2,
  options: 2,
  stem: { unit: "words" },
  option: { unit: "words" },
  fixed: [],
  written_by: "both",
};
const protocol = {
  language: "en",
  item: { images: 1 },
  fields: [label("mood", false), label("colours", true), label("kind", false), note],
  questions: rules,
} as unknown as Protocol;

const compared = (
  field: string,
  outcome: ComparedField["outcome"],
  values: string[][],
  value: string[] | null = null,
): ComparedField => ({
  field,
  kind: field === "note" ? "text" : "label",
  outcome,
  rule: "",
  values,
  value,
});
const question = (stem: string) => ({
  uid: stem,
  format: "single_choice",
  fixed: null,
  stem,
  options: ["yes", "no"],
  answer: 0,
});
const record = (letter: string, text: string, stems: string[]) => ({
  letter,
  slot_id: 1,
  labels: {},
  texts: { note: text },
  sentences: {},
  questions: stems.map(question),
});

const given = {
  id: 3,
  version: 5,
  fields_compared: [
    compared("mood", "disputed", [["red"], ["blue"], ["blue"]]),
    compared("colours", "proposed", [["red", "green"], ["green"], ["green"]], ["green"]),
    compared("kind", "agreed", [["grey"], ["grey"], ["grey"]], ["grey"]),
    compared("note", "to_choose", []),
  ],
  records: [
    record("A", "seen by A", ["Why A?", "How A?"]),
    record("B", "seen by B", ["Why B?"]),
    record("C", "seen by B", ["Why C?", "How C?", "Who C?"]),
  ],
} as unknown as CaseDetail;
const { records } = given;

const parts = partsByDecisionNeed(given, protocol);
const part = (id: string): RecordPart => {
  const all = [...parts.open, ...parts.proposed, ...parts.agreed];
  const found = all.find((one) => (one.kind === "questions" ? "questions" : one.field.id) === id);
  if (!found) throw new Error(id);
  return found;
};
const take = (decision: Decision, id: string, side: number) =>
  decisionReducer(decision, {
    type: "takeSide",
    part: part(id),
    side,
    records,
    maximum: rules.maximum,
  });
const merged = (decision: Decision, id: string) =>
  decisionReducer(decision, { type: "merge", part: part(id), records });
const missing = (decision: Decision, id: string) =>
  whyPartIsNotReady(part(id), decision, rules, records);

describe("a case of three people", () => {
  it("opens what is disputed, then what is to choose, then the questions", () => {
    const ids = parts.open.map((one) => (one.kind === "questions" ? "questions" : one.field.id));
    expect(ids).toEqual(["mood", "note", "questions"]);
  });

  it("begins with what is agreed on and proposed, and nothing else", () => {
    expect(initialDecision(given).labels).toEqual({ colours: ["green"], kind: ["grey"] });
  });

  it("takes any side, and says whose it is", () => {
    const decision = take(initialDecision(given), "mood", 2);
    expect(decision.labels["mood"]).toEqual(["blue"]);
    expect(originOfValue(part("mood"), decision, records)).toEqual({ kind: "said", by: [1, 2] });
  });

  it("merges several labels into all that were named", () => {
    const decision = merged(initialDecision(given), "colours");
    expect(decision.labels["colours"]).toEqual(["red", "green"]);
    expect(originOfValue(part("colours"), decision, records)).toEqual({ kind: "said", by: [0] });
  });

  it("merges texts one after the other, each once", () => {
    const decision = merged(initialDecision(given), "note");
    expect(decision.texts["note"]).toBe("seen by A\n\nseen by B");
    expect(originOfValue(part("note"), decision, records)).toEqual({
      kind: "merged",
      by: [0, 1, 2],
    });
  });

  it("calls a text merged only where it holds sentences of several", () => {
    const write = (value: string) => {
      const decision = decisionReducer(initialDecision(given), {
        type: "text",
        field: "note",
        value,
      });
      return originOfValue(part("note"), decision, records);
    };
    expect(write("seen by A\nand by me")).toEqual({ kind: "edited", by: [0] });
    expect(write("seen by nobody")).toEqual({ kind: "own" });
  });
});

describe("questions", () => {
  it("of a side are taken up to the protocol's maximum", () => {
    const decision = take(initialDecision(given), "questions", 2);
    expect(decision.questions.map((one) => chosenQuestionText(records, one).stem)).toEqual([
      "Why C?",
      "How C?",
    ]);
  });

  it("are taken once only", () => {
    const source = { annotation: 0, question: 1 };
    const once = decisionReducer(initialDecision(given), { type: "takeQuestion", source });
    expect(decisionReducer(once, { type: "takeQuestion", source })).toBe(once);
  });

  it("go over the wire by their source, or with a text of their own", () => {
    const source = { annotation: 1, question: 0 };
    let decision = decisionReducer(initialDecision(given), { type: "takeQuestion", source });
    decision = decisionReducer(decision, {
      type: "writeQuestion",
      content: {
        format: "single_choice",
        fixed: null,
        stem: "Own?",
        options: ["a", "b"],
        answer: 1,
      },
    });
    expect(finalizeBody(given, decision).questions).toEqual([
      { sources: [source], content: null },
      {
        sources: [],
        content: {
          format: "single_choice",
          fixed: null,
          stem: "Own?",
          options: ["a", "b"],
          answer: 1,
        },
      },
    ]);
  });
});

describe("overriding everybody", () => {
  const values = [["red", "green"], ["green"]];

  it("is a single label that nobody gave", () => {
    expect(overridesEverybody(label("mood", false), ["grey"], [["red"], ["blue"]])).toBe(true);
    expect(overridesEverybody(label("mood", false), ["red"], [["red"], ["blue"]])).toBe(false);
  });

  it("is of several a choice that nobody named, or one left out that all named", () => {
    const colours = label("colours", true);
    expect(overridesEverybody(colours, ["green", "grey"], values)).toBe(true);
    expect(overridesEverybody(colours, ["red"], values)).toBe(true);
    expect(overridesEverybody(colours, ["green", "red"], values)).toBe(false);
  });

  it("needs a reason, and nothing else does", () => {
    const start = initialDecision(given);
    expect(missing(start, "mood")).toBe("choose");
    const own = decisionReducer(start, { type: "label", field: "mood", value: ["grey"] });
    expect(missing(own, "mood")).toBe("reason");
    const why = decisionReducer(own, {
      type: "reason",
      field: "mood",
      value: "It is plain to see.",
    });
    expect(missing(why, "mood")).toBeNull();
    expect(missing(take(start, "mood", 0), "mood")).toBeNull();
  });
});

it("names what keeps a record from being final", () => {
  const start = initialDecision(given);
  expect(missing(start, "note")).toBe("choose");
  const short = decisionReducer(start, { type: "text", field: "note", value: "one" });
  expect(missing(short, "note")).toBe("length");
  expect(missing(take(start, "note", 0), "note")).toBeNull();
  expect(missing(start, "questions")).toBe("questions");
  const content = {
    format: "single_choice",
    fixed: null,
    stem: "",
    options: ["a", "b"],
    answer: 0,
  };
  const unfinished = decisionReducer(start, { type: "writeQuestion", content });
  expect(missing(unfinished, "questions")).toBe("questionText");
});

it("names two questions that are identical but for case and order", () => {
  const write = (decision: Decision, stem: string, options: string[]) =>
    decisionReducer(decision, {
      type: "writeQuestion",
      content: { format: "single_choice", fixed: null, stem, options, answer: 0 },
    });
  const one = write(initialDecision(given), "What is meant?", ["Haste", "Rest"]);
  expect(missing(one, "questions")).toBeNull();
  expect(missing(write(one, "what is  meant", ["rest.", "haste"]), "questions")).toBe("repeated");
  expect(missing(write(one, "What is shown?", ["Haste", "Rest"]), "questions")).toBeNull();
});
