import { Box, Group, Skeleton, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { MutedText, PlainList } from "@/components/layout/primitives";
import { WorkingPage, WorkingScroll } from "@/components/layout/working-page";
import { ItemImages } from "@/components/image/item-images";
import { ProblemAlert } from "@/components/problem-alert";
import { FinalRecord } from "@/components/record/final-record";
import { RESOURCES_CHANGED_BY_ROUNDS, type Round } from "@/components/rounds/rounds";
import { $api } from "@/lib/api/client";
import { isProblem } from "@/lib/api/problem";
import { CommandButton } from "@/lib/commands/command-button";
import { KeyboardKey } from "@/lib/commands/kbd";
import { useCommandGroup, useCommands } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";

import { caseOptions, type ChecklistMark } from "../api";
import { checklistCommands } from "../commands";
import classes from "./checklist.module.css";

interface ChecklistItemProps {
  slug: string;
  mark: ChecklistMark;
  round: Round;
  onMarked: () => void;
}

/** One item with its final record, and the checklist. */
export function ChecklistItem({ slug, mark, round, onMarked }: ChecklistItemProps) {
  const { t } = useTranslation(["rounds", "common"]);
  const { pick } = useLocale();
  const protocol = useProtocol(slug);
  const points = round.rules.checklist;
  const given = useQuery(caseOptions(slug, mark.case_id));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [note, setNote] = useState("");
  const noteField = useRef<HTMLTextAreaElement>(null);
  const isComplete = points.every(({ id }) => ticked.has(id));

  const send = $api.useMutation("post", "/api/projects/{slug}/checklist/{mark_id}/", {
    meta: RESOURCES_CHANGED_BY_ROUNDS,
    onSuccess: onMarked,
  });
  const hand = () => {
    send.mutate({
      params: { path: { slug, mark_id: mark.id } },
      body: { ticked: points.map(({ id }) => id).filter((id) => ticked.has(id)), note },
    });
  };
  const toggle = (id: string) => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  const commands = useCommands(checklistCommands, {
    pass: { run: hand, enabled: isComplete && !send.isPending },
    fail: { run: hand, enabled: !isComplete && note.trim() !== "" && !send.isPending },
    all: () => {
      setTicked(isComplete ? new Set() : new Set(points.map(({ id }) => id)));
    },
    note: () => {
      noteField.current?.focus();
    },
  });
  useCommandGroup({
    scope: "checklist-points",
    title: t("checklist.points"),
    inDialog: false,
    commands: points.map(({ id, title }, index) => ({
      id: `checklist-points.${id}`,
      scope: "checklist-points",
      label: pick(title),
      keys: [String(index + 1)],
      enabled: index < 9,
      run: () => {
        toggle(id);
      },
    })),
  });

  return (
    <WorkingPage
      columns="minmax(0, 50fr) minmax(30rem, 50fr)"
      image={<ItemImages images={mark.images} number={mark.item_number} />}
    >
      <WorkingScroll gap="1.25rem" padding="0 1.25rem 1.25rem" narrowPadding="0 1rem 1.25rem">
        <Group gap="0.25rem 1rem" align="baseline" justify="space-between">
          <Box component="h1" m={0} fz="1.3125rem" fw={600}>
            {t("common:item.numbered", { number: mark.item_number })}
          </Box>
          <AppLink
            className={classes.life}
            to={{ page: "item", params: { number: String(mark.item_number) } }}
          >
            {t("checklist.life")}
          </AppLink>
          <MutedText>{t("progress.items", { done: round.done, total: round.total })}</MutedText>
        </Group>
        {given.error ? (
          <ProblemAlert error={given.error} onRetry={() => void given.refetch()} />
        ) : given.data?.final ? (
          <FinalRecord protocol={protocol} record={given.data.final} />
        ) : (
          <Skeleton height={320} />
        )}
      </WorkingScroll>
      <div className={classes.work}>
        <PlainList gap={0} aria-label={t("checklist.points")}>
          {points.map(({ id, title }, index) => (
            <Box component="li" key={id} maw="none">
              <label className={classes.point}>
                <input
                  type="checkbox"
                  checked={ticked.has(id)}
                  onChange={() => {
                    toggle(id);
                  }}
                />
                <Box component="span" flex={1}>
                  {pick(title)}
                </Box>
                {index < 9 && <KeyboardKey keys={String(index + 1)} />}
              </label>
            </Box>
          ))}
        </PlainList>
        {!isComplete && (
          <Textarea
            ref={noteField}
            label={t("checklist.noteLabel")}
            autosize
            minRows={1}
            value={note}
            error={isProblem(send.error) ? send.error.fieldErrors["note"] : undefined}
            onChange={(event) => {
              setNote(event.currentTarget.value);
            }}
          />
        )}
        {send.error && (
          <ProblemAlert
            error={send.error}
            onRetry={isProblem(send.error, 409) ? onMarked : undefined}
          />
        )}
        <Group gap="sm" align="stretch" justify="space-between" wrap="nowrap">
          <CommandButton command={commands.all} variant="default" />
          {isComplete ? (
            <CommandButton command={commands.pass} loading={send.isPending} />
          ) : (
            <CommandButton
              command={commands.fail}
              color="red"
              variant="outline"
              loading={send.isPending}
            />
          )}
        </Group>
      </div>
    </WorkingPage>
  );
}
