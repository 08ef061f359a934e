import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import type { CaseDetail } from "../decision";
import { CaseWorkspace } from "./case-workspace";

const choices = ["red", "blue", "green"].map((id) => ({ id, title: { en: id } }));
const label = { kind: "label", required: true, multiple: false, ordered: false, choices };
const protocol = {
  language: "en",
  fields: [
    { ...label, id: "mood", title: { en: "Mood" } },
    { ...label, id: "kind", title: { en: "Kind" } },
  ],
  questions: {
    formats: ["single_choice"],
    minimum: 1,
    maximum: 2,
    options: 2,
    stem: { unit: "words" },
    option: { unit: "words" },
    fixed: [],
    written_by: "both",
  },
  review: { issues: [], rounds: [] },
};
const record = (letter: string, mood: string) => ({
  letter,
  mine: false,
  slot_id: 1,
  protocol_version: 1,
  labels: { mood: [mood], kind: ["red"] },
  texts: {},
  sentences: {},
  questions: [
    {
      uid: letter,
      format: "single_choice",
      fixed: null,
      stem: `Why ${letter}?`,
      options: ["yes", "no"],
      answer: 1,
    },
  ],
  answers: {},
});
const compared = { kind: "label" as const, rule: "" as const };
const given: CaseDetail = {
  id: 4,
  item_id: 4,
  item_number: 12,
  item_code: null,
  status: "to_adjudicate",
  disputed: 1,
  images: [],
  created_at: "2026-01-01T00:00:00Z",
  version: 3,
  may_decide: true,
  may_waive: false,
  together: false,
  proposal: null,
  may_undo: false,
  may_edit: false,
  fields_compared: [
    { ...compared, field: "mood", outcome: "disputed", values: [["red"], ["blue"]], value: null },
    { ...compared, field: "kind", outcome: "agreed", values: [["red"], ["red"]], value: ["red"] },
  ],
  records: [record("A", "red"), record("B", "blue")],
  final: null,
  origins: null,
};

it("is decided by keys alone", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") sent.push(await request.json());
    const body = request.url.includes("finalize") ? { ...given, status: "final" } : { protocol };
    return new Response(JSON.stringify(body));
  });
  const onDone = vi.fn();
  await renderInApp(
    <Suspense>
      <CaseWorkspace slug="demo" given={given} hasNext onDone={onDone} />
    </Suspense>,
  );
  await screen.findByText("1 field agrees");
  expect(screen.getByRole("button", { name: /Finalize item/ })).toBeDisabled();

  // B for the disputed label; the keys move on to the questions, of which A's are taken.
  await userEvent.keyboard("{ArrowRight}{ArrowLeft}");
  expect(screen.getByText("Everything is decided.")).toBeVisible();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");

  await vi.waitFor(() => {
    expect(onDone).toHaveBeenCalledOnce();
  });
  expect(sent).toEqual([
    {
      version: 3,
      waiver: "",
      record: { labels: { mood: ["blue"], kind: ["red"] }, texts: {}, sentences: {} },
      questions: [{ sources: [{ annotation: 0, question: 0 }], content: null }],
      reasons: {},
    },
  ]);
});

it("takes a third label by its number, and goes on from its reason", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") sent.push(await request.json());
    const body = request.url.includes("finalize") ? { ...given, status: "final" } : { protocol };
    return new Response(JSON.stringify(body));
  });
  const onDone = vi.fn();
  await renderInApp(
    <Suspense>
      <CaseWorkspace slug="demo" given={given} hasNext onDone={onDone} />
    </Suspense>,
  );
  await screen.findByText("1 field agrees");
  // 3 is neither A's nor B's: its reason has the cursor, and Enter goes on to the questions.
  await userEvent.keyboard("3");
  expect(screen.getByRole("radio", { name: "green" })).toBeChecked();
  await userEvent.keyboard("Green is 2 b.{Enter}b{Control>}{Enter}{/Control}");
  await vi.waitFor(() => {
    expect(onDone).toHaveBeenCalledOnce();
  });
  expect(sent).toMatchObject([
    {
      record: { labels: { mood: ["green"] } },
      questions: [{ sources: [{ annotation: 1, question: 0 }] }],
      reasons: { mood: "Green is 2 b." },
    },
  ]);
});

it("goes on at once from a label that somebody gave, taken by its number", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ protocol }))));
  await renderInApp(
    <Suspense>
      <CaseWorkspace slug="demo" given={given} hasNext onDone={vi.fn()} />
    </Suspense>,
  );
  await screen.findByText("1 field agrees");
  await userEvent.keyboard("2a");
  // A decided label is folded to its value while another field is worked on, and opens again.
  const mood = screen.getByRole("region", { name: "Mood" });
  expect(within(mood).queryByRole("radio")).toBeNull();
  await userEvent.click(within(mood).getByRole("button", { name: /^blue ?Change$/ }));
  expect(within(mood).getByRole("radio", { name: "blue" })).toBeChecked();
  expect(screen.getByText("Everything is decided.")).toBeVisible();
});

