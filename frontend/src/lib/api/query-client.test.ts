import { QueryObserver } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";

import { ApiProblem } from "./problem";
import { createAppQueryClient } from "./query-client";

describe("createAppQueryClient", () => {
  describe("after a write", () => {
    const LIST = ["get", "/api/projects/{slug}/releases/", { params: { path: { slug: "a" } } }];
    const BELOW = ["get", "/api/projects/{slug}/releases/{version}/", {}];
    const BESIDE = ["get", "/api/projects/{slug}/members/", {}];

    /** Which of the three are to be asked for again after a write that answers so. */
    async function outdatedBy(mutationFn: () => Promise<unknown>) {
      const client = createAppQueryClient();
      for (const key of [LIST, BELOW, BESIDE]) client.setQueryData(key, "as it was");
      const mutation = client.getMutationCache().build(client, {
        mutationFn,
        meta: { outdates: ["/api/projects/{slug}/releases/"] },
      });
      await mutation.execute(undefined).catch(() => undefined);
      return [LIST, BELOW, BESIDE].map((key) => client.getQueryState(key)?.isInvalidated);
    }

    it("asks again for what it names and for everything below, and for nothing else", async () => {
      expect(await outdatedBy(() => Promise.resolve())).toEqual([true, true, false]);
    });

    it("does so when it came too late, as the page was out of date", async () => {
      const conflict = new ApiProblem(409, {});
      expect(await outdatedBy(() => Promise.reject(conflict))).toEqual([true, true, false]);
    });

    it("leaves everything as it is when only the values were refused", async () => {
      const refused = new ApiProblem(400, {});
      expect(await outdatedBy(() => Promise.reject(refused))).toEqual([false, false, false]);
    });

    it("is over when the page shows what is true now", async () => {
      const client = createAppQueryClient();
      let truth = "before";
      const observer = new QueryObserver(client, {
        queryKey: LIST,
        queryFn: () => Promise.resolve(truth),
      });
      const stop = observer.subscribe(() => undefined);
      await observer.refetch();
      await client
        .getMutationCache()
        .build(client, {
          mutationFn: () => Promise.resolve((truth = "after")),
          meta: { outdates: ["/api/projects/{slug}/releases/"] },
        })
        .execute(undefined);
      expect(client.getQueryData(LIST)).toBe("after");
      stop();
    });
  });

  it("fetches again for a page that waits when what showed the data leaves", async () => {
    const client = createAppQueryClient();
    let fetches = 0;
    const options = {
      queryKey: ["stages"],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        new Promise<string>((resolve, reject) => {
          fetches += 1;
          signal.addEventListener("abort", () => {
            reject(new Error("aborted"));
          });
          if (fetches === 2) resolve("all");
        }),
    };
    const waiting = client.ensureQueryData(options);
    const leave = new QueryObserver(client, options).subscribe(() => undefined);
    leave();
    expect(await waiting).toBe("all");
    expect(fetches).toBe(2);
  });

  it("does not fetch again what was cleared", async () => {
    const client = createAppQueryClient();
    const options = {
      queryKey: ["stages"],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        new Promise<string>((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            reject(new Error("aborted"));
          });
        }),
    };
    const waiting = client.ensureQueryData(options);
    const failed = expect(waiting).rejects.toThrow("CancelledError");
    await client.cancelQueries(options, { silent: true });
    await failed;
  });
});
