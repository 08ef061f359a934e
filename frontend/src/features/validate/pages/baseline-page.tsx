import { Box, VisuallyHidden } from "@mantine/core";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { IconHeartHandshake } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { useLocale } from "@/lib/i18n/use-locale";

import { baselineOptions, useBaselineAnswer } from "../api";
import { QuestionToAnswer } from "../components/question-to-answer";

const route = getRouteApi("/signed-in/projects/$slug/human-baseline");

/** The test set without its key, question by question; it continues where the person stopped. */
export function BaselinePage() {
  const { slug } = route.useParams();
  const { t } = useTranslation("validate");
  const { format } = useLocale();
  const queries = useQueryClient();
  const { data, refetch } = useSuspenseQuery(baselineOptions(slug));
  const answer = useBaselineAnswer();
  const { question, answered, total, seconds, version } = data;
  if (!question) {
    return (
      <Box p="var(--page-padding)">
        <VisuallyHidden component="h1">{t("baseline.title")}</VisuallyHidden>
        <EmptyState
          icon={<IconHeartHandshake size={40} stroke={1.4} />}
          title={t("baseline.done.title")}
        >
          {t("baseline.done.text", { count: total, time: format.duration(seconds) })}
        </EmptyState>
      </Box>
    );
  }
  const title = t("baseline.progress", { version, time: format.duration(seconds) });
  return (
    <QuestionToAnswer
      key={question.id}
      slug={slug}
      place={{
        format: question.format,
        stem: question.stem,
        options: question.options,
        images: question.images,
      }}
      progress={{
        round: null,
        title: { en: title, zh: title },
        answered,
        waiting: total - answered,
        may_undo: false,
      }}
      before={undefined}
      pending={answer.isPending}
      error={answer.error}
      onReload={() => {
        answer.reset();
        void refetch();
      }}
      onUndo={() => undefined}
      onAnswer={({ chosen, seconds: shown }) => {
        answer.mutate(
          {
            params: { path: { slug } },
            body: { question: question.id, chosen, seconds: shown },
          },
          {
            onSuccess: (next) => {
              queries.setQueryData(baselineOptions(slug).queryKey, next);
            },
          },
        );
      }}
    />
  );
}
