import { Box, Flex, Group, SimpleGrid, Stack, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { IntervalAxis, IntervalBar } from "@/components/charts/interval-bar";
import { MutedText, MutedNote, PlainList } from "@/components/layout/primitives";
import { StatNumber } from "@/components/stat-number";
import { textFor } from "@/lib/i18n/texts";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";

import type { RunDetail, SliceField, Tally } from "../api";
import { NO_ANSWER_REASONS } from "../no-answer-reasons";
import { OUTCOMES } from "../search";
import classes from "./run-result.module.css";

/** Result of a run: overall and by label; each number links to its samples. */
export function RunResult({ run }: { run: RunDetail }) {
  const { t } = useTranslation("evaluation");
  const { format, pick } = useLocale();
  const { overall, result } = run;
  if (run.status === "finished" && !result) {
    return (
      <p>
        {t("ratings.elsewhere")}
        {format.gap}
        <AppLink to={{ page: "evaluationRatings", search: { version: run.version } }}>
          {t("parts.ratings")}
        </AppLink>
      </p>
    );
  }
  if (!overall || !result?.scores) return <p>{t("run.noScores")}</p>;
  const { published, slices } = result.scores;
  const params = { id: String(run.id) };
  return (
    <Stack gap="2rem" maw="75rem">
      <Flex component="section" direction="column" gap="lg" aria-label={t("run.overall")}>
        <Stack gap="0.25rem">
          <Box component="span" fw={600}>
            {t("accuracy")}
          </Box>
          <TallyBar label={t("accuracy")} tally={overall} />
          <IntervalAxis withN />
        </Stack>
        <Group gap="1rem 2.75rem" align="stretch">
          {OUTCOMES.map((outcome) => (
            <StatNumber
              key={outcome}
              value={overall[outcome]}
              label={t(`outcome.${outcome}`)}
              to={{ page: "run", params, search: { tab: "samples", outcome } }}
            />
          ))}
          <StatNumber
            value={published.accuracy == null ? "–" : format.percent(published.accuracy)}
            label={t("publishedRule")}
          />
          {run.metrics.map(({ id, title, value }) => (
            <StatNumber key={id} value={format.percent(value)} label={pick(title)} />
          ))}
        </Group>
      </Flex>
      <Reasons reasons={result.scores.reasons} />
      <SimpleGrid
        minColWidth="min(100%, 32rem)"
        autoFlow="auto-fit"
        spacing="4rem"
        verticalSpacing="xl"
      >
        {run.slices.map((slice) => (
          <SliceBars
            key={slice.field}
            run={run.id}
            slice={slice}
            tallies={slices[slice.field] ?? {}}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function TallyBar({ label, tally }: { label: string; tally: Tally }) {
  return (
    <IntervalBar
      label={label}
      value={tally.accuracy}
      low={tally.interval?.[0] ?? null}
      high={tally.interval?.[1] ?? null}
      n={tally.n}
    />
  );
}

function SliceBars({
  run,
  slice,
  tallies,
}: {
  run: number;
  slice: SliceField;
  tallies: Readonly<Record<string, Tally>>;
}) {
  const { t } = useTranslation("evaluation");
  const { pick } = useLocale();
  return (
    <section aria-label={pick(slice.title)}>
      <Title order={2} size="h3" mb="xs">
        {pick(slice.title)}
      </Title>
      <PlainList>
        {slice.choices.map(({ id, title }) => {
          const tally = tallies[id];
          const label = pick(title);
          if (!tally) return null;
          return (
            <li key={id} className={classes.slice}>
              {tally.n > 0 ? (
                <AppLink
                  to={{
                    page: "run",
                    params: { id: String(run) },
                    search: { tab: "samples", field: slice.field, choice: id },
                  }}
                  className={classes.link}
                >
                  {label}
                </AppLink>
              ) : (
                <MutedText>{label}</MutedText>
              )}
              <TallyBar label={label} tally={tally} />
            </li>
          );
        })}
        <li className={classes.slice} aria-hidden="true">
          <MutedText>{t("accuracy")}</MutedText>
          <IntervalAxis withN />
        </li>
      </PlainList>
    </section>
  );
}

/** Reasons of misses and errors, if any. */
function Reasons({ reasons }: { reasons: Readonly<Record<string, number>> }) {
  const { t } = useTranslation("evaluation");
  const { format } = useLocale();
  const found = Object.entries(reasons);
  if (found.length === 0) return null;
  return (
    <MutedNote maw="none">
      {t("run.without")}
      {format.gap}
      {found
        .map(
          ([reason, count]) =>
            `${textFor(reason, NO_ANSWER_REASONS, (known) => t(`noAnswer.${known}`))} ${format.number(count)}`,
        )
        .join(" · ")}
    </MutedNote>
  );
}
