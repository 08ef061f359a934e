import { useProject } from "@/lib/session/project";

import { AnnotatorOverview } from "../components/annotator-overview";
import { ProjectOverview } from "../components/project-overview";

/** Organizers see the whole; annotators what is next for them. */
export function OverviewPage() {
  return useProject().can("organizer") ? <ProjectOverview /> : <AnnotatorOverview />;
}
