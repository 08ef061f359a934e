import { describe, expect, it } from "vitest";

import { letterHint } from "./letter-hint";
import { formatOf } from "./registry";

describe("letterHint", () => {
  it("asks for one letter, for all correct ones, or for their order", () => {
    const several = formatOf("multiple_choice");
    expect(letterHint(formatOf("single_choice"))).toBe("chooseKey");
    expect(letterHint(several)).toBe("chooseKeys");
    expect(letterHint({ ...several, isOrdered: true })).toBe("chooseOrder");
  });
});
