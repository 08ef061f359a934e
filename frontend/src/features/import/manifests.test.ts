import { describe, expect, it } from "vitest";

import { mayHaveManifest } from "./manifests";

const chosen = (...paths: string[]) => paths.map((path) => ({ path, file: new File([], path) }));

describe("files with a manifest", () => {
  it("are those that the server reads one in", () => {
    expect(mayHaveManifest(chosen("a.png", "set/Manifest.CSV"))).toBe(true);
    expect(mayHaveManifest(chosen("metadata.jsonl", "a.png"))).toBe(true);
    expect(mayHaveManifest(chosen("list.csv"))).toBe(true);
    expect(mayHaveManifest(chosen("a.png", "raw.tar.gz"))).toBe(true);
    expect(mayHaveManifest(chosen("a.png", "my-manifest.csv"))).toBe(false);
    expect(mayHaveManifest([])).toBe(false);
  });
});
