import { Button, VisuallyHidden } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { usePreload } from "@/components/picture/use-preload";
import { AppLink } from "@/lib/routing/app-link";

import { caseOptions, type MarkPage, marksOptions, roundsOptions } from "../api";
import { ChecklistItem } from "../components/checklist-item";
import classes from "../components/checklist.module.css";

const route = getRouteApi("/signed-in/projects/$slug/questions/checklist/$number");

/** A checklist round, one picture after the other. */
export function ChecklistPage() {
  const { t } = useTranslation("rounds");
  const params = route.useParams();
  const { slug } = params;
  const number = Number(params.number);
  const queries = useQueryClient();
  const marks = useSuspenseQuery(marksOptions(slug, number)).data.results;
  const round = useSuspenseQuery(roundsOptions(slug)).data.find((one) => one.number === number);
  const [mark, next] = marks;
  useQuery({ ...caseOptions(slug, next?.case_id ?? 0), enabled: next !== undefined });
  usePreload(next?.images.map((image) => image.preview_url) ?? []);

  if (!mark || !round) {
    return (
      <div className={classes.padded}>
        <VisuallyHidden component="h1">{t("checklist.title")}</VisuallyHidden>
        <EmptyState
          icon={<IconListCheck size={40} stroke={1.4} />}
          title={t("checklist.done.title")}
          action={
            <Button renderRoot={(props) => <AppLink to={{ page: "questions" }} {...props} />}>
              {t("checklist.done.action")}
            </Button>
          }
        >
          {t("checklist.done.text")}
        </EmptyState>
      </div>
    );
  }
  const onMarked = () => {
    const key = marksOptions(slug, number).queryKey;
    // The next one is on the screen at once; the server's list follows.
    const rest = marks.filter((one) => one.id !== mark.id);
    queries.setQueryData<MarkPage>(key, (page) => page && { ...page, results: rest });
  };
  return <ChecklistItem key={mark.id} slug={slug} mark={mark} round={round} onMarked={onMarked} />;
}
