import i18next from "i18next";
import { describe, expect, it, vi } from "vitest";

import type { TextKey } from "./texts";
import { textFor } from "./texts";

const t = i18next.getFixedT(null, ["screening", "common"]);

describe("the keys of texts", () => {
  // Were one of these no error any more, `tsc` would say so.
  it("are types, in templates too", () => {
    const role = "annotator" as "annotator" | "organizer";
    const other = "annotator" as "annotator" | "visitor";
    expect(t("title")).toBe("Screening");
    expect(t(`common:role.${role}`)).toBe("Annotator");
    // @ts-expect-error: "visitor" has no text.
    expect(t(`common:role.${other}`)).toBe("Annotator");
    // @ts-expect-error: a string may have none.
    expect(t(`common:role.${String(role)}`)).toBe("Annotator");
    const key: TextKey = "screening:commands.keep";
    // @ts-expect-error: no such key.
    const none: TextKey = "screening:commands.none";
    expect([key, none]).toHaveLength(2);
  });
});

describe("textFor", () => {
  const LETTERS = ["a", "b"] as const;

  it("gives the text of a value that has one", () => {
    expect(textFor("b", LETTERS, (known) => known.toUpperCase())).toBe("B");
  });

  it("shows a value without a text as it is, and reports it", () => {
    const reported = vi.spyOn(globalThis, "reportError").mockImplementation(() => undefined);
    expect(textFor("c", LETTERS, (known) => known.toUpperCase())).toBe("c");
    expect(reported).toHaveBeenCalledWith(new Error('No text for "c": only for a, b.'));
  });
});
