import { describe, expect, it } from "vitest";

import { knownLicence } from "./licences";

describe("a typed licence", () => {
  const licences = ["CC-BY-4.0", "CC0-1.0"];

  it("is known in any case", () => {
    expect(knownLicence(" cc-by-4.0 ", licences)).toBe("CC-BY-4.0");
  });

  it("is unknown otherwise", () => {
    expect(knownLicence("CC-BY", licences)).toBeNull();
    expect(knownLicence("All rights reserved", licences)).toBeNull();
  });
});
