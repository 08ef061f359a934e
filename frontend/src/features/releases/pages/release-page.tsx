import { Button, Flex, Skeleton, Tabs } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";

import { TextWithTerms } from "@/components/glossary/with-terms";
import { HashCopy } from "@/components/hash-copy";
import { PageHeader } from "@/components/page-header";
import { StatusBadge } from "@/components/status-badge";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";
import { useGoToPage } from "@/lib/routing/use-go";
import { useProject } from "@/lib/session/project";

import { answersUrl, releaseOptions, zipUrl } from "../api";
import { ActionsAfterRelease } from "../components/afterwards";
import { ChangesTab } from "../components/changes-tab";
import { DocumentsTab } from "../components/documents-tab";
import { FilesTab } from "../components/files-tab";
import { ItemsTab } from "../components/items-tab";
import { LoadTab } from "../components/load-tab";
import { ReleaseNotices } from "../components/notices";
import { GateOverrides } from "../components/overrides";
import { PreviewActions } from "../components/preview-actions";
import { ReleaseFacts } from "../components/release-facts";
import { RunsTab } from "../components/runs-tab";
import { StatisticsTab } from "../components/statistics-tab";
import { type ReleaseTab, TABS } from "../search";
import { SimulatedBadge } from "../components/simulated-badge";
import classes from "./release-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/releases/$version");

const PARTS: Readonly<Record<ReleaseTab, typeof StatisticsTab>> = {
  statistics: StatisticsTab,
  documents: DocumentsTab,
  items: ItemsTab,
  changes: ChangesTab,
  files: FilesTab,
  load: LoadTab,
  runs: RunsTab,
};

export function ReleasePage() {
  const { t } = useTranslation("releases");
  const { format } = useLocale();
  const { can } = useProject();
  const { slug, version } = route.useParams();
  const { tab = "statistics" } = route.useSearch();
  const go = useGoToPage();
  const { data: release } = useSuspenseQuery(releaseOptions(slug, version));
  // Differences and files contain keys, which annotators may still have to find.
  const isPreview = release.status === "previewed";
  const tabs = TABS.filter(
    (one) =>
      (one === "statistics" || one === "load" || can("organize")) &&
      !(isPreview && (one === "load" || one === "runs")),
  );
  const shown: ReleaseTab = tabs.includes(tab) ? tab : "statistics";
  const Part = PARTS[shown];
  return (
    <>
      <PageHeader
        back={<AppLink to={{ page: "releases" }}>{t("title")}</AppLink>}
        title={t("of", { name: release.name, version })}
        lead={
          <Flex display="inline-flex" component="span" gap="0.4rem 1rem" align="center" wrap="wrap">
            <StatusBadge state={`release.${release.status}`} />
            <SimulatedBadge release={release} />
            {release.published_at && <RelativeTime at={release.published_at} />}
            {release.manifest_sha256 && (
              <HashCopy hash={release.manifest_sha256} label={t("hash")} />
            )}
          </Flex>
        }
        actions={
          <>
            <ActionsAfterRelease release={release} />
            {isPreview && <PreviewActions release={release} />}
            {can("organize") && release.summary && release.given_out && (
              <Button
                variant={isPreview ? "default" : "filled"}
                component="a"
                href={zipUrl(slug, version)}
                download
                leftSection={<IconDownload size={18} />}
              >
                {t("zip", { size: format.bytes(release.summary.bytes) })}
              </Button>
            )}
          </>
        }
      />
      {release.reason && (
        <p className={classes.warning}>
          <strong>{t(release.status === "yanked" ? "reason.yanked" : "reason.failed")}</strong>{" "}
          {release.reason}
        </p>
      )}
      {isPreview && (
        <p className={classes.warning}>
          {t(release.is_takedown ? "preview.takedown" : "preview.note")}
        </p>
      )}
      {release.simulated_items > 0 && (
        <p className={classes.warning}>{t("simulated", { count: release.simulated_items })}</p>
      )}
      {!release.given_out && <p className={classes.warning}>{t("notGivenOut")}</p>}
      {release.note && <p>{release.note}</p>}
      <ReleaseFacts release={release} />
      {release.private.length > 0 && (
        <p>
          <TextWithTerms text={t("private.kept", { splits: format.list(release.private) })} />
          {format.gap}
          {can("maintain") && release.summary && (
            <a href={answersUrl(slug, version)} download>
              {t("private.answers")}
            </a>
          )}
        </p>
      )}
      <ReleaseNotices notices={release.notices} />
      <GateOverrides overrides={release.overrides} />
      <Tabs
        value={shown}
        onChange={(value) => {
          go(
            { page: "release", params: { version }, search: { tab: value ?? undefined } },
            { replace: true },
          );
        }}
        mt="xl"
        keepMounted={false}
      >
        <Tabs.List className={classes.tabs}>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`tabs.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((one) => (
          <Tabs.Panel key={one} value={one} pt="lg">
            {one === shown && (
              <Suspense fallback={<Skeleton height={320} />}>
                <Part release={release} />
              </Suspense>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
