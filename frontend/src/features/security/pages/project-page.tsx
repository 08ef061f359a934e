import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { PROJECT_EVENT_KINDS } from "@/components/security/search";
import { AppLink } from "@/lib/routing/app-link";

import { membersOptions, useProjectEvents } from "../api";
import { RecordPage } from "./record";

const route = getRouteApi("/signed-in/projects/$slug/security-record");

/** The security record of a project, for maintainers. */
export function ProjectPage() {
  const { t } = useTranslation("security");
  const { slug } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: members } = useSuspenseQuery(membersOptions(slug));
  const list = useProjectEvents(slug, search);
  return (
    <RecordPage
      lead={t("lead.project")}
      back={<AppLink to={{ page: "settings" }}>{t("settings")}</AppLink>}
      base={`/api/projects/${slug}/security-record/`}
      search={search}
      kinds={PROJECT_EVENT_KINDS}
      people={members.map(({ person_id: id, display_name: name }) => ({ id, name }))}
      list={list}
      without="project"
      onChange={(next) => {
        void navigate({ search: next, replace: true });
      }}
    />
  );
}
