import { Box, Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { PlainList } from "@/components/layout/primitives";
import { PageHeader } from "@/components/page-header";
import { roundsOptions, roundToOpen } from "@/components/rounds/rounds";

import { QuestionsTable } from "../components/questions-table";
import { RoundStep } from "../components/round-step";

const route = getRouteApi("/signed-in/projects/$slug/questions");

/** The validation rounds, and the results of every question. */
export function QuestionsPage() {
  const { t } = useTranslation("rounds");
  const { slug } = route.useParams();
  const { state } = route.useSearch();
  const rounds = useSuspenseQuery({
    ...roundsOptions(slug),
    // Refreshed while people answer.
    refetchInterval: 15_000,
  }).data;
  const opens = roundToOpen(rounds);
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      <Box component="section" mb="2.5rem" aria-label={t("rounds")}>
        {rounds.length === 0 ? (
          <EmptyState title={t("noRounds.title")}>{t("noRounds.text")}</EmptyState>
        ) : (
          <PlainList component="ol" maw="60rem">
            {rounds.map((round) => (
              <RoundStep
                key={round.number}
                slug={slug}
                round={round}
                opens={round.number === opens?.number ? opens : undefined}
              />
            ))}
          </PlainList>
        )}
      </Box>
      <section aria-labelledby="questions-health">
        <Title order={2} id="questions-health" mb="md">
          {t("questions.title")}
        </Title>
        <QuestionsTable slug={slug} state={state} />
      </section>
    </>
  );
}
