import { describe, expect, it, vi } from "vitest";

import { ApiProblem } from "./problem";
import { createAppQueryClient } from "./query-client";

const signedOut = new ApiProblem(401, {});

describe("createAppQueryClient", () => {
  it("says so, once and at once, when the server no longer knows who is asking", async () => {
    const onSignedOut = vi.fn();
    const queryFn = vi.fn(() => Promise.reject(signedOut));
    const client = createAppQueryClient(onSignedOut);
    await client.fetchQuery({ queryKey: ["images"], queryFn }).catch(() => undefined);
    expect(onSignedOut).toHaveBeenCalledOnce();
    expect(queryFn).toHaveBeenCalledOnce();
  });

  it.each([
    [true, 0],
    [undefined, 1],
  ])("a refused log-in is not the end of a session (signsIn: %s)", async (signsIn, times) => {
    const onSignedOut = vi.fn();
    const client = createAppQueryClient(onSignedOut);
    const mutation = client.getMutationCache().build(client, {
      mutationFn: () => Promise.reject(signedOut),
      meta: { signsIn },
    });
    await mutation.execute(undefined).catch(() => undefined);
    expect(onSignedOut).toHaveBeenCalledTimes(times);
  });
});
