import { expect, it } from "vitest";

import { pathStepsOfChange } from "./place-of-change";

const document = {
  fields: [{ id: "mood", title: { en: "Mood" }, choices: [{ id: "calm", title: { en: "Calm" } }] }],
  review: { rounds: [{ title: { en: "First" } }] },
};

it("names things by their titles", () => {
  expect(pathStepsOfChange("fields.mood.choices.calm.title.en", document)).toEqual([
    { key: "fields" },
    { id: "mood", title: { en: "Mood" } },
    { key: "choices" },
    { id: "calm", title: { en: "Calm" } },
    { key: "title" },
    { key: "en" },
  ]);
  expect(pathStepsOfChange("review.rounds.1.people", document)[2]).toEqual({
    id: "1",
    title: { en: "First" },
  });
});

it("names what is not there any more by its id", () => {
  expect(pathStepsOfChange("fields.gone", document)[1]).toEqual({ id: "gone" });
});
