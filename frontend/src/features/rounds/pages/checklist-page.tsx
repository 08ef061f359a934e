import { Box, Button, VisuallyHidden } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Navigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { usePreload } from "@/components/image/use-preload";
import { type Round, roundsOptions } from "@/components/rounds/rounds";
import { AppLink } from "@/lib/routing/app-link";
import type { LinkTarget } from "@/lib/routing/pages";
import { useProject } from "@/lib/session/project";

import { caseOptions, type MarkPage, checklistMarksOptions } from "../api";
import { ChecklistItem } from "../components/checklist-item";

const route = getRouteApi("/signed-in/projects/$slug/questions/checklist/$number");

const LIVE_MS = 4_000;

/** A checklist round, item by item. */
export function ChecklistPage() {
  const { t } = useTranslation("rounds");
  const params = route.useParams();
  const { slug } = params;
  const number = Number(params.number);
  const queries = useQueryClient();
  const marks = useSuspenseQuery(checklistMarksOptions(slug, number)).data.results;
  const rounds = useSuspenseQuery({
    ...roundsOptions(slug),
    // An automatic round closes soon after its last item.
    refetchInterval: marks.length === 0 && LIVE_MS,
  }).data;
  const round = rounds.find((one) => one.number === number);
  const nextRound = rounds.find(
    ({ status, rules }) => status === "open" && rules.kind === "checklist",
  );
  const [mark, following] = marks;
  useQuery({ ...caseOptions(slug, following?.case_id ?? 0), enabled: following !== undefined });
  usePreload(following?.images.map((image) => image.preview_url) ?? []);

  if (!mark || !round) {
    if (nextRound && nextRound.number !== number && nextRound.done < nextRound.total) {
      return (
        <Navigate
          to="/projects/$slug/questions/checklist/$number"
          params={{ slug, number: String(nextRound.number) }}
          replace
        />
      );
    }
    const isOver = rounds.every(({ status }) => status === "closed");
    return (
      <Box p="var(--page-padding)">
        <VisuallyHidden component="h1">{t("checklist.title")}</VisuallyHidden>
        <EmptyState
          icon={<IconListCheck size={40} stroke={1.4} />}
          title={t(isOver ? "checklist.over.title" : "checklist.done.title")}
          action={<Onward isOver={isOver} />}
        >
          {t(isOver ? "checklist.over.text" : doneText(round))}
        </EmptyState>
      </Box>
    );
  }
  const onMarked = () => {
    const key = checklistMarksOptions(slug, number).queryKey;
    // Show the next one at once; the server's list follows.
    const rest = marks.filter((one) => one.id !== mark.id);
    queries.setQueryData<MarkPage>(key, (page) => page && { ...page, results: rest });
  };
  return <ChecklistItem key={mark.id} slug={slug} mark={mark} round={round} onMarked={onMarked} />;
}

/** Back to the rounds, or after the last one to the release. */
function Onward({ isOver }: { isOver: boolean }) {
  const { t } = useTranslation("rounds");
  const mayPublish = useProject().can("maintain");
  const to: LinkTarget = isOver
    ? { page: "releases", search: mayPublish ? { publish: true } : {} }
    : { page: "questions" };
  const over = mayPublish ? t("checklist.over.publish") : t("checklist.over.action");
  return (
    <Button renderRoot={(props) => <AppLink to={to} {...props} />}>
      {isOver ? over : t("checklist.done.action")}
    </Button>
  );
}

function doneText(round: Round | undefined) {
  return round?.automatic && round.status === "open"
    ? "checklist.done.automatic"
    : "checklist.done.text";
}
