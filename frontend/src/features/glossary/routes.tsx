import { createRoute } from "@tanstack/react-router";

import { lazyPage } from "@/lib/routing/lazy-page";
import { signedInRoute } from "@/lib/routing/roots";

export const glossaryRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/glossary",
    staticData: { title: "glossary:title" },
    component: lazyPage("glossary", () => import("./pages/glossary-page"), "GlossaryPage"),
  }),
] as const;
