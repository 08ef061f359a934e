import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { KINDS } from "@/components/security/search";
import { SecurityEvents } from "@/components/security/security-events";
import { rowsOf } from "@/lib/api/keyset";

import { installationPeopleOptions, useInstallationEvents } from "../api";
import { CsvButton, Filters } from "./record";

const route = getRouteApi("/signed-in/security-record");

/** The security record of the installation, for its staff. */
export function InstallationPage() {
  const { t } = useTranslation("security");
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useInstallationEvents(search);
  const { data: people } = useSuspenseQuery(installationPeopleOptions);
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t("lead.installation")}
        actions={<CsvButton base="/api/security-record/" search={search} />}
      />
      <Filters
        search={search}
        kinds={KINDS}
        people={people}
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
      <SecurityEvents events={rowsOf(list.data)} isLoaded={list.isSuccess} more={list} />
    </>
  );
}
