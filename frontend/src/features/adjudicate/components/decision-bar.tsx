import { Button, Group, Menu, UnstyledButton } from "@mantine/core";
import { IconArrowBackUp, IconDots, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { ReasonDialog } from "@/components/reason-dialog";
import { $api } from "@/lib/api/client";
import { refetchResources } from "@/lib/api/outdate";
import { isProblem } from "@/lib/api/problem";
import { CommandButton } from "@/lib/commands/command-button";
import type { Command } from "@/lib/commands/types";
import { loadWhenNeeded } from "@/lib/deferred";
import { useLocale } from "@/lib/i18n/use-locale";
import { useToasts } from "@/lib/toasts/use-toasts";

import { CASES } from "../api";
import type { CaseDetail, MissingDecision, RecordPart } from "../decision";
import classes from "./adjudicate.module.css";
import { usePropose } from "./use-propose";

const SendBackDialog = loadWhenNeeded(
  async () => (await import("./send-back-dialog")).SendBackDialog,
);

interface DecisionBarProps {
  slug: string;
  given: CaseDetail;
  /** Missing parts, with reasons. */
  missing: readonly { part: RecordPart; why: MissingDecision }[];
  finish: Command;
  skip: Command;
  pending: boolean;
  error: unknown;
  onGoTo: (part: RecordPart) => void;
  /** Called when the case left the queue in another way. */
  onGone: () => void;
}

/** Missing parts of the decision, and the buttons to end the case. */
export function DecisionBar({
  slug,
  given,
  missing,
  finish,
  skip,
  pending,
  error,
  onGoTo,
  onGone,
}: DecisionBarProps) {
  const { t } = useTranslation("adjudicate");
  const { pick, format } = useLocale();
  const queries = useQueryClient();
  const toasts = useToasts();
  const [dialog, setDialog] = useState<"drop" | "sendBack" | "discard" | null>(null);
  const gone = (message: string) => {
    setDialog(null);
    toasts.done(message);
    onGone();
    void refetchResources(queries, CASES);
  };
  const drop = $api.useMutation("post", "/api/projects/{slug}/cases/{case_id}/drop/", {
    onSuccess: () => {
      gone(t("drop.done", { number: given.item_number }));
    },
  });
  const propose = usePropose(slug, given, onGone);
  const isProposed = given.together && given.may_decide;
  const titleOf = (part: RecordPart) =>
    part.kind === "questions" ? t("questions.title") : pick(part.field.title);
  return (
    <div className={classes.bar}>
      {error != null && (
        <ProblemAlert
          error={error}
          safe={isProblem(error, 409) ? t("conflict.safe") : undefined}
          onRetry={
            isProblem(error, 409)
              ? () => {
                  void refetchResources(queries, CASES);
                }
              : undefined
          }
        />
      )}
      <Group gap="0.5rem">
        <div className={classes.missing} role="status">
          {missing.length === 0
            ? t("missing.nothing")
            : missing.map(({ part, why }) => (
                <UnstyledButton
                  key={titleOf(part)}
                  className={classes.missingPart}
                  onClick={() => {
                    onGoTo(part);
                  }}
                >
                  {titleOf(part)}
                  {format.colon}
                  {t(`missing.${why ?? "choose"}`)}
                </UnstyledButton>
              ))}
        </div>
        <Menu position="top-end">
          <Menu.Target>
            <Button variant="default" leftSection={<IconDots size={18} />}>
              {t("more")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {isProposed && (
              <Menu.Item
                leftSection={<IconTrash size={18} />}
                onClick={() => {
                  setDialog("discard");
                }}
              >
                {t("together.discard.open")}
              </Menu.Item>
            )}
            <Menu.Item
              hidden={isProposed}
              leftSection={<IconArrowBackUp size={18} />}
              onClick={() => {
                setDialog("sendBack");
              }}
            >
              {t("sendBack.open")}
            </Menu.Item>
            <Menu.Item
              hidden={isProposed}
              leftSection={<IconTrash size={18} />}
              onClick={() => {
                setDialog("drop");
              }}
            >
              {t("drop.open")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <CommandButton command={skip} variant="default" />
        <CommandButton command={finish} loading={pending} />
      </Group>
      <ReasonDialog
        opened={dialog === "drop"}
        title={t("drop.title", { number: given.item_number })}
        action={t("drop.action")}
        pending={drop.isPending}
        error={drop.error}
        onConfirm={(reason) => {
          drop.mutate({ params: { path: { slug, case_id: given.id } }, body: { reason } });
        }}
        onClose={() => {
          setDialog(null);
        }}
      >
        {t("drop.text")}
      </ReasonDialog>
      <ReasonDialog
        opened={dialog === "discard"}
        title={t("together.discard.title", { number: given.item_number })}
        action={t("together.discard.action")}
        pending={propose.isPending}
        error={propose.error}
        onConfirm={(discard) => {
          propose.mutate({ discard });
        }}
        onClose={() => {
          setDialog(null);
        }}
      >
        {t("together.discard.text")}
      </ReasonDialog>
      <SendBackDialog
        opened={dialog === "sendBack"}
        slug={slug}
        given={given}
        onDone={(letter) => {
          gone(t("sendBack.done", { letter }));
        }}
        onClose={() => {
          setDialog(null);
        }}
      />
    </div>
  );
}
