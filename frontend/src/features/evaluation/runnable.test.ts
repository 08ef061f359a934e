import { describe, expect, it } from "vitest";

import type { Jobs } from "@/lib/jobs/jobs";

import { lackingFor, namesFor } from "./runnable";

type Runs = Jobs["workers"][number]["runs"];

const NOTHING: Runs = { default_server: false, folders: [], replays: [] };

const seen = (...offers: Runs[]): Jobs => ({
  jobs: [],
  workers: offers.map((runs, index) => ({
    name: `gpu@${String(index)}`,
    queues: ["gpu"],
    runs,
    seen_at: "2026-01-01T00:00:00Z",
  })),
});

const served = { backend: "openai", endpoint: "", model: "qwen" } as const;
const local = { backend: "transformers", endpoint: "", model: "qwen" } as const;

describe("what running workers lack for a run", () => {
  it("is the server that none of them has, unless the run names an endpoint", () => {
    expect(lackingFor(seen(NOTHING), served)).toBe("server");
    expect(lackingFor(seen(NOTHING), { ...served, endpoint: "laboratory" })).toBeNull();
    expect(lackingFor(seen(NOTHING, { ...NOTHING, default_server: true }), served)).toBeNull();
  });

  it("is a local model that none of them names", () => {
    const two = seen(NOTHING, { ...NOTHING, folders: ["llava", "qwen"] });
    expect(lackingFor(two, local)).toBeNull();
    expect(lackingFor(two, { ...local, model: "other" })).toBe("folder");
    expect(namesFor(two, "transformers")).toEqual(["llava", "qwen"]);
    // So many that the worker names none.
    expect(lackingFor(seen({ ...NOTHING, folders: null }), local)).toBeNull();
  });

  it("is nothing that a worker of an earlier version could have, nor without a worker", () => {
    expect(lackingFor(seen(NOTHING, null), served)).toBeNull();
    expect(lackingFor(seen(), served)).toBeNull();
    expect(lackingFor(undefined, served)).toBeNull();
    expect(lackingFor(seen(NOTHING), { ...served, backend: "random" })).toBeNull();
  });
});
