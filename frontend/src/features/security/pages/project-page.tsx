import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { PROJECT_KINDS } from "@/components/security/search";
import { SecurityEvents } from "@/components/security/security-events";
import { rowsOf } from "@/lib/api/keyset";
import { AppLink } from "@/lib/routing/app-link";

import { membersOptions, useProjectEvents } from "../api";
import { CsvButton, Filters } from "./record";

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
    <>
      <PageHeader
        back={<AppLink to={{ page: "settings" }}>{t("settings")}</AppLink>}
        title={t("title")}
        lead={t("lead.project")}
        actions={<CsvButton base={`/api/projects/${slug}/security-record/`} search={search} />}
      />
      <Filters
        search={search}
        kinds={PROJECT_KINDS}
        people={members.map(({ person_id: id, display_name: name }) => ({ id, name }))}
        onChange={(next) => {
          void navigate({ search: next, replace: true });
        }}
      />
      {list.error && (
        <ProblemAlert
          error={list.error}
          onRetry={() => {
            void list.refetch();
          }}
        />
      )}
      <SecurityEvents
        events={rowsOf(list.data)}
        isLoaded={list.isSuccess}
        more={list}
        without="project"
      />
    </>
  );
}
