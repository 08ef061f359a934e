import { Box, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { MutedNote } from "@/components/layout/primitives";
import { useLocale } from "@/lib/i18n/use-locale";
import type { NextPageState } from "@/lib/more";
import { useGoToPage } from "@/lib/routing/use-go";

import { type AnalysisDetail, type ErrorSample, useMarkError } from "../api-errors";
import { errorCommands } from "../commands";
import { keptThen, MarkingPage, type MarkingPosition, useOneByOne } from "./marking";
import classes from "./marking.module.css";
import { SampleView } from "./sample-view";

/** Sampled responses one by one: read, choose the kinds of errors, go on. */
export function ErrorMarking({
  slug,
  analysis,
  rows,
  asked,
  more,
}: {
  slug: string;
  analysis: AnalysisDetail;
  rows: readonly ErrorSample[];
  asked: number | undefined;
  more: NextPageState;
}) {
  const go = useGoToPage();
  const { row, place } = useOneByOne({
    rows,
    total: analysis.size,
    waiting: analysis.findings.waiting,
    asked,
    more,
    imagesOf: ({ sample }) => sample.images,
    onShow: ({ id }) => {
      go(
        { page: "errorAnalysis", params: { id: String(analysis.id) }, search: { sample: id } },
        { replace: true },
      );
    },
  });
  if (!row) return null;
  return <Marking key={row.id} slug={slug} analysis={analysis} row={row} place={place} />;
}

function Marking({
  slug,
  analysis,
  row,
  place,
}: {
  slug: string;
  analysis: AnalysisDetail;
  row: ErrorSample;
  place: MarkingPosition;
}) {
  const { t } = useTranslation("evaluation");
  const { pick, format } = useLocale();
  const mark = useMarkError();
  const [categories, setCategories] = useState<readonly string[]>(row.mine?.categories ?? []);
  const [note, setNote] = useState(row.mine?.note ?? "");
  const titleOf = (id: string) =>
    pick(analysis.categories.find((one) => one.id === id)?.title) || id;
  const explained = analysis.categories.filter(({ help }) => help);
  return (
    <MarkingPage
      place={place}
      commands={errorCommands}
      save={() => {
        mark.mutate(
          {
            params: { path: { slug, analysis_id: analysis.id, sample_id: row.id } },
            body: { categories: [...categories], note },
          },
          keptThen(place),
        );
      }}
      complete={(row.waiting || row.mine !== null) && (categories.length > 0 || row.correct)}
      saving={mark}
      note={note}
      onNote={setNote}
    >
      {(end) => (
        <>
          <SampleView sample={row.sample} slices={analysis.labels} />
          <section className={classes.form} aria-label={t("errors.what")}>
            <ChipChoice
              label={t("errors.what")}
              options={analysis.categories.map(({ id, title, help }) => ({
                value: id,
                label: pick(title),
                ...(help && { description: pick(help) }),
              }))}
              multiple
              value={categories}
              onChange={setCategories}
            />
            {row.correct && <MutedNote mt="0.4rem">{t("errors.isCorrect")}</MutedNote>}
            {explained
              .filter(({ id }) => categories.includes(id))
              .map(({ id, help }) => (
                <MutedNote key={id} mt="0.4rem">
                  {pick(help)}
                </MutedNote>
              ))}
            {explained.length > 0 && (
              <details>
                <Box component="summary" w="fit-content" py="0.25rem">
                  {t("errors.meanings")}
                </Box>
                <Stack component="dl" gap="0.5rem" maw="75ch" mt="0.25rem">
                  {explained.map(({ id, title, help }) => (
                    <div key={id}>
                      <Box component="dt" fw={600}>
                        {pick(title)}
                      </Box>
                      <Box component="dd" c="dimmed">
                        {pick(help)}
                      </Box>
                    </div>
                  ))}
                </Stack>
              </details>
            )}
            {end}
            {row.others.map((other, index) => (
              <MutedNote key={index} mt="0.4rem">
                {t("errors.other", { category: format.list(other.categories.map(titleOf)) })}
                {format.gap}
                {other.note}
              </MutedNote>
            ))}
          </section>
        </>
      )}
    </MarkingPage>
  );
}