it("is proposed to the other one where the two decide together", async () => {
  const sent: { address: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") {
      sent.push({ address: request.url, body: await request.json() });
      return new Response(JSON.stringify({ ...given, together: true, may_decide: false }));
    }
    return new Response(JSON.stringify({ protocol, results: [] }));
  });
  const onDone = vi.fn();
  await renderInApp(
    <Suspense>
      <CaseWorkspace slug="demo" given={{ ...given, together: true }} hasNext onDone={onDone} />
    </Suspense>,
  );
  await screen.findByText("1 field agrees");
  await userEvent.keyboard("{ArrowRight}{ArrowLeft}");
  await userEvent.click(screen.getByRole("button", { name: /Propose record/ }));
  expect(onDone).toHaveBeenCalled();
  expect(sent).toMatchObject([{ body: { version: 3, record: { labels: { mood: ["blue"] } } } }]);
  expect(sent[0]?.address).toContain("/cases/4/propose/");
});

it("is decided by one person alone only with a reason", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") sent.push(await request.json());
    const body = request.url.includes("finalize") ? { ...given, status: "final" } : { protocol };
    return new Response(JSON.stringify({ ...body, results: [] }));
  });
  const alone = { ...given, together: true, may_decide: false, may_waive: true };
  await renderInApp(
    <Suspense>
      <CaseWorkspace slug="demo" given={alone} hasNext onDone={vi.fn()} />
    </Suspense>,
  );
  await screen.findByText("1 field agrees");
  await userEvent.keyboard("{ArrowRight}{ArrowLeft}{Control>}{Enter}{/Control}");
  const dialog = await screen.findByRole("dialog", { name: "Adjudicate item 12 alone" });
  expect(sent).toEqual([]);
  await userEvent.type(within(dialog).getByRole("textbox"), "The other one has left.");
  await userEvent.click(within(dialog).getByRole("button", { name: /Finalize item/ }));
  expect(sent).toMatchObject([{ version: 3, waiver: "The other one has left." }]);
});

it("shows what somebody answered without the key beside the question", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ protocol }))));
  const [wrote, other] = [record("A", "red"), record("B", "blue")];
  const uid = wrote.questions[0]?.uid ?? "";
  const answered = { ...other, questions: [], answers: { [uid]: 0 } };
  await renderInApp(
    <Suspense>
      <CaseWorkspace
        slug="demo"
        given={{ ...given, records: [wrote, answered] }}
        hasNext
        onDone={vi.fn()}
      />
    </Suspense>,
  );
  expect(
    await screen.findByText(/B answered A without seeing the correct answer – differs from/),
  ).toBeVisible();
  expect(screen.getByText(/Wrote no questions/)).toBeVisible();
});

it("shortens long texts to what differs until they are worked on", async () => {
  const text = { kind: "text", id: "why", title: { en: "Why" }, unit: "words", minimum: 1 };
  const long = { ...protocol, fields: [...protocol.fields, { ...text, required: true }] };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ protocol: long }))));
  const why = (end: string) => `${"It begins alike. ".repeat(12)}Then it ${end} by itself.`;
  const texts = ["stops", "starts"].map((end) => ({ texts: { why: why(end) } }));
  const records = given.records.map((one, side) => ({ ...one, ...texts[side] }));
  const field = { field: "why", kind: "text" as const, rule: "" as const, value: null };
  const fields = [
    ...given.fields_compared,
    { ...field, outcome: "to_choose" as const, values: [] },
  ];
  await renderInApp(
    <Suspense>
      <CaseWorkspace
        slug="demo"
        given={{ ...given, records, fields_compared: fields }}
        hasNext
        onDone={vi.fn()}
      />
    </Suspense>,
  );
  const row = await screen.findByRole("region", { name: "Why" });
  expect(row).not.toHaveTextContent("It begins alike");
  for (const word of ["stops", "starts"]) expect(within(row).getByText(word)).toBeVisible();
  await userEvent.click(within(row).getByRole("button", { name: "Why: show all of B’s text" }));
  expect(row).toHaveAttribute("aria-current");
  expect(within(row).getAllByText(/It begins alike/)).toHaveLength(2);
  expect(within(row).queryByRole("button", { name: /show all/ })).toBeNull();
});

it("opens the guideline of a field from its row", async () => {
  const [mood, kind] = protocol.fields;
  const fields = [{ ...mood, help: { en: "What is felt." } }, kind];
  const body = JSON.stringify({ protocol: { ...protocol, fields } });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body)));
  await renderInApp(
    <Suspense>
      <CaseWorkspace slug="demo" given={given} hasNext onDone={vi.fn()} />
    </Suspense>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Guideline: Mood" }));
  const drawer = await screen.findByRole("dialog", { name: "Guidelines" });
  expect(within(drawer).getByText("What is felt.")).toBeVisible();
});
