import { describe, expect, it } from "vitest";

import type { Gate, GateLine } from "./api";
import { sortByLevel, mayCreateRelease, trimmedOverrides, pageToResolve } from "./gate";

function line(id: string, level: GateLine["level"], overridable = false): GateLine {
  const message = { en: id, zh: id };
  return { id, level, overridable, message, count: 1, cases: [], images: [], pictures: [] };
}

function gateOf(...lines: GateLine[]): Gate {
  return {
    version: "1.1.0",
    suggested: "1.1.0",
    seed: 0,
    items: 3,
    questions: 4,
    splits: [],
    lines,
    open: false,
    unchanged: false,
    checked_at: "2026-11-20T12:00:00Z",
    is_current: true,
    job: null,
  };
}

describe("gate", () => {
  it("puts what blocks first and keeps the order within a level", () => {
    const lines = [line("a", "ok"), line("b", "block"), line("c", "warn"), line("d", "block")];
    expect(sortByLevel(lines).map(({ id }) => id)).toEqual(["b", "d", "c", "a"]);
  });

  it("lets a version be cut when every line that may pass has its reason", () => {
    const gate = gateOf(line("disputes", "block", true), line("shots", "warn"));
    expect(mayCreateRelease(gate, {})).toBe(false);
    expect(mayCreateRelease(gate, { disputes: "  " })).toBe(false);
    expect(mayCreateRelease(gate, { disputes: "Known." })).toBe(true);
  });

  it("lets nothing pass that is final, whatever the reasons", () => {
    const gate = gateOf(line("version", "block"), line("disputes", "block", true));
    expect(mayCreateRelease(gate, { version: "Please.", disputes: "Known." })).toBe(false);
  });

  it("sends the reasons that are asked for and no others", () => {
    const gate = gateOf(line("disputes", "block", true), line("rounds", "ok"));
    expect(trimmedOverrides(gate, { disputes: " Known. ", rounds: "Gone." })).toEqual({
      disputes: "Known.",
    });
  });

  it("leads to where something is left to do", () => {
    expect(pageToResolve(line("disputes", "block", true))?.page).toBe("adjudicate");
    expect(pageToResolve(line("disputes", "ok"))).toBeUndefined();
  });
});
