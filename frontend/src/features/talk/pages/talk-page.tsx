import { SegmentedControl, Skeleton } from "@mantine/core";
import { IconMessages } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { RuledList } from "@/components/layout/ruled-list";
import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { ShowMore } from "@/components/show-more";
import { loadedRows } from "@/lib/api/keyset";
import { useGoToPage } from "@/lib/routing/use-go";
import { useProject } from "@/lib/session/project";

import { useThreads } from "../api";
import { ThreadRow } from "../components/thread-row";
import { TALK_FILTERS, type TalkFilter } from "../search";
import classes from "./talk.module.css";

const route = getRouteApi("/signed-in/projects/$slug/talk");

/** Discussions with their outcomes; for organizers also guideline gaps. */
export function TalkPage() {
  const { t } = useTranslation(["talk", "common"]);
  const { slug } = route.useParams();
  const { show = "all" } = route.useSearch();
  const { can } = useProject();
  const go = useGoToPage();
  const organizes = can("organize");
  const list = useThreads(slug, show);
  const threads = loadedRows(list.data);
  return (
    <>
      <PageHeader title={t("title")} lead={t(organizes ? "lead" : "leadMine")} />
      {organizes && (
        <div className={classes.filter}>
          <SegmentedControl
            aria-label={t("show.label")}
            value={show}
            data={TALK_FILTERS.map((value) => ({ value, label: t(`show.${value}`) }))}
            onChange={(value) => {
              go({ page: "talk", search: { show: value as TalkFilter } });
            }}
          />
        </div>
      )}
      {list.error && <ProblemAlert error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={72} mt="md" />}
      {list.isSuccess && threads.length === 0 && (
        <EmptyState icon={<IconMessages size={40} stroke={1.4} />} title={t(`empty.${show}`)}>
          {t(organizes ? "emptyText" : "emptyTextMine")}
        </EmptyState>
      )}
      {threads.length > 0 && (
        <RuledList mt="0.75rem">
          {threads.map((thread) => (
            <ThreadRow key={thread.id} thread={thread} />
          ))}
        </RuledList>
      )}
      <ShowMore list={list} mt="md" />
    </>
  );
}
