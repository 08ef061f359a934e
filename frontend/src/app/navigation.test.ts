import { describe, expect, it } from "vitest";

import type { Role } from "@/lib/session/session";

import { homePageOfProject, navigationFor, phoneNavigationFor } from "./navigation";

const all = () => true;
const pagesOf = (role: Role) =>
  navigationFor(role, all).flatMap((group) => group.entries.map((entry) => entry.page));

describe("navigation", () => {
  it("offers an annotator their own work and nothing else", () => {
    expect(pagesOf("annotator")).toEqual([
      "overview",
      "screen",
      "annotate",
      "validate",
      "rework",
      "guide",
      "myWork",
      "talk",
    ]);
  });

  it("offers the consensus to annotators only, where the protocol asks for one", () => {
    const consensus = (role: Role) =>
      navigationFor(role, all, ["together"])
        .flatMap((group) => group.entries)
        .filter((entry) => entry.name === "agree");
    expect(consensus("annotator")).toHaveLength(1);
    expect(consensus("organizer")).toEqual([]);
    expect(pagesOf("annotator")).not.toContain("adjudicate");
  });

  it("offers a rater what there is to mark, which nobody else finds there", () => {
    expect(pagesOf("rater")).toEqual(["marking"]);
    expect(homePageOfProject("rater", all)).toBe("marking");
    expect(pagesOf("maintainer")).not.toContain("marking");
  });

  it("offers each role what the one below is offered, but for the blind work", () => {
    const shared = ["overview", "screen", "validate", "rework"];
    expect(pagesOf("organizer")).toEqual(expect.arrayContaining(shared));
    expect(pagesOf("organizer")).not.toContain("annotate");
    expect(pagesOf("maintainer")).not.toContain("myWork");
    expect(pagesOf("maintainer")).toEqual(expect.arrayContaining(pagesOf("organizer")));
    expect(pagesOf("organizer").length).toBeGreaterThan(pagesOf("annotator").length);
  });

  it("opens a project where it says what is next", () => {
    expect(homePageOfProject("annotator", all)).toBe("overview");
    expect(homePageOfProject("maintainer", all)).toBe("overview");
    expect(homePageOfProject("maintainer", () => false)).toBe("projects");
  });

  it("leaves room for the menu in the bar of a phone", () => {
    expect(phoneNavigationFor("maintainer", all)).toHaveLength(4);
  });
});
