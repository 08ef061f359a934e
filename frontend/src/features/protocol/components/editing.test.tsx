import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import type { ProtocolCheck } from "../api";
import { locateProblems } from "../locate";
import { ReviewChange } from "./review-change";
import { YamlEditor } from "./yaml-editor";

const yaml = "id: toy\nannotation:\n  people: 20\n";

function Editor() {
  const [text, setText] = useState(yaml);
  const complaints = locateProblems(text, [{ field: "annotation.people", message: "Too many." }]);
  return <YamlEditor label="Protocol" value={text} onChange={setText} complaints={complaints} />;
}

describe("the editor", () => {
  it("says what is wrong and leads to its line", async () => {
    await renderInApp(<Editor />);
    expect(screen.getByRole("alert")).toHaveTextContent("annotation.people Too many.");
    await userEvent.click(screen.getByRole("button", { name: "Line 3" }));
    const area = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Protocol" });
    expect(area).toHaveFocus();
    expect(area).toBeInvalid();
    await userEvent.keyboard("#");
    expect(area.value).toBe("id: toy\nannotation:\n#  people: 20\n");
  });
});

describe("before a change", () => {
  const before = { fields: [{ id: "mood", title: { en: "Mood" }, choices: [] }] };
  const after = {
    fields: [
      { id: "mood", title: { en: "Mood" }, choices: [{ id: "calm", title: { en: "Calm" } }] },
    ],
  };
  const gone = "fields.mood.choices.merry";
  const sound: ProtocolCheck = {
    yaml: "id: toy\n",
    document: after,
    problems: [],
    changed: true,
    changes: [
      { path: "annotation.people", kind: "changed", before: 20, after: 2, effect: "places" },
    ],
    work: { begun: 3, unfinished: 2 },
    used: {},
    obstacles: [],
  };
  const removal: ProtocolCheck = {
    ...sound,
    changes: [
      {
        path: gone,
        kind: "removed",
        before: { id: "merry", title: { en: "Merry" } },
        after: null,
        effect: "carry",
      },
    ],
    used: { [gone]: 4 },
  };

  function review(checked: ProtocolCheck, onConfirm = vi.fn()) {
    return renderInApp(
      <ReviewChange
        before={{ yaml, document: before }}
        checked={checked}
        number={3}
        pending={false}
        error={null}
        onBack={vi.fn()}
        onConflict={vi.fn()}
        onConfirm={onConfirm}
      />,
    );
  }
  const confirm = () => screen.getByRole("button", { name: "Activate version 3" });
  const why = () => screen.getByRole("textbox", { name: /Reason/ });

  it("shows each difference with what follows from it, and asks why", async () => {
    const onConfirm = vi.fn();
    await review(sound, onConfirm);
    expect(screen.getByRole("heading", { name: /Independent annotators/ })).toBeVisible();
    expect(screen.getByText(/3 started items keep their annotation slots/)).toBeVisible();
    expect(confirm()).toBeDisabled();
    await userEvent.type(why(), " Two are enough. ");
    await userEvent.click(confirm());
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith("Two are enough.", {});
  });

  it("waits until everything that is gone and in use has something in its place", async () => {
    const onConfirm = vi.fn();
    await review(removal, onConfirm);
    await userEvent.type(why(), "Merged.");
    expect(confirm()).toBeDisabled();
    await userEvent.click(screen.getByRole("combobox", { name: "Replacement" }));
    await userEvent.click(await screen.findByRole("option", { name: "Calm (calm)" }));
    await userEvent.click(confirm());
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith("Merged.", { [gone]: "calm" });
  });

  it("does not offer what comes too late", async () => {
    await review({ ...sound, obstacles: [{ field: "annotation.people", message: "Too late." }] });
    await userEvent.type(why(), "All the same.");
    expect(confirm()).toBeDisabled();
  });

  it("has nothing to put in force where nothing changed", async () => {
    await review({ ...sound, changed: false, changes: [] });
    expect(screen.queryByRole("button", { name: /Activate/ })).not.toBeInTheDocument();
  });
});
