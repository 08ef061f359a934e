import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

import { type PageName, pages } from "@/lib/routing/pages";

/** Offer only pages that are part of this build. */
export function usePageExists(): (page: PageName) => boolean {
  const router = useRouter();
  return useCallback((page) => pages[page] in router.routesByPath, [router]);
}
