import { describe, expect, it } from "vitest";

import {
  countObjects,
  groupEntries,
  historySearch,
  roleGivenByEntry,
  settingChanges,
  type HistoryEntry,
} from "./history";

describe("what of the history is looked at", () => {
  it("is a kind of object and a person", () => {
    expect(historySearch({ of: "image", person: "7" })).toEqual({ of: "image", person: 7 });
  });

  it("leaves out what makes no sense", () => {
    expect(historySearch({ of: "nonsense", person: "x" })).toEqual({});
  });
});

function entry(id: number, changes: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    id,
    machine: "image",
    action: "mark_duplicate",
    source: "imported",
    target: "duplicate",
    role: "system",
    reason: "",
    data: {},
    at: "2026-03-05T09:00:00Z",
    subject_count: 1,
    after_password_link: false,
    subject_id: id,
    person: null,
    subject: `Image ${String(id)}`,
    ...changes,
  };
}

describe("the groups of the history", () => {
  it("are what Subtext did to many objects at once", () => {
    const filtered = [entry(9), entry(8), entry(7, { subject_count: 500 })];
    const [group] = groupEntries(filtered);
    expect(group).toEqual(filtered);
    expect(countObjects(filtered)).toBe(502);
  });

  it("keep apart what people did, other changes and other times", () => {
    const apart = [
      entry(9, { role: "annotator", action: "accept" }),
      entry(8, { role: "annotator", action: "accept" }),
      entry(7),
      entry(6, { target: "too_much_text", action: "exclude_text" }),
      entry(5, { at: "2026-03-05T08:00:00Z", target: "too_much_text", action: "exclude_text" }),
    ];
    expect(groupEntries(apart)).toEqual(apart.map((one) => [one]));
  });
});

describe("a change of settings", () => {
  it("names each setting with its values", () => {
    const data = { time_zone: ["UTC", "Europe/Berlin"], archived: [true, false] };
    const changed = entry(9, { machine: "project", action: "change_settings", data });
    expect(settingChanges(changed)).toEqual([
      { setting: "time_zone", before: "UTC", after: "Europe/Berlin" },
      { setting: "unarchived", before: "true", after: "false" },
    ]);
  });

  it("is no entry of another object", () => {
    expect(settingChanges(entry(9, { data: { name: ["a", "b"] } }))).toEqual([]);
  });
});

it("a role that a member got is named; one who left has none", () => {
  const changed = entry(9, {
    machine: "membership",
    target: "member",
    data: { role: "organizer" },
  });
  expect(roleGivenByEntry(changed)).toBe("organizer");
  expect(roleGivenByEntry({ ...changed, target: "removed" })).toBeUndefined();
  expect(roleGivenByEntry({ ...changed, machine: "slot" })).toBeUndefined();
});
