import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";

import { UnknownFormatError } from "@/lib/protocol/unknown-format";
import { renderInApp } from "@/testing/render-in-app";

import { PlacedImages } from "../placed-images";
import { QuestionForm } from "../question-form";
import type { QuestionText } from "../question-text";
import { QuestionView } from "../question-view";
import { getQuestionFormat } from "./registry";
import { sameAnswer } from "./same-answer";

const rules = {
  formats: ["single_choice", "multiple_choice", "true_false", "fill_in_blank"],
  minimum: 1,
  maximum: 1,
  options: 3,
  stem: { unit: "words" as const },
  option: { unit: "words" as const },
  fixed: [],
  written_by: "both" as const,
};

const TITLES = [
  { id: "single_choice", title: { en: "Single choice", zh: "单选题" } },
  { id: "multiple_choice", title: { en: "Several correct answers", zh: "多选题" } },
  { id: "true_false", title: { en: "True or false", zh: "判断题" } },
];

async function writing(given: Partial<QuestionText>) {
  const changed = vi.fn<(value: QuestionText) => void>();
  function Writing() {
    const [value, setValue] = useState<QuestionText>({
      format: "single_choice",
      stem: "What follows?",
      options: ["one", "two", "three"],
      answer: null,
      ...given,
    });
    return (
      <QuestionForm
        label="Question"
        value={value}
        rules={rules}
        mayChangeFormat
        onChange={(next) => {
          changed(next);
          setValue(next);
        }}
      />
    );
  }
  await renderInApp(<Writing />);
  return () => changed.mock.lastCall?.[0];
}

async function answering(format: string, options: readonly string[]) {
  const { AnswerForm } = getQuestionFormat(format);
  const onConfirm = vi.fn();
  const given = vi.fn<(value: unknown) => void>();
  function Answering() {
    const [value, setValue] = useState<unknown>(null);
    return (
      <AnswerForm
        options={options}
        value={value}
        onConfirm={onConfirm}
        onChange={(next) => {
          given(next);
          setValue(next);
        }}
      />
    );
  }
  await renderInApp(<Answering />);
  return { given: () => given.mock.lastCall?.[0], onConfirm };
}

describe("writing a key", () => {
  it("marks several options, and takes one back", async () => {
    const last = await writing({ format: "multiple_choice" });
    expect(screen.getByText("Mark at least two correct options.")).toBeVisible();
    await userEvent.click(screen.getByRole("checkbox", { name: "C is correct" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "A is correct" }));
    expect(last()?.answer).toEqual([0, 2]);
    await userEvent.click(screen.getByRole("checkbox", { name: "A is correct" }));
    expect(last()?.answer).toEqual([2]);
  });

  it("goes by Tab from option to option, and marks one by its key", async () => {
    const last = await writing({});
    await userEvent.click(screen.getByRole("textbox", { name: "Option A" }));
    await userEvent.keyboard("{Tab}s{Control>}b{/Control}");
    expect(last()).toMatchObject({ answer: 1 });
    expect(last()?.options[1]).toContain("s");
  });

  it("says true or false", async () => {
    const last = await writing({ format: "true_false", options: [] });
    await userEvent.click(screen.getByRole("radio", { name: "False" }));
    expect(last()?.answer).toBe(false);
  });

  it("lists what is accepted in a blank, with Enter for another", async () => {
    const last = await writing({ format: "fill_in_blank", options: [] });
    await userEvent.type(screen.getByRole("textbox", { name: "Accepted answer 1" }), "7/2{Enter}");
    const second = await screen.findByRole("textbox", { name: "Accepted answer 2" });
    await userEvent.type(second, "3.5");
    await userEvent.type(screen.getByRole("textbox", { name: "Tolerance" }), "0.1");
    await userEvent.type(screen.getByRole("textbox", { name: "Unit" }), "cm");
    expect(last()?.answer).toEqual({ accepted: ["7/2", "3.5"], tolerance: 0.1, unit: "cm" });
  });

  it("keeps the stem and the options where the kind of question changes", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(TITLES)));
    const last = await writing({ answer: 1 });
    await userEvent.click(await screen.findByRole("radio", { name: "Several correct answers" }));
    expect(last()).toMatchObject({
      format: "multiple_choice",
      stem: "What follows?",
      options: ["one", "two", "three"],
      answer: null,
    });
    await userEvent.click(screen.getByRole("radio", { name: "True or false" }));
    expect(last()).toMatchObject({ format: "true_false", options: [], answer: null });
  });
});

describe("answering without the key", () => {
  it("chooses several by number", async () => {
    const { given } = await answering("multiple_choice", ["one", "two", "three"]);
    await userEvent.keyboard("31");
    expect(given()).toEqual([0, 2]);
    await userEvent.keyboard("31");
    expect(given()).toBeNull();
  });

  it("says true or false by number", async () => {
    const { given } = await answering("true_false", []);
    await userEvent.keyboard("2");
    expect(given()).toBe(false);
  });

  it("fills the blank at once and confirms with Enter", async () => {
    const { given, onConfirm } = await answering("fill_in_blank", []);
    await userEvent.keyboard("3.5 cm{Enter}");
    expect(given()).toBe("3.5 cm");
    expect(onConfirm).toHaveBeenCalledOnce();
  });
});

it("shows a key that is no option, and pictures inside a text", async () => {
  const image = { id: 1, width: 2, height: 2, preview_url: "/preview.webp" };
  const key = { accepted: ["3.5", "7/2"], tolerance: 0.1, unit: "cm" };
  await renderInApp(
    <PlacedImages images={[image]}>
      <QuestionView
        format="fill_in_blank"
        stem="It measures [[image 1]] ____ beside [[image 2]]."
        options={[]}
        answer={key}
      />
    </PlacedImages>,
  );
  expect(screen.getByText("3.5 / 7/2 cm (±0.1)")).toBeVisible();
  expect(screen.getByRole("img", { name: "Image 1" })).toHaveAttribute("src", "/preview.webp");
  expect(screen.getByText("Image 2")).toBeVisible();
});

it("tells keys apart whatever the order of their fields", () => {
  const one = { accepted: ["2"], tolerance: null, unit: "" };
  expect(sameAnswer(one, { unit: "", accepted: ["2"], tolerance: null })).toBe(true);
  expect(sameAnswer(one, { ...one, accepted: ["3"] })).toBe(false);
  expect(sameAnswer(false, null)).toBe(false);
  expect(sameAnswer([0, 2], [0, 2])).toBe(true);
});

it("refuses a format that it has no part for, and names it", () => {
  expect(() => getQuestionFormat("essay")).toThrow(new UnknownFormatError("essay"));
});
