import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { ChipChoice } from "./chip-choice";

const options = [
  { value: "life", label: "Life" },
  { value: "art", label: "Art" },
  { value: "society", label: "Society" },
];

function One() {
  const [value, setValue] = useState<string | null>(null);
  return <ChipChoice label="Domain" options={options} value={value} onChange={setValue} />;
}

function Several() {
  const [value, setValue] = useState<string[]>([]);
  return (
    <>
      <ChipChoice multiple label="Domain" options={options} value={value} onChange={setValue} />
      <output>{value.join(" ")}</output>
    </>
  );
}

const checked = (role: "radio" | "checkbox") =>
  screen
    .getAllByRole(role)
    .filter((chip) => chip.getAttribute("aria-checked") === "true")
    .map((chip) => chip.textContent.replace(/\d/, ""));

describe("ChipChoice of one", () => {
  it("is a radio group: number keys choose, arrows move", async () => {
    await renderInApp(<One />);
    expect(screen.getByRole("radiogroup", { name: /Domain/ })).toBeInTheDocument();
    await userEvent.tab();
    await userEvent.keyboard("2");
    expect(checked("radio")).toEqual(["Art"]);
    await userEvent.keyboard("{ArrowRight}{ArrowRight}");
    expect(checked("radio")).toEqual(["Life"]);
  });

  it("takes the values of a scale as keys, and prints them once", async () => {
    const points = ["0", "1"].map((value) => ({ value, label: value }));
    const onChange = vi.fn();
    await renderInApp(
      <ChipChoice
        label="Fluency"
        options={points}
        value={null}
        onChange={onChange}
        keysAreValues
      />,
    );
    await userEvent.tab();
    await userEvent.keyboard("10");
    expect(onChange.mock.calls).toEqual([["1"], ["0"]]);
    expect(screen.getAllByRole("radio").map((chip) => chip.textContent)).toEqual(["0", "1"]);
  });

  it("is one stop on the way through the page", async () => {
    await renderInApp(<One />);
    const stops = screen.getAllByRole("radio").filter((chip) => chip.tabIndex === 0);
    expect(stops).toHaveLength(1);
  });
});

describe("ChipChoice of several", () => {
  it("keeps the order of the options and takes a choice back", async () => {
    await renderInApp(<Several />);
    await userEvent.click(screen.getByRole("checkbox", { name: /Society/ }));
    await userEvent.keyboard("1");
    expect(screen.getByRole("status")).toHaveTextContent("life society");
    await userEvent.keyboard("3");
    expect(screen.getByRole("status")).toHaveTextContent("life");
    expect(checked("checkbox")).toEqual(["Life"]);
  });
});
