import { Box, Button, Skeleton, Stack } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { FilterProgress } from "@/components/filters/filter-progress";
import { RunFiltersButton } from "@/components/filters/run-filters";
import { useFilters } from "@/components/filters/use-filters";
import { NoImagesNotice } from "@/components/no-images";
import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { ReasonDialog } from "@/components/reason-dialog";
import { ShowMore } from "@/components/show-more";
import { loadedRows } from "@/lib/api/keyset";
import type { Command } from "@/lib/commands/types";
import { useCommandGroup, useCommands } from "@/lib/commands/use-commands";
import { AppLink } from "@/lib/routing/app-link";
import { useToasts } from "@/lib/toasts/use-toasts";

import {
  type DuplicateCluster,
  useDuplicateClusters,
  useKeepDuplicates,
  usePossiblePairs,
  useReleasedCopies,
  useRestoreImage,
  useSplitCluster,
} from "../api";
import { duplicatesCommands } from "../commands";
import { ClusterRow } from "../components/cluster-row";
import { LeftAlone } from "../components/left-alone";
import { PossiblePairs } from "../components/possible-pairs";
import { OpenMatches, ReleasedMatches } from "../components/released-matches";
import { inDrawnOrder, orderClusterMembers, clusterRowKey } from "../members";

const route = getRouteApi("/signed-in/projects/$slug/duplicates");

export function DuplicatesPage() {
  const { t } = useTranslation(["duplicates", "common"]);
  const { slug } = route.useParams();
  const filters = useFilters(slug);
  const list = useDuplicateClusters(slug);
  // Parts that came one after the other would push each other away from the pointer.
  const isPending = [list, usePossiblePairs(slug), useReleasedCopies(slug)].some(
    (part) => part.isPending,
  );
  const clusters = useDrawnOrder(loadedRows(list.data));
  if (!filters.hasImages) {
    return (
      <>
        <PageHeader title={t("title")} lead={t("lead")} />
        <NoImagesNotice />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t("lead")}
        actions={
          <>
            <Button
              variant="subtle"
              renderRoot={(props) => <AppLink to={{ page: "duplicatesPreview" }} {...props} />}
            >
              {t("preview.link")}
            </Button>
            <RunFiltersButton filters={filters} variant="default" />
          </>
        }
      />
      <FilterProgress filters={filters} />
      {isPending ? (
        <Stack aria-busy="true">
          <Skeleton height={300} />
          <Skeleton height={300} />
        </Stack>
      ) : (
        <>
          <OpenMatches slug={slug} />
          <PossiblePairs slug={slug} />
          {clusters.length === 0 ? (
            <EmptyState
              icon={<IconCopy size={40} stroke={1.4} />}
              title={t(filters.job ? "empty.none" : "empty.notRun")}
              action={!filters.job && <RunFiltersButton filters={filters} />}
            >
              {t(filters.job ? "empty.noneText" : "empty.notRunText")}
            </EmptyState>
          ) : (
            <Clusters slug={slug} clusters={clusters} />
          )}
        </>
      )}
      <ShowMore list={list} mt="lg" />
      <ReleasedMatches slug={slug} />
      <LeftAlone slug={slug} />
    </>
  );
}

/** The rows in the order of their first appearance. */
function useDrawnOrder(clusters: readonly DuplicateCluster[]): readonly DuplicateCluster[] {
  const [drawn, setDrawn] = useState<readonly number[]>([]);
  const fresh = clusters.map(clusterRowKey).filter((row) => !drawn.includes(row));
  if (fresh.length > 0) setDrawn([...drawn, ...fresh]);
  return useMemo(() => inDrawnOrder(clusters, drawn), [clusters, drawn]);
}

type Asked = "split" | "restore";

