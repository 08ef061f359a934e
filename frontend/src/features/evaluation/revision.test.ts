import { expect, it } from "vitest";

import { shortRevisionsIn } from "./revision";

it("shortens the hash of a commit in a name, and nothing else", () => {
  const hash = "0123456789abcdef0123456789abcdef01234567";
  expect(shortRevisionsIn(`Qwen2-VL-7B (${hash})`)).toBe("Qwen2-VL-7B (0123456789…)");
  expect(shortRevisionsIn("gpt-4o (2024-08-06)")).toBe("gpt-4o (2024-08-06)");
});
