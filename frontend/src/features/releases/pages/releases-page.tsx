import { Box, Button, Title } from "@mantine/core";
import { IconAlertTriangle, IconBan, IconEye, IconPackage, type Icon } from "@tabler/icons-react";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import type { BadgeTone } from "@/components/status-badge";
import { Timeline } from "@/components/timeline";
import { AppLink } from "@/lib/routing/app-link";
import { useGoToPage } from "@/lib/routing/use-go";
import { useProject } from "@/lib/session/project";

import { gateOptions, isBeingBuilt, type Release, releasesOptions, useGateCheck } from "../api";
import { CreateReleaseDialog } from "../components/cut-dialog";
import { GateSection } from "../components/gate-section";
import { ReleaseEntry, ReleaseTitle } from "../components/release-entry";
import { linesThatCannotBeOverridden } from "../gate";

const route = getRouteApi("/signed-in/projects/$slug/releases");

const LOOKS: Readonly<Partial<Record<Release["status"], readonly [BadgeTone, Icon]>>> = {
  published: ["good", IconPackage],
  previewed: ["warn", IconEye],
  yanked: ["bad", IconBan],
  failed: ["bad", IconAlertTriangle],
};

/** A published version changes what may come next. */
function useWhenBuilt(isBuilding: boolean, onBuilt: () => void) {
  const wasBuilding = useRef(isBuilding);
  useEffect(() => {
    if (wasBuilding.current && !isBuilding) onBuilt();
    wasBuilding.current = isBuilding;
  });
}

export function ReleasesPage() {
  const { t } = useTranslation("releases");
  const { slug, can } = useProject();
  const { data } = useSuspenseQuery(releasesOptions(slug));
  const gate = useQuery({ ...gateOptions(slug), enabled: can("organize") });
  const { publish } = route.useSearch();
  const go = useGoToPage();
  const [chosen, setChosen] = useState<string | null>(null);
  const next = gate.data?.suggested;
  const check = useGateCheck();
  const isReady =
    gate.data?.checked_at != null && linesThatCannotBeOverridden(gate.data).length === 0;
  const releases = data.results;

  const isBuilding = releases.some(isBeingBuilt);
  useWhenBuilt(isBuilding, () => {
    if (can("organize")) check.mutate({ params: { path: { slug } } });
  });

  const isUnchanged = gate.data?.unchanged === true && gate.data.is_current;
  const newest = releases.find(({ published_at }) => published_at !== null);
  const mayPublish = can("maintain") && isReady && !isBuilding && !isUnchanged;
  const cutting = chosen ?? (publish && mayPublish ? (next ?? null) : null);
  // A preview of that version is published itself.
  const isPreviewed = releases.some(
    ({ version, status }) => version === next && status === "previewed",
  );
  const cutButton = can("maintain") && next && !isUnchanged && !isPreviewed && (
    <Button
      leftSection={<IconPackage size={18} />}
      disabled={!isReady || isBuilding}
      onClick={() => {
        setChosen(next);
      }}
    >
      {t("cut.action", { version: next })}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t("lead")}
        actions={
          <>
            {can("organize") && (
              <Button
                variant="default"
                renderRoot={(props) => <AppLink to={{ page: "releaseForm" }} {...props} />}
              >
                {t("form.title")}
              </Button>
            )}
            {releases.length > 0 && cutButton}
          </>
        }
      />
      {releases.length === 0 && (
        <EmptyState
          icon={<IconPackage size={40} stroke={1.4} />}
          title={t("none.title")}
          action={cutButton}
        >
          {t(isReady ? "none.ready" : "none.blocked")}
        </EmptyState>
      )}
      {can("organize") && (
        <Box component="section" mb="2.5rem" aria-labelledby="gate">
          <GateSection slug={slug} unchangedSince={isUnchanged ? newest?.version : undefined} />
        </Box>
      )}
      {releases.length > 0 && (
        <Box component="section" mb="2.5rem" aria-labelledby="versions">
          <Title order={2} size="h3" id="versions" mb="md">
            {t("versions")}
          </Title>
          <Timeline
            entries={releases.map((release) => {
              const [tone, icon] = LOOKS[release.status] ?? (["neutral", IconPackage] as const);
              return {
                id: release.version,
                at: release.published_at ?? release.created_at,
                icon,
                tone,
                what: <ReleaseTitle release={release} />,
                why: <ReleaseEntry release={release} onCutAgain={setChosen} />,
              };
            })}
          />
        </Box>
      )}
      <CreateReleaseDialog
        slug={slug}
        version={cutting ?? ""}
        before={releases.find(({ version }) => version === cutting)}
        opened={cutting !== null}
        onClose={() => {
          setChosen(null);
          if (publish) go({ page: "releases" }, { replace: true });
        }}
      />
    </>
  );
}
