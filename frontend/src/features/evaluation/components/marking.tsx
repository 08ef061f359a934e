import { Group, Stack, Textarea } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import { usePreload } from "@/components/image/use-preload";
import { ProblemAlert } from "@/components/problem-alert";
import { CommandButton } from "@/lib/commands/command-button";
import type { CommandSet } from "@/lib/commands/types";
import { useCommands } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";
import type { NextPageState } from "@/lib/more";
import { AppLink } from "@/lib/routing/app-link";
import { saveState } from "@/lib/save-state/save-state";

import { firstUnmarkedSample } from "../errors";

export interface MarkingPosition {
  /** "3 of 20". */
  text: string;
  /** How many this person has not marked and may still mark. */
  waiting: number;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  /** Moves on after a mark; at the end, to a response that was left out. */
  onward: (() => void) | undefined;
}

/** Position in a sample that is marked one by one; the next page is fetched ahead. */
export function useOneByOne<Row extends { readonly id: number; readonly waiting: boolean }>({
  rows,
  total,
  waiting,
  asked,
  more: { hasNextPage, isFetchingNextPage, fetchNextPage },
  imagesOf,
  onShow,
}: {
  rows: readonly Row[];
  total: number;
  waiting: number;
  asked: number | undefined;
  more: NextPageState;
  imagesOf: (row: Row) => readonly string[];
  onShow: (row: Row) => void;
}): { row: Row | undefined; place: MarkingPosition } {
  const { t } = useTranslation("evaluation");
  const { format } = useLocale();
  const found = rows.findIndex(({ id }) => id === asked);
  // The start is kept while the page is open, because marking must not move the page.
  const [start] = useState(() => firstUnmarkedSample(rows));
  const at = found >= 0 ? found : start;
  const isNearEnd = at >= rows.length - 3;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);
  usePreload(rows.slice(at + 1, at + 4).flatMap(imagesOf));
  const to = (index: number) => {
    const row = rows[index];
    return (
      row &&
      (() => {
        onShow(row);
      })
    );
  };
  const next = to(at + 1);
  const leftOut = rows.findIndex((one, index) => one.waiting && index !== at);
  return {
    row: rows[at],
    place: {
      text: t("samples.at", { at: format.number(at + 1), total: format.number(total) }),
      waiting,
      previous: to(at - 1),
      next,
      onward: next ?? to(leftOut),
    },
  };
}

interface Saving {
  isPending: boolean;
  error: unknown;
}

/** Reports a saved mark in the corner and moves to the next response. */
export function keptThen({ onward }: MarkingPosition) {
  saveState.saving();
  return {
    onSuccess: () => {
      saveState.saved();
      onward?.();
    },
    onError: () => {
      saveState.failed(1);
    },
  };
}

/** A sample with its form, and buttons to the others. */
export function MarkingPage({
  place,
  commands: set,
  save,
  complete,
  saving,
  note,
  onNote,
  children,
}: {
  place: MarkingPosition;
  commands: CommandSet<"previous" | "next" | "save">;
  save: () => void;
  /** Whether there is a mark to save. */
  complete: boolean;
  saving: Saving;
  note: string;
  onNote: (note: string) => void;
  /** Renders the end of the form: the comment, errors, the button. */
  children: (end: ReactNode) => ReactNode;
}) {
  const { t } = useTranslation("evaluation");
  const { format } = useLocale();
  const { text, waiting, previous, next } = place;
  const commands = useCommands(set, {
    previous: { run: () => previous?.(), enabled: previous !== undefined },
    next: { run: () => next?.(), enabled: next !== undefined },
    save: { run: save, enabled: complete && !saving.isPending },
  });
  return (
    <Stack gap="1.5rem">
      <Group gap="0.75rem 1.25rem">
        <CommandButton command={commands.previous} variant="default" />
        <MutedText className="tabular">{text}</MutedText>
        <CommandButton command={commands.next} variant="default" />
        <MutedText className="tabular" role="status">
          {waiting > 0 ? (
            t("marking.left", { count: waiting, number: format.number(waiting) })
          ) : (
            <>
              {t("marking.done")}
              {format.gap}
              <AppLink to={{ page: "marking" }}>{t("marking.others")}</AppLink>
            </>
          )}
        </MutedText>
      </Group>
      {children(
        <>
          <Textarea
            label={t("errors.note")}
            autosize
            minRows={1}
            value={note}
            onChange={(event) => {
              onNote(event.currentTarget.value);
            }}
          />
          {saving.error != null && <ProblemAlert error={saving.error} />}
          <CommandButton command={commands.save} loading={saving.isPending} />
        </>,
      )}
    </Stack>
  );
}
