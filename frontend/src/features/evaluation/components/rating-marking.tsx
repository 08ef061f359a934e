import { Box, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { MutedNote } from "@/components/layout/primitives";
import { ImageView } from "@/components/image/image-view";
import { useLocale } from "@/lib/i18n/use-locale";
import type { NextPageState } from "@/lib/more";
import { useGoToPage } from "@/lib/routing/use-go";

import { type RatingDetail, type RatingSample, useRateSample } from "../api-ratings";
import { ratingCommands } from "../commands";
import { keptThen, MarkingPage, type MarkingPosition, useOneByOne } from "./marking";
import classes from "./rating-marking.module.css";
import views from "./sample-view.module.css";

type Marks = Readonly<Record<string, number>>;

/** Samples to rate one by one: look, read, rate, go on. */
export function RatingMarking({
  slug,
  task,
  rows,
  asked,
  more,
}: {
  slug: string;
  task: RatingDetail;
  rows: readonly RatingSample[];
  asked: number | undefined;
  more: NextPageState;
}) {
  const go = useGoToPage();
  const { row, place } = useOneByOne({
    rows,
    total: task.size,
    waiting: task.waiting,
    asked,
    more,
    imagesOf: ({ images }) => images,
    onShow: ({ id }) => {
      go(
        { page: "evaluationRating", params: { id: String(task.id) }, search: { sample: id } },
        { replace: true },
      );
    },
  });
  if (!row) return null;
  return <Marking key={row.id} slug={slug} task={task} row={row} place={place} />;
}

function Marking({
  slug,
  task,
  row,
  place,
}: {
  slug: string;
  task: RatingDetail;
  row: RatingSample;
  place: MarkingPosition;
}) {
  const { t } = useTranslation("evaluation");
  const { pick } = useLocale();
  const rate = useRateSample();
  // A set of ratings for each response of the entry.
  const [marks, setMarks] = useState<readonly Marks[]>(
    row.replies.length > 0 ? row.replies.map(({ mine }) => mine ?? {}) : [row.mine?.marks ?? {}],
  );
  const [note, setNote] = useState(row.mine?.note ?? "");
  const isSideBySide = row.replies.length > 0;
  return (
    <MarkingPage
      place={place}
      commands={ratingCommands}
      save={() => {
        rate.mutate(
          {
            params: { path: { slug, task_id: task.id, sample_id: row.id } },
            body: isSideBySide
              ? { marks: {}, replies: [...marks], note }
              : { marks: marks[0] ?? {}, replies: [], note },
          },
          keptThen(place),
        );
      }}
      complete={
        (row.waiting || row.mine !== null) &&
        marks.every((given) => task.scales.every(({ id }) => given[id] !== undefined))
      }
      saving={rate}
      note={note}
      onNote={setNote}
    >
      {(end) => (
        <div className={views.sample}>
          <div className={views.pictures}>
            {row.images.map((src, index) => (
              <div key={src} className={views.picture}>
                <ImageView
                  src={src}
                  alt={t("samples.picture", { number: index + 1 })}
                  bare={row.images.length > 1}
                />
              </div>
            ))}
            {row.written.map(({ id, title, text }) => (
              <section key={id}>
                <h2 className={views.heading}>{pick(title)}</h2>
                <Box component="p" className="anywhere" m={0} style={{ whiteSpace: "pre-wrap" }}>
                  {text}
                </Box>
              </section>
            ))}
          </div>
          <Box miw={0}>
            {row.reply !== null && (
              <>
                <h2 className={views.heading}>{t("ratings.reply")}</h2>
                <p className={views.response}>{row.reply}</p>
              </>
            )}
            {isSideBySide && <Rubric scales={task.scales} />}
            {marks.map((given, at) => (
              <section
                key={at}
                className={isSideBySide ? classes.sideBySide : classes.form}
                aria-label={
                  isSideBySide ? t("ratings.replyAt", { number: at + 1 }) : t("ratings.marks")
                }
              >
                {row.replies[at] && (
                  <>
                    <h2 className={views.heading}>{t("ratings.replyAt", { number: at + 1 })}</h2>
                    <p className={views.response}>{row.replies[at].text}</p>
                  </>
                )}
                {task.scales.map((scale) => (
                  <ScaleChoice
                    key={scale.id}
                    scale={scale}
                    value={given[scale.id]}
                    withStandard={!isSideBySide}
                    onChange={(value) => {
                      setMarks(
                        marks.map((old, index) =>
                          index === at ? { ...old, [scale.id]: value } : old,
                        ),
                      );
                    }}
                  />
                ))}
              </section>
            ))}
            <div className={classes.form}>{end}</div>
          </Box>
        </div>
      )}
    </MarkingPage>
  );
}

type Scale = RatingDetail["scales"][number];

const hasHelp = ({ points }: Scale) => points.some(({ help }) => help !== null);

/** One scale: its points as chips, and the rubric below. */
function ScaleChoice({
  scale,
  value,
  withStandard,
  onChange,
}: {
  scale: Scale;
  value: number | undefined;
  withStandard: boolean;
  onChange: (value: number) => void;
}) {
  const { pick } = useLocale();
  return (
    <div>
      <ChipChoice
        label={pick(scale.title)}
        keysAreValues
        options={scale.points.map((point) => ({
          value: String(point.value),
          label: pick(point.title),
          ...(point.help && { description: pick(point.help) }),
        }))}
        value={value === undefined ? null : String(value)}
        onChange={(chosen) => {
          onChange(Number(chosen));
        }}
      />
      {withStandard && <Standard scale={scale} value={value} />}
    </div>
  );
}

/** What a scale asks, and what each of its points means; the chosen one is marked. */
function Standard({ scale, value }: { scale: Scale; value?: number | undefined }) {
  const { pick } = useLocale();
  return (
    <>
      {scale.help && <MutedNote mt="0.4rem">{pick(scale.help)}</MutedNote>}
      {hasHelp(scale) && (
        <Stack className={classes.standard} component="dl" gap="0.25rem" mt="0.75rem">
          {scale.points.map((point) => (
            <div key={point.value} data-chosen={point.value === value || undefined}>
              <Box component="dt" fw={600}>
                {point.value} {pick(point.title)}
              </Box>
              <Box component="dd" c="dimmed">
                {point.help && pick(point.help)}
              </Box>
            </div>
          ))}
        </Stack>
      )}
    </>
  );
}

/** The scales once for all responses of an entry: below each they would be read again. */
function Rubric({ scales }: { scales: readonly Scale[] }) {
  const { t } = useTranslation("evaluation");
  const { pick } = useLocale();
  if (!scales.some((scale) => scale.help || hasHelp(scale))) return null;
  return (
    <Box component="details" mb="1rem" open>
      <Box component="summary" w="fit-content" py="0.25rem">
        {t("ratings.rubric")}
      </Box>
      {scales.map((scale) => (
        <section key={scale.id} aria-label={pick(scale.title)}>
          <h2 className={views.heading}>{pick(scale.title)}</h2>
          <Standard scale={scale} />
        </section>
      ))}
    </Box>
  );
}
