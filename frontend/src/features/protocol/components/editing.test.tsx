import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { complaintsOf } from "../locate";
import { ReviewChange } from "./review-change";
import { YamlEditor } from "./yaml-editor";

const yaml = "id: toy\nannotation:\n  people: 20\n";

function Editor() {
  const [text, setText] = useState(yaml);
  const complaints = complaintsOf(text, [{ field: "annotation.people", message: "Too many." }]);
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
  function review(changed: boolean, onConfirm = vi.fn()) {
    const after = changed ? yaml.replace("20", "2") : yaml;
    return renderInApp(
      <ReviewChange
        before={yaml}
        after={after}
        changed={changed}
        number={3}
        pending={false}
        error={null}
        onBack={vi.fn()}
        onConflict={vi.fn()}
        onConfirm={onConfirm}
      />,
    );
  }

  it("shows the difference and asks why", async () => {
    const onConfirm = vi.fn();
    await review(true, onConfirm);
    expect(screen.getByRole("deletion")).toHaveTextContent("people: 20");
    expect(screen.getByRole("insertion")).toHaveTextContent("people: 2");
    const button = screen.getByRole("button", { name: "Put version 3 in force" });
    expect(button).toBeDisabled();
    await userEvent.type(screen.getByRole("textbox", { name: /Why/ }), " Two are enough. ");
    await userEvent.click(button);
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith("Two are enough.");
  });

  it("has nothing to put in force where nothing changed", async () => {
    await review(false);
    expect(screen.queryByRole("button", { name: /in force/ })).not.toBeInTheDocument();
  });
});
