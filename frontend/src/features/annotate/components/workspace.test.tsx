import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { beforeEach, expect, it, vi } from "vitest";

import { content, protocol, question } from "@/lib/protocol/testing";
import { renderInApp } from "@/testing/render-in-app";

import type { MySlot } from "../api";
import { Workspace } from "./workspace";

const AT = "2026-11-20T14:03:00Z";
const picture = (id: number) => ({
  id,
  width: 40,
  height: 30,
  preview_url: `/${String(id)}.jpg`,
  thumbnail_url: `/${String(id)}-small.jpg`,
  published_url: `/${String(id)}.png`,
});
const draft = {
  version: 1,
  saved_at: AT,
  content: content({}, { questions: [question("q1")] }),
};
const slot: MySlot = {
  id: 12,
  kind: "work",
  status: "leased",
  mine: true,
  asked: false,
  lease_until: AT,
  item_code: "7KQ2M9PX",
  protocol_version: 1,
  images: [picture(1), picture(2)],
  draft,
  annotation: null,
  feedback: { reason: "Two options are alike.", at: AT },
};
const NOTHING_SAID = { ready: true, problems: [], findings: [] };

interface Sent {
  path: string;
  body: unknown;
  key: string | null;
}

/** A server that answers every path that the page uses, and remembers what it was sent. */
function aServer(
  said: object = NOTHING_SAID,
  answers: Record<string, () => Promise<Response>> = {},
) {
  const sent: Sent[] = [];
  let version = 1;
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname.replace(/^.*slots\/12\//, "");
    const body: unknown = request.method === "GET" ? null : await request.json().catch(() => null);
    sent.push({ path, body, key: request.headers.get("Idempotency-Key") });
    const usual: Record<string, object> = {
      "/api/session/": {
        user: {
          id: 1,
          username: "ada",
          memberships: [{ role: "annotator", project: { slug: "demo", name: "Demo" } }],
        },
      },
      "draft/": { version: (version += 1), saved_at: AT },
      "check/": said,
      "submit/": { id: 1, slot: 12, revision: 1, submitted_at: AT },
      "decline/": slot,
    };
    if (answers[path]) return answers[path]();
    return new Response(JSON.stringify(usual[path] ?? {}), { status: 200 });
  });
  return (path: string) => sent.filter((one) => one.path === path);
}

async function aWorkspace(at: MySlot = slot, takesNext = false) {
  const onDone = vi.fn(() => Promise.resolve());
  await renderInApp(
    <Suspense>
      <Workspace
        slug="demo"
        protocol={protocol}
        protocolVersion={1}
        slot={at}
        draft={at.draft ?? draft}
        takesNext={takesNext}
        session={{ done: 3, left: 10 }}
        onDone={onDone}
        onReload={vi.fn()}
      />
    </Suspense>,
  );
  await screen.findByRole("button", { name: /Submit/ }, { timeout: 10_000 });
  return { onDone, user: userEvent.setup() };
}

beforeEach(() => {
  localStorage.clear();
});

it("is done from the first label to handing in without the mouse", async () => {
  const sentTo = aServer();
  const { onDone, user } = await aWorkspace();
  const next = "{Alt>}{ArrowDown}{/Alt}";
  await user.keyboard(`1${next}1${next}`);
  await user.paste("It stands for hope.");
  await user.keyboard(`${next}Why?{Enter}`);
  await user.keyboard("Hope{Enter}Fear{Control>}b{/Control}{Enter}No");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => {
    expect(onDone).toHaveBeenCalledWith("submitted", null);
  });
  const [handedIn] = sentTo("submit/");
  expect(handedIn?.body).toMatchObject({
    content: {
      labels: { category: ["art"], subfield: ["music"] },
      texts: { explanation: "It stands for hope." },
      questions: [{ stem: "Why?", options: ["Hope", "Fear", "No"], answer: 1 }],
    },
  });
  expect(handedIn?.key).toMatch(/.{8,}/);
  expect(localStorage.getItem("subtext.draft.1.12")).toBeNull();
}, 20_000);

