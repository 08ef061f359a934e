import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";

import { createAppQueryClient } from "@/lib/api/query-client";
import { CommandProvider } from "@/lib/commands/command-provider";
import { sessionOptions } from "@/lib/session/session";

import classes from "./app.module.css";
import { createAppRouter } from "./router";
import { cssVariables, theme } from "./theme";

const queryClient = createAppQueryClient(() => {
  queryClient.setQueryData(sessionOptions.queryKey, { user: null });
  // The guard of the signed-in pages now asks to log in, and knows the way back.
  void router.invalidate();
});
const router = createAppRouter(queryClient);

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <CommandProvider>
          <Notifications position="top-center" limit={3} className={classes.toasts} />
          <RouterProvider router={router} />
        </CommandProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
