import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";

import { pages, type LinkTarget } from "./pages";

/** Return a function that opens a page by its name, for commands and after a mutation. */
export function useGoToPage(): (to: LinkTarget, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (to, options) => {
      const address: string = pages[to.page];
      void navigate({
        to: address,
        params: (inherited: Record<string, string>) => ({ ...inherited, ...to.params }),
        search: to.search ?? {},
        replace: options?.replace ?? false,
      });
    },
    [navigate],
  );
}