it("gets the next item in the answer to submitting", async () => {
  const next = { slot: { ...slot, id: 13 }, waiting: null, upcoming: [] };
  const sentTo = aServer(NOTHING_SAID, {
    "submit/": () => Promise.resolve(new Response(JSON.stringify({ revision: 1, next }))),
  });
  const questions = [question("q1", { stem: "Why?", options: ["Hope", "Fear", "No"], answer: 1 })];
  const complete = {
    labels: { category: ["art"], subfield: ["music"] },
    texts: { explanation: "It stands for hope." },
    questions,
  };
  const full = { ...slot, draft: { ...draft, content: { ...draft.content, ...complete } } };
  const { onDone, user } = await aWorkspace(full, true);
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => {
    expect(onDone).toHaveBeenCalledWith("submitted", next);
  });
  expect(sentTo("submit/")[0]?.body).toMatchObject({ next: true });
});

it("goes by Tab from text to text, and loses nothing that is typed", async () => {
  aServer();
  const { user } = await aWorkspace();
  await user.click(screen.getByLabelText("Explanation"));
  await user.keyboard("Because.{Tab}Why?{Tab}Hope{Tab} Fear{Tab}No");
  expect(screen.getByLabelText("Explanation")).toHaveValue("Because.");
  expect(screen.getByLabelText("Question")).toHaveValue("Why?");
  const options = ["A", "B", "C"].map((letter) =>
    screen.getByRole("textbox", { name: `Option ${letter}` }),
  );
  expect(options.map((option) => (option as HTMLTextAreaElement).value)).toEqual([
    "Hope",
    " Fear",
    "No",
  ]);
  expect(screen.queryByRole("button", { name: /correct answer/, pressed: true })).toBeNull();
}, 20_000);

it("goes on from the last option to the letters, where a letter chooses the key", async () => {
  aServer();
  const { user } = await aWorkspace();
  const next = "{Alt>}{ArrowDown}{/Alt}";
  await user.keyboard(`1${next}1${next}It stands for hope.${next}`);
  await user.keyboard("Why?{Enter}Hope{Enter}Fear{Enter}No{Enter}");
  expect(screen.getByRole("button", { name: "A is the correct answer" })).toHaveFocus();
  await user.keyboard("b");
  expect(
    screen.getByRole("button", { name: "B is the correct answer", pressed: true }),
  ).toHaveFocus();
}, 20_000);

it("leaves Enter to an input method that is composing", async () => {
  const sentTo = aServer();
  const { user } = await aWorkspace();
  const stem = screen.getByLabelText("Question");
  await user.click(stem);
  fireEvent.keyDown(stem, { key: "Enter", isComposing: true });
  expect(stem).toHaveFocus();
  fireEvent.keyDown(stem, { key: "Enter", keyCode: 229 });
  fireEvent.keyDown(stem, { key: "Enter", ctrlKey: true, isComposing: true });
  expect(stem).toHaveFocus();
  expect(sentTo("submit/")).toHaveLength(0);
});

it("asks who writes no questions for answers only", async () => {
  const sentTo = aServer();
  const asked = question("q1", { stem: "Why?", options: ["Hope", "Fear", "No"] });
  const content = { ...draft.content, questions: [asked] };
  const { user } = await aWorkspace({ ...slot, asked: true, draft: { ...draft, content } });
  expect(screen.getByText("Why?")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Add question/ })).toBeNull();
  await user.click(screen.getByText("Fear"));
  await waitFor(
    () => {
      const saved = sentTo("draft/").at(-1)?.body as { content: { questions: unknown[] } };
      expect(saved.content.questions).toEqual([{ ...asked, answer: 1 }]);
    },
    { timeout: 4_000 },
  );
}, 20_000);

it("saves what was typed after a pause", async () => {
  const sentTo = aServer();
  const { user } = await aWorkspace();
  await user.type(screen.getByLabelText("Explanation"), "Hope");
  await waitFor(
    () => {
      expect(sentTo("draft/").at(-1)?.body).toMatchObject({
        version: 1,
        content: { texts: { explanation: "Hope" } },
      });
    },
    { timeout: 3000 },
  );
});

