import { useEffect } from "react";

import { useProject } from "@/lib/session/project";

/** Title of the page in the browser. */
export const pageTitleText = (page: string, project: string | undefined): string =>
  [page, project, "Subtext"].filter(Boolean).join(" · ");

/**
 * Set the title of the page by its content: "Item 12", "Text area". The frame has set the title of
 * the route before, in a layout effect.
 */
export function usePageTitle(own: string): void {
  const { name } = useProject();
  useEffect(() => {
    if (own) document.title = pageTitleText(own, name);
  }, [own, name]);
}
