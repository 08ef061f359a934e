import { Navigate } from "@tanstack/react-router";

import { pages } from "@/lib/routing/pages";
import { useProject } from "@/lib/session/project";

import { usePageExists } from "./layout/use-page-exists";
import { homePageOfProject } from "./navigation";

/** `/projects/x` redirects to the first page of a person's role. */
export function ProjectHome() {
  const { slug, role } = useProject();
  const home: string = pages[homePageOfProject(role, usePageExists())];
  return <Navigate to={home} params={{ slug }} replace />;
}