it("goes to what is missing instead of handing in, and says so there", async () => {
  const message = { en: "Choose one.", zh: "请选择一项。" };
  const problems = [{ field: "labels.category", code: "choose_one", message }];
  const sentTo = aServer({ ready: false, problems, findings: [] });
  const { user } = await aWorkspace();
  await user.click(screen.getByLabelText("Explanation"));
  await waitFor(() => {
    expect(sentTo("check/")).not.toHaveLength(0);
  });
  expect(screen.queryByText("Choose one.")).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: /Submit/ }));
  expect(screen.getByRole("radio", { name: /Art/ })).toHaveFocus();
  expect(await screen.findByText("Choose one.")).toBeInTheDocument();
  expect(sentTo("submit/")).toHaveLength(0);
});

it("gives a picture up by the number of the reason", async () => {
  const sentTo = aServer();
  const { onDone, user } = await aWorkspace();
  await user.keyboard("{Control>}{Shift>}x{/Shift}{/Control}");
  await screen.findByRole("button", { name: "Offensive" });
  await user.keyboard("2");
  await waitFor(() => {
    expect(onDone).toHaveBeenCalledWith("declined", null);
  });
  expect(sentTo("decline/")[0]?.body).toMatchObject({ reason: "offensive" });
});

it("takes no more keys from the moment an item is declined, and again once that failed", async () => {
  let resolve: (answer: Response) => void = () => undefined;
  const promise = new Promise<Response>((done) => {
    resolve = done;
  });
  const sentTo = aServer(NOTHING_SAID, { "decline/": () => promise });
  const { onDone, user } = await aWorkspace();
  const explanation = screen.getByLabelText("Explanation");
  await user.click(explanation);
  await user.keyboard("{Control>}{Shift>}x{/Shift}{/Control}");
  await user.click(await screen.findByRole("button", { name: "Offensive" }));
  expect(explanation.closest("[inert]")).not.toBeNull();
  await user.keyboard("Too early. ");
  expect(sentTo("decline/")).toHaveLength(1);
  expect(screen.getByRole("button", { name: /Submit/ })).toBeDisabled();
  resolve(new Response(JSON.stringify({ detail: "Down for a moment." }), { status: 503 }));
  await waitFor(() => {
    expect(explanation.closest("[inert]")).toBeNull();
  });
  expect(onDone).not.toHaveBeenCalled();
});

it("begins in the first field where nothing is missing", async () => {
  aServer();
  const complete = {
    labels: { category: ["art"], subfield: ["music"] },
    texts: { explanation: "It stands for hope." },
    questions: [question("q1", { stem: "Why?", options: ["Hope", "Fear", "No"], answer: 1 })],
  };
  const content = { ...draft.content, ...complete };
  await aWorkspace({ ...slot, draft: { ...draft, content } });
  expect(document.activeElement?.closest("[data-field], [data-section]")).not.toBeNull();
});

it("puts an item off with what was typed, and says how far one is", async () => {
  const sentTo = aServer();
  const { onDone, user } = await aWorkspace();
  expect(screen.getByText("3 done, 10 left")).toBeVisible();
  await user.type(screen.getByLabelText("Explanation"), "Hope");
  await user.keyboard("{Control>}{Shift>}s{/Shift}{/Control}");
  await waitFor(() => {
    expect(onDone).toHaveBeenCalledWith("skipped", null);
  });
  expect(sentTo("draft/").at(-1)?.body).toMatchObject({
    content: { texts: { explanation: "Hope" } },
  });
  expect(sentTo("skip/")).toHaveLength(1);
}, 20_000);

it("adds a question, takes it out, and puts it back where it was", async () => {
  aServer();
  const { user } = await aWorkspace();
  await user.click(screen.getByRole("button", { name: /Add question/ }));
  await user.keyboard("The second one");
  await user.click(screen.getByRole("button", { name: "Remove question 2" }));
  expect(screen.queryByDisplayValue("The second one")).not.toBeInTheDocument();
  // In the toast; the form's own undo is an icon.
  await user.click(await screen.findByText("Undo"));
  expect(screen.getByDisplayValue("The second one")).toBeInTheDocument();
}, 20_000);

