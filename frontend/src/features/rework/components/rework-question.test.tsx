import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense, useState } from "react";
import { expect, it, vi } from "vitest";

import type { QuestionText } from "@/components/question/question-text";
import { protocol } from "@/lib/protocol/testing";
import { renderInApp } from "@/testing/render-in-app";

import type { ReworkQuestion } from "../api";
import { ReworkQuestionCard } from "./rework-question";

const question: ReworkQuestion = {
  uid: "q-1",
  position: 1,
  format: "single_choice",
  fixed: "",
  revision: 1,
  stem: "What is meant?",
  options: ["hope", "fear", "love"],
  answer: 0,
  failed: true,
  reasons: [{ kind: "comment", text: "Love can be defended." }],
  answers: [
    { answer: 2, count: 2 },
    { answer: null, count: 1 },
  ],
};

async function shown() {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ protocol }))));
  function Card() {
    const { format, stem, options, answer } = question;
    const [value, setValue] = useState<QuestionText | null>({ format, stem, options, answer });
    return (
      <ReworkQuestionCard
        slug="demo"
        number={1}
        question={question}
        value={value}
        rules={protocol.questions}
        onChange={setValue}
      />
    );
  }
  await renderInApp(
    <Suspense>
      <Card />
    </Suspense>,
  );
}

it("says which options validators chose, how many, and what they wrote", async () => {
  await shown();
  const answers = await screen.findByRole("region", { name: "Answers of the validators" });
  const rows = within(answers).getAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([
    "Ahope correct answer0 of 3",
    "Bfear0 of 3",
    "Clove2 of 3",
  ]);
  expect(answers).toHaveTextContent("1 person reported a problem and chose no answer.");
  expect(screen.getByText("Love can be defended.")).toBeVisible();
});

it("shows a change beside the text as it was", async () => {
  await shown();
  expect(screen.queryByRole("region", { name: "Your changes" })).toBeNull();
  await userEvent.type(await screen.findByDisplayValue("fear"), "some");
  const changes = screen.getByRole("region", { name: "Your changes" });
  expect(changes).toHaveTextContent(/Before\s*fear\s*Now\s*fearsome/);
});
