import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { createAppQueryClient } from "@/lib/api/query-client";
import { useStages, useStageText } from "@/lib/stages/use-stages";

import { projectRoute, rootRoute, signedInRoute } from "./roots";

const STAGE = { id: "screening", texts: { name: { en: "visual inspection" } } };
const project = { slug: "demo", name: "Demo", archived: false, time_zone: "UTC" };
const user = { id: 7, memberships: [{ role: "organizer", project }] };

it("a page of a project is drawn once the names of the stages are there", async () => {
  vi.stubGlobal("fetch", async ({ url }: Request) => {
    const isStages = url.endsWith("/api/projects/demo/stages/");
    if (isStages) await new Promise((done) => setTimeout(done, 200));
    return new Response(JSON.stringify(isStages ? [STAGE] : { user }));
  });
  const drawn: string[] = [];
  function Page() {
    const text = useStageText();
    const names = useStages().map((stage) => `After ${text(stage, "name")}`);
    drawn.push(names.join(", "));
    return <p>{names}</p>;
  }
  const page = createRoute({
    getParentRoute: () => projectRoute,
    path: "/page",
    component: Page,
  });
  const queryClient = createAppQueryClient();
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      signedInRoute.addChildren([projectRoute.addChildren([page])]),
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
  expect(await screen.findByText("After visual inspection")).toBeVisible();
  expect(new Set(drawn)).toEqual(new Set(["After visual inspection"]));
}, 20_000);
