import { describe, expect, it } from "vitest";

import { content, protocol, question } from "@/lib/protocol/testing";

import { findMissingParts, sectionOfPath } from "./missing";
import { collectFieldNotes, notesWithin } from "./notes";

const finished = content(
  { category: ["art"], subfield: ["music"] },
  {
    texts: { explanation: "three words here" },
    questions: [question("q1", { stem: "Why?", options: ["a", "b", "c"], answer: 1 })],
  },
);

describe("progressOf", () => {
  it("finds nothing missing in a finished record", () => {
    expect(findMissingParts(protocol, finished)).toEqual({ done: 4, total: 4, missing: [] });
  });

  it("names what is missing in the order of the form", () => {
    const { missing, done, total } = findMissingParts(
      protocol,
      content({}, { texts: { explanation: "one" }, questions: [question("q1", { stem: "Why?" })] }),
    );
    expect(missing.map(({ path, kind }) => [path, kind])).toEqual([
      ["labels.category", "choose"],
      ["texts.explanation", "short"],
      ["questions.0.options.0", "option"],
      ["questions.0.options.1", "option"],
      ["questions.0.options.2", "option"],
      ["questions.0.answer", "key"],
    ]);
    // Nothing is offered below a category that nobody has chosen.
    expect([done, total]).toEqual([1, 4]);
  });

  it("does not count a label that was removed as chosen", () => {
    for (const category of [["gone"], ["art", "gone"]]) {
      const { missing } = findMissingParts(protocol, {
        ...finished,
        labels: { ...finished.labels, category },
      });
      expect(missing.map(({ path, kind }) => [path, kind])).toEqual([
        ["labels.category", "choose"],
      ]);
    }
  });

  it("says by how much a text is too long, in the protocol's unit", () => {
    const { missing } = findMissingParts(protocol, {
      ...finished,
      texts: { explanation: "one two three four five six seven" },
    });
    expect(missing).toEqual([
      expect.objectContaining({ kind: "long", count: 2, unit: "words", field: "explanation" }),
    ]);
  });

  it("does not ask for the stem of a fixed question", () => {
    const fixed = question("q1", { fixed: "primary", options: ["a", "b"], answer: 0 });
    expect(findMissingParts(protocol, { ...finished, questions: [fixed] }).missing).toEqual([]);
  });
});

it("knows the section of a path", () => {
  expect(
    ["labels.a", "texts.a", "sentences.a.b", "questions", "questions.1.stem"].map(sectionOfPath),
  ).toEqual(["labels", "texts", "texts", "questions", "questions.1"]);
});

describe("notesOf", () => {
  const en = (text: { en?: string }) => text.en ?? "";
  const message = { en: "Choose one.", zh: "请选择一项。" };
  const said = {
    problems: [
      { field: "labels.category", code: "choose_one", message },
      { field: "questions.0.stem", code: "too_many_words", message: { en: "Long.", zh: "长" } },
    ],
    findings: [
      {
        check: "duplicate_options",
        level: "block" as const,
        field: "questions.0.options.2",
        message: { en: "Same.", zh: "同" },
      },
    ],
    refusals: [{ field: "questions.0.stem", message: "Long." }],
  };

  it("does not nag about what is merely unfinished before one hands in", () => {
    expect([...collectFieldNotes(said, false, en).keys()]).toEqual([
      "questions.0.stem",
      "questions.0.options.2",
    ]);
    expect(collectFieldNotes(said, true, en).get("labels.category")).toEqual([
      { level: "problem", message: "Choose one." },
    ]);
  });

  it("says the same thing once", () => {
    expect(collectFieldNotes(said, false, en).get("questions.0.stem")).toHaveLength(1);
  });

  it("gathers what a section says", () => {
    expect(notesWithin(collectFieldNotes(said, false, en), "questions.0")).toHaveLength(2);
  });
});
