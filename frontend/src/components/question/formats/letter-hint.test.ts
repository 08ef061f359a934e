import { describe, expect, it } from "vitest";

import { letterHint } from "./letter-hint";
import { getQuestionFormat } from "./registry";

describe("letterHint", () => {
  it("asks for one letter, for all correct ones, or for their order", () => {
    const several = getQuestionFormat("multiple_choice");
    expect(letterHint(getQuestionFormat("single_choice"))).toBe("chooseKey");
    expect(letterHint(several)).toBe("chooseKeys");
    expect(letterHint({ ...several, isOrdered: true })).toBe("chooseOrder");
  });
});
