import { useProject } from "@/lib/session/project";

import { AnnotatorOverview } from "../components/annotator-overview";
import { ProjectOverview } from "../components/project-overview";

/** Organizers see the whole project; annotators their next task. */
export function OverviewPage() {
  return useProject().can("organize") ? <ProjectOverview /> : <AnnotatorOverview />;
}
