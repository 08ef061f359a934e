import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import type { Answer } from "../api";
import { QuestionToAnswer } from "./question-to-answer";

const place = {
  id: 9,
  format: "single_choice",
  stem: "What is meant?",
  options: ["The first", "The second", "The third"],
  images: [],
  lease_until: null,
};
const progress = { round: 1, title: { en: "Round" }, answered: 0, waiting: 1, may_undo: false };
const issues = [{ id: "typo", title: { en: "Spelling" } }];

async function shown(given = place, onUndo: () => void = () => undefined) {
  const memberships = [{ role: "annotator", project: { slug: "demo", name: "Demo" } }];
  const session = { user: { id: 1, username: "ada", memberships } };
  const project = { protocol: { review: { issues, rounds: [] } } };
  vi.stubGlobal("fetch", () =>
    Promise.resolve(new Response(JSON.stringify({ ...session, ...project }))),
  );
  const onAnswer = vi.fn<(answer: Answer) => void>();
  await renderInApp(
    <Suspense>
      <QuestionToAnswer
        slug="demo"
        place={given}
        progress={{ ...progress, may_undo: true }}
        before={undefined}
        pending={false}
        error={null}
        onAnswer={onAnswer}
        onUndo={onUndo}
        onReload={() => undefined}
      />
    </Suspense>,
  );
  await screen.findByText("What is meant?");
  return onAnswer;
}

it("is answered with a number and Enter", async () => {
  const onAnswer = await shown();
  await userEvent.keyboard("{Enter}");
  expect(onAnswer).not.toHaveBeenCalled();
  await userEvent.keyboard("2{Enter}");
  expect(onAnswer).toHaveBeenCalledOnce();
  expect(onAnswer.mock.calls[0]?.[0]).toMatchObject({ chosen: 1, issues: [], comment: "" });
});

it("may be refused an answer where something is wrong with it", async () => {
  const onAnswer = await shown();
  await userEvent.keyboard("p");
  const typo = await screen.findByRole("checkbox", { name: "Spelling" });
  await waitFor(() => {
    expect(typo).toHaveFocus();
  });
  await userEvent.keyboard(" ");
  await userEvent.type(screen.getByRole("textbox"), "It says teh.");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(onAnswer.mock.calls[0]?.[0]).toMatchObject({
    chosen: null,
    issues: ["typo"],
    comment: "It says teh.",
  });
});

it("keeps numbers, Enter and U where what is wrong is chosen", async () => {
  const onUndo = vi.fn();
  const onAnswer = await shown(place, onUndo);
  await userEvent.keyboard("p");
  const typo = await screen.findByRole("checkbox", { name: "Spelling" });
  await waitFor(() => {
    expect(typo).toHaveFocus();
  });
  await userEvent.keyboard(" 3u{Enter}");
  expect(onUndo).toHaveBeenCalledOnce();
  expect(onAnswer.mock.calls[0]?.[0]).toMatchObject({ chosen: 2, issues: ["typo"] });
});

it("prints keys that work where the answer is typed", async () => {
  const onUndo = vi.fn();
  await shown({ ...place, format: "fill_in_blank", options: [] }, onUndo);
  await userEvent.keyboard("up");
  expect(screen.getByRole("textbox")).toHaveValue("up");
  expect(screen.getByRole("button", { name: /Undo last answer/ })).toHaveTextContent("Ctrl U");
  await userEvent.keyboard("{Control>}u{/Control}");
  expect(onUndo).toHaveBeenCalledOnce();
});
