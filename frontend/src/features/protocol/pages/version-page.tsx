import { Select, Title } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { CodeCopy } from "@/components/code-copy";
import { PageHeader } from "@/components/page-header";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";

import { differenceOptions, versionOptions } from "../api";
import { ChangesList } from "../components/changes-list";
import { ExportButton } from "../components/export-button";
import { LineDiffView } from "../components/line-diff-view";
import type { Json } from "../form/path";
import classes from "./protocol.module.css";

const route = getRouteApi("/signed-in/projects/$slug/protocol/versions/$number");

/** One version: its changes and its whole content. */
export function VersionPage() {
  const { t } = useTranslation("protocol");
  const { format } = useLocale();
  const { slug, number } = route.useParams();
  const { data: version } = useSuspenseQuery(versionOptions(slug, Number(number)));
  const [since, setSince] = useState(version.number - 1);
  const hasBefore = version.number > 1;
  const { data: before } = useQuery({ ...versionOptions(slug, since), enabled: hasBefore });
  const { data: changes } = useQuery({
    ...differenceOptions(slug, version.number, since),
    enabled: hasBefore,
  });
  const earlier = Array.from({ length: version.number - 1 }, (_, at) => String(at + 1));
  const mapped = Object.entries(version.mapping as Record<string, string>);
  return (
    <>
      <PageHeader
        back={<AppLink to={{ page: "protocol" }}>{t("version.back")}</AppLink>}
        title={t("versions.one", { number: version.number })}
        lead={[version.note, format.dateTime(version.created_at)].filter(Boolean).join(" · ")}
        actions={<ExportButton slug={slug} number={version.number} yaml={version.yaml} />}
      />
      {before && changes && (
        <section aria-labelledby="changes" className={classes.part}>
          <Title order={2} mb="0.75rem" id="changes">
            {t("version.changes", { number: before.number })}
          </Title>
          {earlier.length > 1 && (
            <Select
              label={t("version.since")}
              data={earlier.map((number) => ({
                value: number,
                label: t("versions.one", { number }),
              }))}
              value={String(since)}
              onChange={(number) => {
                if (number !== null) setSince(Number(number));
              }}
              allowDeselect={false}
              maw="14rem"
              mb="md"
            />
          )}
          <ChangesList
            changes={changes}
            before={before.document as Json}
            after={version.document as Json}
          />
          {mapped.length > 0 && (
            <>
              <Title order={3} mt="lg">
                {t("version.mapping")}
              </Title>
              <ul>
                {mapped.map(([path, target]) => (
                  <li key={path}>
                    <code>{path}</code> → {target ? <code>{target}</code> : t("changes.leaveOut")}
                  </li>
                ))}
              </ul>
            </>
          )}
          <details>
            <summary>{t("review.asText")}</summary>
            <LineDiffView before={before.yaml} after={version.yaml} />
          </details>
        </section>
      )}
      <section aria-labelledby="whole" className={classes.part}>
        <Title order={2} mb="0.75rem" id="whole">
          {t("version.whole")}
        </Title>
        <CodeCopy label={t("versions.one", { number: version.number })}>{version.yaml}</CodeCopy>
      </section>
    </>
  );
}
