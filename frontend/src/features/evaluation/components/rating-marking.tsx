import { Textarea } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { Picture } from "@/components/picture/picture";
import { usePreload } from "@/components/picture/use-preload";
import { ProblemAlert } from "@/components/problem-alert";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";
import { useGo } from "@/lib/routing/use-go";
import { saveState } from "@/lib/save-state/save-state";

import { type RatingDetail, type RatingSample, useRate } from "../api-ratings";
import { ratingCommands } from "../commands";
import { firstWaiting } from "../errors";
import forms from "./error-marking.module.css";
import classes from "./rating-marking.module.css";
import views from "./sample-view.module.css";

/** What is to be marked, one by one: look, read, mark, on to the next. */
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
  more: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
}) {
  const { t } = useTranslation("evaluation");
  const { format } = useLocale();
  const go = useGo();
  const found = rows.findIndex(({ id }) => id === asked);
  // Where one begins is kept while the page is open: marking must not move the page.
  const [start] = useState(() => firstWaiting(rows));
  const at = found >= 0 ? found : start;
  const row = rows[at];
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = more;
  const isNearEnd = at >= rows.length - 3;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);
  usePreload(rows.slice(at + 1, at + 4).flatMap(({ images }) => images));
  if (!row) return null;
  const to = (index: number) => {
    const next = rows[index];
    return (
      next &&
      (() => {
        go(
          {
            page: "evaluationRating",
            params: { id: String(task.id) },
            search: { sample: next.id },
          },
          { replace: true },
        );
      })
    );
  };
  return (
    <Marking
      key={row.id}
      slug={slug}
      task={task}
      row={row}
      place={t("samples.at", { at: format.number(at + 1), total: format.number(task.size) })}
      previous={to(at - 1)}
      next={to(at + 1)}
    />
  );
}

function Marking({
  slug,
  task,
  row,
  place,
  previous,
  next,
}: {
  slug: string;
  task: RatingDetail;
  row: RatingSample;
  place: string;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}) {
  const { t } = useTranslation("evaluation");
  const { pick } = useLocale();
  const rate = useRate();
  const [marks, setMarks] = useState<Readonly<Record<string, number>>>(row.mine?.marks ?? {});
  const [note, setNote] = useState(row.mine?.note ?? "");
  const save = () => {
    saveState.saving();
    rate.mutate(
      {
        params: { path: { slug, task_id: task.id, sample_id: row.id } },
        body: { marks, note },
      },
      {
        onSuccess: () => {
          saveState.saved();
          next?.();
        },
        onError: () => {
          saveState.failed(1);
        },
      },
    );
  };
  const complete = task.scales.every(({ id }) => marks[id] !== undefined);
  const commands = useCommands(ratingCommands, {
    previous: { run: () => previous?.(), enabled: previous !== undefined },
    next: { run: () => next?.(), enabled: next !== undefined },
    save: { run: save, enabled: complete && !rate.isPending },
  });
  return (
    <div className={forms.page}>
      <div className={forms.bar}>
        <CommandButton command={commands.previous} variant="default" />
        <span className={forms.place}>{place}</span>
        <CommandButton command={commands.next} variant="default" />
      </div>
      <div className={views.sample}>
        <div className={views.pictures}>
          {row.images.map((src, index) => (
            <div key={src} className={views.picture}>
              <Picture
                src={src}
                alt={t("samples.picture", { number: index + 1 })}
                bare={row.images.length > 1}
              />
            </div>
          ))}
          {row.written.map(({ id, title, text }) => (
            <section key={id} className={classes.written}>
              <h2 className={views.heading}>{pick(title)}</h2>
              <p>{text}</p>
            </section>
          ))}
        </div>
        <div className={views.words}>
          {row.reply !== null && (
            <>
              <h2 className={views.heading}>{t("ratings.reply")}</h2>
              <p className={views.response}>{row.reply}</p>
            </>
          )}
          <section className={classes.form} aria-label={t("ratings.marks")}>
            {task.scales.map((scale) => (
              <ScaleChoice
                key={scale.id}
                scale={scale}
                value={marks[scale.id]}
                onChange={(value) => {
                  setMarks({ ...marks, [scale.id]: value });
                }}
              />
            ))}
            <Textarea
              label={t("errors.note")}
              autosize
              minRows={1}
              value={note}
              onChange={(event) => {
                setNote(event.currentTarget.value);
              }}
            />
            {rate.error != null && <ProblemAlert error={rate.error} />}
            <CommandButton command={commands.save} loading={rate.isPending} />
          </section>
        </div>
      </div>
    </div>
  );
}

/** One scale: its points as chips, and below them the whole standard to look up. */
function ScaleChoice({
  scale,
  value,
  onChange,
}: {
  scale: RatingDetail["scales"][number];
  value: number | undefined;
  onChange: (value: number) => void;
}) {
  const { pick } = useLocale();
  const hasHelp = scale.points.some(({ help }) => help !== null);
  return (
    <div>
      <ChipChoice
        label={pick(scale.title)}
        options={scale.points.map((point) => ({
          value: String(point.value),
          label: hasHelp ? String(point.value) : pick(point.title),
        }))}
        value={value === undefined ? null : String(value)}
        onChange={(chosen) => {
          onChange(Number(chosen));
        }}
      />
      {scale.help && <p className={forms.help}>{pick(scale.help)}</p>}
      {hasHelp && (
        <dl className={classes.standard}>
          {scale.points.map((point) => (
            <div key={point.value} data-chosen={point.value === value || undefined}>
              <dt>
                {point.value} {pick(point.title)}
              </dt>
              <dd>{point.help && pick(point.help)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
