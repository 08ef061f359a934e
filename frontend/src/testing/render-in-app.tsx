import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render, type RenderResult, screen } from "@testing-library/react";
import type { ReactNode } from "react";

import { createAppQueryClient } from "@/lib/api/query-client";
import { CommandProvider } from "@/lib/commands/command-provider";

/** Render an element with the app's providers, at `/projects/demo/here`. */
export async function renderInApp(part: ReactNode): Promise<RenderResult> {
  const rootRoute = createRootRoute();
  const here = createRoute({
    getParentRoute: () => rootRoute,
    path: "/projects/$slug/here",
    component: () => <div data-testid="here">{part}</div>,
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([here]),
    history: createMemoryHistory({ initialEntries: ["/projects/demo/here"] }),
  });
  const result = render(
    <MantineProvider env="test">
      <QueryClientProvider client={createAppQueryClient()}>
        <CommandProvider>
          <Notifications />
          {/* Its routes are not the app's, whose type is registered. */}
          <RouterProvider router={router as never} />
        </CommandProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByTestId("here");
  return result;
}
