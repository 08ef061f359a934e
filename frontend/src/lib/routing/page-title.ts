import { useEffect } from "react";

import { useProject } from "@/lib/session/project";

/** What the browser calls a page. */
export const titleOf = (page: string, project: string | undefined): string =>
  [page, project, "Subtext"].filter(Boolean).join(" · ");

/**
 * Name the page after what is on it: "Item 12", "Text area". The frame has set the title of the
 * route before, in a layout effect.
 */
export function usePageTitle(own: string): void {
  const { name } = useProject();
  useEffect(() => {
    if (own) document.title = titleOf(own, name);
  }, [own, name]);
}
