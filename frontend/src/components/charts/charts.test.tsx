import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { DayBars } from "./day-bars";
import { FunnelBars } from "./funnel-bars";
import { HeatTable } from "./heat-table";
import { Histogram } from "./histogram";
import { IntervalAxis, IntervalBar } from "./interval-bar";
import { positionInRange, snapToStep } from "./scale";

describe("scale", () => {
  it("snaps onto steps without the dust of floating point", () => {
    expect(snapToStep(0.30000000000000004, 0, 1, 0.01)).toBe(0.3);
    expect(snapToStep(1.7, 0, 1, 0.01)).toBe(1);
    expect(snapToStep(-3, 0, 1, 0.01)).toBe(0);
  });

  it("keeps shares between 0 and 1", () => {
    expect([
      positionInRange(5, 0, 10),
      positionInRange(12, 0, 10),
      positionInRange(1, 3, 3),
    ]).toEqual([0.5, 1, 0]);
  });
});

describe("FunnelBars", () => {
  it("links a count, with its share of the first row, to what it counts", async () => {
    await renderInApp(
      <FunnelBars
        label="Images"
        unit="Images"
        rows={[
          { key: "raw", label: "Raw", count: 200 },
          { key: "dup", label: "Duplicates", count: 50, to: { page: "duplicates" } },
        ]}
      />,
    );
    const link = screen.getByRole("link", { name: /Duplicates\s*50\s*25\.0%/ });
    expect(link).toHaveAttribute("href", "/projects/demo/duplicates");
  });

  it("has no share of nothing", async () => {
    await renderInApp(
      <FunnelBars label="Images" unit="Images" rows={[{ key: "raw", label: "Raw", count: 0 }]} />,
    );
    expect(screen.getByText("–")).toBeInTheDocument();
  });
});

describe("Histogram", () => {
  function Movable({ onSettled }: { onSettled: (value: number) => void }) {
    const [value, setValue] = useState(0.3);
    return (
      <Histogram
        label="Text area"
        bins={[
          { from: 0, to: 0.5, count: 10 },
          { from: 0.5, to: 1, count: 4 },
        ]}
        threshold={{ value, step: 0.01, onChange: setValue, onSettled }}
      />
    );
  }

  it("has the counts at its side and the values below", async () => {
    await renderInApp(<Movable onSettled={vi.fn()} />);
    for (const tick of ["10", "5", "0.25", "0.75"]) {
      expect(screen.getByText(tick)).toBeInTheDocument();
    }
  });

  it("moves its line by the arrow keys and says when it stands still", async () => {
    const onSettled = vi.fn();
    await renderInApp(<Movable onSettled={onSettled} />);
    const slider = screen.getByRole("slider", { name: "Threshold" });
    slider.focus();
    await userEvent.keyboard("{ArrowRight}{PageUp}{ArrowLeft}");
    expect(slider).toHaveAttribute("aria-valuenow", "0.4");
    expect(onSettled).toHaveBeenLastCalledWith(0.4);
    await userEvent.keyboard("{End}");
    expect(slider).toHaveAttribute("aria-valuenow", "1");
  });

  it("can be read without seeing it", async () => {
    await renderInApp(<Movable onSettled={vi.fn()} />);
    expect(screen.getByRole("img")).toHaveAccessibleName("0 to 0.5: 10; 0.5 to 1: 4");
  });
});

describe("IntervalBar", () => {
  it("speaks the value, its interval and its n", async () => {
    await renderInApp(<IntervalBar label="GPT" value={0.5} low={0.4} high={0.6} n={1399} />);
    expect(screen.getByRole("img")).toHaveAccessibleName(
      "GPT: 50.0%, 95% interval 40.0% to 60.0%: n = 1,399",
    );
  });

  it("shows a dash where nothing was measured", async () => {
    await renderInApp(<IntervalBar label="GPT" value={null} />);
    expect(screen.getByRole("img")).toHaveAccessibleName("GPT: –");
  });
});

describe("IntervalAxis", () => {
  it("names both ends and the middle of the scale", async () => {
    await renderInApp(
      <IntervalAxis min={-0.2} max={0.2} formatValue={(value) => value.toFixed(1)} />,
    );
    for (const tick of ["-0.2", "0.0", "0.2"]) expect(screen.getByText(tick)).toBeInTheDocument();
  });
});

describe("DayBars", () => {
  it("says how much a full bar is", async () => {
    await renderInApp(
      <DayBars label="Ada" days={["2026-11-20", "2026-11-21"]} counts={[3, 12]} max={12} />,
    );
    expect(screen.getByText("12")).toBeInTheDocument();
    expect(screen.getByText("0")).toBeInTheDocument();
  });
});

describe("HeatTable", () => {
  it("prints the number of each cell and leads to its samples", async () => {
    await renderInApp(
      <HeatTable
        caption="Accuracy"
        rows={[{ key: "m", label: "Model" }]}
        columns={[
          { key: "life", label: "Life" },
          { key: "art", label: "Art" },
        ]}
        cell={(_row, column) =>
          column === "life"
            ? { value: 0.25, to: { page: "run", params: { id: "7" }, search: { domain: "life" } } }
            : { value: null }
        }
      />,
    );
    expect(screen.getByRole("link", { name: "25.0%" })).toHaveAttribute(
      "href",
      "/projects/demo/evaluation/runs/7?domain=life",
    );
    expect(screen.getByRole("cell", { name: "–" })).toBeInTheDocument();
  });
});
