import { Box, Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { RuledList } from "@/components/layout/ruled-list";
import { PageHeader } from "@/components/page-header";
import { StatusBadge } from "@/components/status-badge";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { AppLink } from "@/lib/routing/app-link";

import { auditsOptions } from "../api";
import { NewAuditForm } from "../components/new-audit-form";
import classes from "./audits-page.module.css";

/** Form to audit a published benchmark without a project, and the earlier audits. */
export function AuditsPage() {
  const { t } = useTranslation("audit");
  const { data: audits } = useSuspenseQuery(auditsOptions);
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t("lead")}
        back={<AppLink to={{ page: "projects" }}>{t("projects")}</AppLink>}
      />
      <NewAuditForm earlier={null} />
      {audits.length > 0 && (
        <Box component="section" maw="48rem" mt="2.5rem" aria-labelledby="earlier">
          <Title order={2} id="earlier">
            {t("earlier")}
          </Title>
          <RuledList mt="0.75rem">
            {audits.map(({ id, name, created_at: at, job }) => (
              <li key={id}>
                <Link to="/audits/$id" params={{ id: String(id) }} className={classes.audit}>
                  <span className={classes.name}>{name || t("unnamed")}</span>
                  <RelativeTime at={at} />
                  {job && <StatusBadge state={`job.${job.status ?? "queued"}`} />}
                </Link>
              </li>
            ))}
          </RuledList>
        </Box>
      )}
    </>
  );
}
