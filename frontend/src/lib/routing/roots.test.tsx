import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { createAppQueryClient } from "@/lib/api/query-client";
import { useStages, useStageText } from "@/lib/stages/use-stages";

import { projectRoute, rootRoute, signedInRoute } from "./roots";

const STAGE = { id: "screening", texts: { name: { en: "visual inspection", zh: "人工筛选" } } };
const project = { slug: "demo", name: "Demo", archived: false, time_zone: "UTC" };
const user = { id: 7, locale: "zh", memberships: [{ role: "organizer", project }] };

const page = (component: () => ReactNode) =>
  createRoute({ getParentRoute: () => projectRoute, path: "/page", component });

let asked: Request[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    asked.push(request);
    const isStages = request.url.endsWith("/api/projects/demo/stages/");
    if (isStages) await new Promise((done) => setTimeout(done, 200));
    return new Response(JSON.stringify(isStages ? [STAGE] : { user }));
  });
});

function open(component: () => ReactNode): void {
  const queryClient = createAppQueryClient();
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      signedInRoute.addChildren([projectRoute.addChildren([page(component)])]),
    ]),
    history: createMemoryHistory({ initialEntries: ["/projects/demo/page"] }),
    context: { queryClient },
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        {/* Its routes are not the app's, whose type is registered. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

describe("a page of a project", () => {
  it("is drawn once the names of the stages are there, in the language of the person", async () => {
    const drawn: string[] = [];
    open(() => {
      const text = useStageText();
      const names = useStages().map((stage) => text(stage, "name"));
      drawn.push(names.join(", "));
      return <p>{names}</p>;
    });
    expect(await screen.findByText("人工筛选")).toBeVisible();
    expect(new Set(drawn)).toEqual(new Set(["人工筛选"]));
    const stages = asked.filter(({ url }) => url.endsWith("/stages/"));
    expect(stages.map(({ headers }) => headers.get("Accept-Language"))).toEqual(["zh-CN"]);
  }, 20_000);
});
