import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { SECURITY_EVENT_KINDS } from "@/components/security/search";

import { installationPeopleOptions, useInstallationEvents } from "../api";
import { RecordPage } from "./record";

const route = getRouteApi("/signed-in/security-record");

/** The security record of the installation, for its staff. */
export function InstallationPage() {
  const { t } = useTranslation("security");
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useInstallationEvents(search);
  const { data: people } = useSuspenseQuery(installationPeopleOptions);
  return (
    <RecordPage
      lead={t("lead.installation")}
      base="/api/security-record/"
      search={search}
      kinds={SECURITY_EVENT_KINDS}
      people={people}
      list={list}
      onChange={(next) => {
        void navigate({ search: next, replace: true });
      }}
    />
  );
}
