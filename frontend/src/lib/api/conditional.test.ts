import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";

import { $api, api } from "./client";
import { forgetAnswers } from "./conditional";

const PATH = "/api/projects/{slug}/overview/";
const params = { path: { slug: "bench" } };

/** A server whose overview is at `mark`; it keeps the tags that it was asked with. */
function serve() {
  const server = { mark: "1", asked: [] as (string | null)[] };
  vi.stubGlobal("fetch", (request: Request) => {
    const tag = request.headers.get("If-None-Match");
    server.asked.push(tag);
    return Promise.resolve(
      tag === `"${server.mark}"`
        ? new Response(null, { status: 304 })
        : Response.json(
            { funnel: [], mark: server.mark },
            { headers: { ETag: `"${server.mark}"` } },
          ),
    );
  });
  return server;
}

beforeEach(forgetAnswers);

it("asks with the tag of the answer that it has, and gives that answer again on 304", async () => {
  const server = serve();
  const bodies = [];
  for (const mark of ["1", "1", "2"]) {
    server.mark = mark;
    bodies.push((await api.GET(PATH, { params })).data);
  }
  expect(server.asked).toEqual([null, '"1"', '"1"']);
  expect(bodies.map((body) => (body as unknown as { mark: string }).mark)).toEqual(["1", "1", "2"]);
});

it("tells no page of an answer that has not changed", async () => {
  const server = serve();
  const observer = new QueryObserver(new QueryClient(), {
    ...$api.queryOptions("get", PATH, { params }),
    notifyOnChangeProps: ["data"],
  });
  const renders = vi.fn();
  const leave = observer.subscribe(renders);
  await observer.refetch();
  const times = renders.mock.calls.length;
  await observer.refetch();
  expect(server.asked.at(-1)).toBe('"1"');
  expect(renders.mock.calls.length).toBe(times);
  server.mark = "2";
  await observer.refetch();
  expect(renders.mock.calls.length).toBe(times + 1);
  leave();
});

it("forgets the answers of whoever signed out", async () => {
  const server = serve();
  await api.GET(PATH, { params });
  forgetAnswers();
  await api.GET(PATH, { params });
  expect(server.asked).toEqual([null, null]);
});
