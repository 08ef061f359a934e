import { Textarea } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { usePreload } from "@/components/picture/use-preload";
import { ProblemAlert } from "@/components/problem-alert";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";
import { useGo } from "@/lib/routing/use-go";
import { saveState } from "@/lib/save-state/save-state";

import { type AnalysisDetail, type ErrorSample, useMark } from "../api-errors";
import { errorCommands } from "../commands";
import { firstWaiting } from "../errors";
import classes from "./error-marking.module.css";
import { SampleView } from "./sample-view";

/** Wrong answers one by one: read it, choose the kind of error, on to the next. */
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
  const show = (index: number) => {
    const next = rows[index];
    if (!next) return;
    go(
      {
        page: "errorAnalysis",
        params: { id: String(analysis.id) },
        search: { sample: next.id },
      },
      { replace: true },
    );
  };
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = more;
  const isNearEnd = at >= rows.length - 3;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);
  usePreload(rows.slice(at + 1, at + 4).flatMap(({ sample }) => sample.images));
  if (!row) return null;
  return (
    <Marking
      key={row.id}
      slug={slug}
      analysis={analysis}
      row={row}
      place={t("samples.at", { at: format.number(at + 1), total: format.number(analysis.size) })}
      previous={
        rows[at - 1] &&
        (() => {
          show(at - 1);
        })
      }
      next={
        rows[at + 1] &&
        (() => {
          show(at + 1);
        })
      }
    />
  );
}

function Marking({
  slug,
  analysis,
  row,
  place,
  previous,
  next,
}: {
  slug: string;
  analysis: AnalysisDetail;
  row: ErrorSample;
  place: string;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}) {
  const { t } = useTranslation("evaluation");
  const { pick } = useLocale();
  const mark = useMark();
  const [category, setCategory] = useState(row.mine?.category ?? "");
  const [note, setNote] = useState(row.mine?.note ?? "");
  const titleOf = (id: string) =>
    pick(analysis.categories.find((one) => one.id === id)?.title) || id;
  const help = analysis.categories.find(({ id }) => id === category)?.help;
  const save = () => {
    saveState.saving();
    mark.mutate(
      {
        params: { path: { slug, analysis_id: analysis.id, sample_id: row.id } },
        body: { category, note },
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
  const commands = useCommands(errorCommands, {
    previous: { run: () => previous?.(), enabled: previous !== undefined },
    next: { run: () => next?.(), enabled: next !== undefined },
    save: { run: save, enabled: category !== "" && !mark.isPending },
  });
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <CommandButton command={commands.previous} variant="default" />
        <span className={classes.place}>{place}</span>
        <CommandButton command={commands.next} variant="default" />
      </div>
      <SampleView sample={row.sample} slices={analysis.labels} />
      <section className={classes.form} aria-label={t("errors.what")}>
        <ChipChoice
          label={t("errors.what")}
          options={analysis.categories.map(({ id, title }) => ({ value: id, label: pick(title) }))}
          value={category}
          onChange={setCategory}
        />
        {help && <p className={classes.help}>{pick(help)}</p>}
        <Textarea
          label={t("errors.note")}
          autosize
          minRows={2}
          value={note}
          onChange={(event) => {
            setNote(event.currentTarget.value);
          }}
        />
        {mark.error != null && <ProblemAlert error={mark.error} />}
        <CommandButton command={commands.save} loading={mark.isPending} />
        {row.others.map((other, index) => (
          <p key={index} className={classes.help}>
            {t("errors.other", { category: titleOf(other.category) })} {other.note}
          </p>
        ))}
      </section>
    </div>
  );
}
