import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy } from "react";

import { refetchResources } from "@/lib/api/outdate";
import { createAppQueryClient } from "@/lib/api/query-client";
import { CommandProvider } from "@/lib/commands/command-provider";
import { loadWhenNeeded } from "@/lib/deferred";
import { loadTexts, onLocaleChange } from "@/lib/i18n/i18n";
import { FormPreviewContext } from "@/lib/protocol/form-preview";
import type { Protocol } from "@/lib/protocol/protocol";

import { createAppRouter } from "./router";
import { cssVariables, theme } from "./theme";

const queryClient = createAppQueryClient();
// Responses contain texts in the language of their request.
onLocaleChange(() => {
  void refetchResources(queryClient, "/api/");
});
const router = createAppRouter(queryClient);
const Toasts = loadWhenNeeded(async () => (await import("./layout/toasts")).Toasts);
const FormPreview = lazy(async () => {
  const [part] = await Promise.all([
    import("@/features/annotate/components/form-preview"),
    loadTexts("annotate"),
  ]);
  return { default: part.FormPreview };
});
const formOf = (protocol: Protocol) => <FormPreview protocol={protocol} />;

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <CommandProvider>
          <Toasts />
          <FormPreviewContext value={formOf}>
            <RouterProvider router={router} />
          </FormPreviewContext>
        </CommandProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