it("takes labels, keys and texts back in their order, by keyboard, and does them again", async () => {
  const sentTo = aServer();
  const { user } = await aWorkspace();
  const undo = "{Control>}z{/Control}";
  await user.keyboard("2");
  await user.keyboard("1");
  await user.click(screen.getByLabelText("Explanation"));
  await user.paste("Hope");
  await user.keyboard(undo);
  expect(screen.getByLabelText("Explanation")).toHaveValue("");
  await user.keyboard(undo);
  expect(screen.getByRole("radio", { name: /Science/ })).toBeChecked();
  await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}{Control>}y{/Control}");
  expect(screen.getByRole("radio", { name: /Art/ })).toBeChecked();
  expect(screen.getByLabelText("Explanation")).toHaveValue("Hope");
  await waitFor(
    () => {
      expect(sentTo("draft/").at(-1)?.body).toMatchObject({
        content: { labels: { category: ["art"] }, texts: { explanation: "Hope" } },
      });
    },
    { timeout: 3000 },
  );
});

it("gives no picture up and changes no label while somebody only types", async () => {
  const sentTo = aServer();
  const { onDone, user } = await aWorkspace();
  await user.keyboard("1{Backspace}{Delete}{Escape}");
  expect(screen.getByRole("radio", { name: /Art/ })).toBeChecked();
  await user.type(screen.getByLabelText("Explanation"), "2 of 2, x a k{Backspace}");
  expect(screen.getByRole("radio", { name: /Art/ })).toBeChecked();
  expect(screen.getByLabelText("Explanation")).toHaveValue("2 of 2, x a ");
  expect(sentTo("decline/")).toHaveLength(0);
  expect(onDone).not.toHaveBeenCalled();
}, 20_000);

it("hands in once the network is back what was to be handed in without one", async () => {
  const sentTo = aServer();
  const { onDone, user } = await aWorkspace();
  const next = "{Alt>}{ArrowDown}{/Alt}";
  await user.keyboard(`1${next}1${next}`);
  await user.paste("It stands for hope.");
  await user.keyboard(`${next}Why?{Enter}`);
  await user.keyboard("Hope{Enter}Fear{Control>}b{/Control}{Enter}No");
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(await screen.findByText(/your work is submitted once you are back/)).toBeInTheDocument();
  expect(sentTo("submit/")).toHaveLength(0);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event("online"));
  await waitFor(() => {
    expect(onDone).toHaveBeenCalledWith("submitted", null);
  });
}, 20_000);

it("shows why work came back, and all pictures of the item", async () => {
  aServer();
  const { user } = await aWorkspace();
  expect(screen.getByRole("note")).toHaveTextContent("Two options are alike.");
  const strip = screen.getByRole("group", { name: "Images of this item" });
  await user.click(within(strip).getByRole("button", { name: "Image 2 of 2" }));
  expect(screen.getByAltText("Item 7KQ2M9PX")).toHaveAttribute("src", "/2.jpg");
});

it("shows no raw id of a removed label, and is not complete with one", async () => {
  aServer();
  const labels = { category: ["gone"], subfield: ["music"] };
  await aWorkspace({ ...slot, draft: { ...draft, content: { ...draft.content, labels } } });
  expect(screen.getByText(/was removed from the protocol/)).toBeVisible();
  expect(screen.queryByText(/gone/)).toBeNull();
  expect(screen.queryByText("Complete")).toBeNull();
});

it("says that the protocol changed when submitting finds it changed", async () => {
  const done = {
    ...draft,
    content: content(
      { category: ["art"], subfield: ["music"] },
      {
        texts: { explanation: "It means hope." },
        questions: [question("q1", { stem: "Why?", options: ["a", "b", "c"], answer: 1 })],
      },
    ),
  };
  const converted = { ...done.content, labels: { category: ["science"], subfield: [] } };
  const problem = {
    status: 409,
    draft: { ...done, content: converted },
    protocol_change: { protocol_version: 2, content: converted },
  };
  aServer(NOTHING_SAID, {
    "submit/": () => Promise.resolve(new Response(JSON.stringify(problem), { status: 409 })),
  });
  const { user } = await aWorkspace({ ...slot, draft: done });
  await user.click(screen.getByRole("button", { name: /Submit/ }));
  await screen.findByRole("heading", { name: "The protocol changed while you were writing" });
  expect(screen.queryByText(/two places/)).toBeNull();
});
