import { describe, expect, it } from "vitest";

import type { LeaderboardRow, Tally } from "./api";
import { versionsWithRuns, rankRows, settingsWithScores, versionShown } from "./leaderboard";

function tally(accuracy: number): Tally {
  return {
    n: 10,
    correct: 10 * accuracy,
    incorrect: 10 - 10 * accuracy,
    miss: 0,
    error: 0,
    accuracy,
    interval: null,
    miss_rate: 0,
    error_rate: 0,
    standard_error: null,
    small: false,
  };
}

function row(model: string, scores: Readonly<Record<string, number>>): LeaderboardRow {
  const cells = Object.entries(scores).map(([setting, accuracy], index) => {
    const overall = tally(accuracy);
    const cell = {
      run: index,
      stale: false,
      overall,
      published: overall,
      slices: {},
      formats: {},
      rule: "r",
      incomplete: false,
    };
    return [setting, cell] as const;
  });
  return {
    model,
    backend: "openai",
    origin: "own",
    revision: "",
    parameters: "",
    access: "",
    cells: Object.fromEntries(cells),
  };
}

const rows = [row("low", { none: 0.2 }), row("absent", { cot: 0.9 }), row("high", { none: 0.7 })];

describe("leaderboard", () => {
  it("ranks by the setting that is shown; who was not asked comes last", () => {
    const names = (setting: string) => rankRows(rows, setting).map(({ model }) => model);
    expect(names("none")).toEqual(["high", "low", "absent"]);
    expect(names("cot")).toEqual(["absent", "low", "high"]);
  });

  it("offers the settings that have scores, in the protocol's order", () => {
    const settings = ["none", "domain", "cot"].map((id) => ({ id, title: { en: id } }));
    expect(settingsWithScores({ settings, rows, people: [] }).map(({ id }) => id)).toEqual([
      "none",
      "cot",
    ]);
    const people = [row("person", { domain: 0.9 })];
    expect(settingsWithScores({ settings, rows: [], people }).map(({ id }) => id)).toEqual([
      "domain",
    ]);
  });

  it("is about the newest version that was not withdrawn, or the one asked for", () => {
    const releases = [
      { version: "2.0.0", status: "building" as const },
      { version: "1.1.0", status: "yanked" as const },
      { version: "1.0.0", status: "published" as const },
    ];
    const out = versionsWithRuns(releases);
    expect(versionShown(out, undefined)).toBe("1.0.0");
    expect(versionShown(out, "1.1.0")).toBe("1.1.0");
    expect(versionShown(out, "2.0.0")).toBe("1.0.0");
    expect(versionShown([], undefined)).toBeUndefined();
  });
});