function Clusters({ slug, clusters }: { slug: string; clusters: readonly DuplicateCluster[] }) {
  const { t } = useTranslation("duplicates");
  const toasts = useToasts();
  const [currentRow, setCurrentRow] = useState<number>();
  const [selectedId, setSelectedId] = useState<number>();
  const [asked, setAsked] = useState<Asked | null>(null);
  const keep = useKeepDuplicates();
  const split = useSplitCluster();
  const restore = useRestoreImage();

  const at = Math.max(
    0,
    clusters.findIndex((cluster) => clusterRowKey(cluster) === currentRow),
  );
  const current = clusters[at];
  const members = current ? orderClusterMembers(current) : [];
  const selected =
    members.find(({ image }) => image.id === selectedId) ?? members.find(({ kept }) => !kept);
  const place = selected ? members.indexOf(selected) : 0;

  const goToRow = (index: number) => {
    const cluster = clusters[index];
    if (cluster) setCurrentRow(clusterRowKey(cluster));
  };
  const goToMember = (index: number) => {
    const member = members[index];
    if (member) setSelectedId(member.image.id);
  };
  const onKeep = (id: number) => {
    const before = clusters.find((cluster) => cluster.copies.some((copy) => copy.id === id));
    keep.mutate(
      { params: { path: { slug, image_id: id } } },
      {
        onSuccess: () => {
          toasts.undo(t("keptInstead", { number: id }), () => {
            if (before) keep.mutate({ params: { path: { slug, image_id: before.id } } });
          });
        },
      },
    );
  };

  const commands = useCommands(duplicatesCommands, {
    up: () => {
      goToRow(at - 1);
    },
    down: () => {
      goToRow(at + 1);
    },
    left: () => {
      goToMember(place - 1);
    },
    right: () => {
      goToMember(place + 1);
    },
    split: {
      run: () => {
        setAsked("split");
      },
      enabled: current !== undefined,
    },
    restore: {
      run: () => {
        setAsked("restore");
      },
      enabled: selected !== undefined && !selected.kept,
    },
  });
  useCommandGroup({
    scope: "duplicates",
    title: t("title"),
    inDialog: false,
    commands: members.flatMap(({ image, key, kept }): Command[] =>
      key
        ? [
            {
              id: `duplicates.keep.${key}`,
              label: t("keepNumber", { number: key }),
              keys: [key],
              scope: "duplicates",
              enabled: !kept && !keep.isPending,
              run: () => {
                onKeep(image.id);
              },
            },
          ]
        : [],
    ),
  });

  const change = asked === "split" ? split : restore;
  const close = () => {
    change.reset();
    setAsked(null);
  };
  const onConfirm = (reason: string) => {
    const id = asked === "split" ? current?.id : selected?.image.id;
    if (id === undefined || asked === null) return;
    change.mutate(
      { params: { path: { slug, image_id: id } }, body: { reason } },
      {
        onSuccess: () => {
          toasts.done(t(`${asked}.done`));
          setAsked(null);
          goToRow(at + 1);
        },
      },
    );
  };

  return (
    <>
      {keep.error && (
        <ProblemAlert
          error={keep.error}
          onRetry={() => {
            keep.reset();
          }}
        />
      )}
      {clusters.map((cluster) => (
        <ClusterRow
          key={clusterRowKey(cluster)}
          cluster={cluster}
          current={cluster === current}
          selected={selected?.image.id}
          busy={keep.isPending}
          split={commands.split}
          restore={commands.restore}
          onEnter={() => {
            setCurrentRow(clusterRowKey(cluster));
          }}
          onSelect={setSelectedId}
          onKeep={onKeep}
        />
      ))}
      <ReasonDialog
        opened={asked !== null}
        onClose={close}
        title={t(`${asked ?? "split"}.title`)}
        action={t(`${asked ?? "split"}.action`)}
        pending={change.isPending}
        error={change.error}
        onConfirm={onConfirm}
      >
        <Box component="p" m={0}>
          {t(`${asked ?? "split"}.follows`)}
        </Box>
      </ReasonDialog>
    </>
  );
}
