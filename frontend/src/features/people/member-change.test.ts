import { describe, expect, it } from "vitest";

import { consequencesOfRoleChange, type Membership } from "./member-change";

const roles: Record<string, Membership> = {
  annotator: { role: "annotator", active: true },
  rater: { role: "rater", active: true },
  organizer: { role: "organizer", active: true },
  maintainer: { role: "maintainer", active: true },
  formerAnnotator: { role: "annotator", active: false },
  formerOrganizer: { role: "organizer", active: false },
};

describe("the consequences of a new role", () => {
  it.each([
    ["annotator", "organizer", ["freed", "reads"]],
    ["annotator", "rater", ["freed"]],
    ["annotator", "formerAnnotator", ["freed"]],
    ["formerAnnotator", "annotator", []],
    ["rater", "maintainer", ["reads"]],
    ["organizer", "maintainer", []],
    ["organizer", "annotator", ["knows"]],
    ["maintainer", "rater", ["knows"]],
    ["organizer", "formerOrganizer", ["knows"]],
    ["formerOrganizer", "organizer", ["reads"]],
  ])("from %s to %s are %j", (before, next, consequences) => {
    expect(consequencesOfRoleChange(roles[before]!, roles[next]!)).toEqual(consequences);
  });
});
