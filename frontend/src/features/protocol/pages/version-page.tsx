import { Title } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { CodeCopy } from "@/components/code-copy";
import { PageHeader } from "@/components/page-header";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";

import { versionOptions } from "../api";
import { ExportButton } from "../components/export-button";
import { LineDiffView } from "../components/line-diff-view";
import classes from "./protocol.module.css";

const route = getRouteApi("/signed-in/projects/$slug/protocol/versions/$number");

/** One version: what it changed, and the whole of it. */
export function VersionPage() {
  const { t } = useTranslation("protocol");
  const { format } = useLocale();
  const { slug, number } = route.useParams();
  const { data: version } = useSuspenseQuery(versionOptions(slug, Number(number)));
  const { data: before } = useQuery({
    ...versionOptions(slug, version.number - 1),
    enabled: version.number > 1,
  });
  return (
    <>
      <PageHeader
        back={<AppLink to={{ page: "protocol" }}>{t("version.back")}</AppLink>}
        title={t("versions.one", { number: version.number })}
        lead={[version.note, format.dateTime(version.created_at)].filter(Boolean).join(" · ")}
        actions={<ExportButton slug={slug} number={version.number} yaml={version.yaml} />}
      />
      {before && (
        <section aria-labelledby="changes" className={classes.part}>
          <Title order={2} id="changes">
            {t("version.changes", { number: before.number })}
          </Title>
          <LineDiffView before={before.yaml} after={version.yaml} />
        </section>
      )}
      <section aria-labelledby="whole" className={classes.part}>
        <Title order={2} id="whole">
          {t("version.whole")}
        </Title>
        <CodeCopy label={t("versions.one", { number: version.number })}>{version.yaml}</CodeCopy>
      </section>
    </>
  );
}
