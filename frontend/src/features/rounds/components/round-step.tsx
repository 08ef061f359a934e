import { Box, Button, Group, Stack } from "@mantine/core";
import { IconCheck, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Bar } from "@/components/charts/bar";
import { SideLined } from "@/components/layout/side-lined";
import { ProblemAlert } from "@/components/problem-alert";
import { ReasonDialog } from "@/components/reason-dialog";
import { AutomaticSwitch, OpenRound } from "@/components/rounds/open-round";
import { RESOURCES_CHANGED_BY_ROUNDS, type Round } from "@/components/rounds/rounds";
import { StatusBadge } from "@/components/status-badge";
import { $api } from "@/lib/api/client";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";
import { useToasts } from "@/lib/toasts/use-toasts";

import { RoundReportView } from "./round-report";
import classes from "./rounds.module.css";

interface RoundStepProps {
  slug: string;
  round: Round;
  /** It can be opened now. */
  opens?: { automatic: boolean } | undefined;
}

/** One round in the order of the protocol: its task, progress and results. */
export function RoundStep({ slug, round, opens }: RoundStepProps) {
  const { t } = useTranslation("rounds");
  const { pick, format } = useLocale();
  const { rules, status, number } = round;
  return (
    <li className={classes.step} data-status={status}>
      <span className={classes.mark} aria-hidden="true">
        {status === "closed" ? (
          <IconCheck size={18} />
        ) : status === "open" ? (
          <IconPlayerPlay size={18} />
        ) : (
          number
        )}
      </span>
      <Box flex={1} miw={0}>
        <Group gap="0.25rem 1rem">
          <Box component="h2" m={0} fz="1.0625rem">
            {t("round", { number })}
            {format.colon}
            {pick(rules.title)}
          </Box>
          <StatusBadge state={`round.${status}`} />
        </Group>
        <p className={classes.rule}>
          {round.repeated && t("repeated") + format.gap}
          {rules.kind === "answer"
            ? t("rule.answer", { count: rules.people, agree: rules.agree })
            : t("rule.checklist", { count: rules.checklist.length })}
          {format.gap}
          {rules.discuss_dissent && t("rule.dissent") + format.gap}
          {rules.scope === "all"
            ? t("rule.all")
            : rules.share > 0
              ? t("rule.reworkedAnd", { share: Math.round(rules.share * 100) })
              : t("rule.reworked")}
        </p>
        {status === "open" && <OpenedRound slug={slug} round={round} />}
        {round.report && <RoundReportView report={round.report} kind={rules.kind} />}
        {round.waiver && (
          <p className={classes.waiver}>
            {t("waiver.was")}
            {format.gap}
            <q>{round.waiver}</q>
          </p>
        )}
        {opens && <OpenRound slug={slug} number={number} automatic={opens.automatic} />}
      </Box>
    </li>
  );
}

function OpenedRound({ slug, round }: { slug: string; round: Round }) {
  const { t } = useTranslation("rounds");
  const { format } = useLocale();
  const toasts = useToasts();
  const [isWaiving, setWaiving] = useState(false);
  const close = $api.useMutation("post", "/api/projects/{slug}/rounds/{number}/close/", {
    meta: RESOURCES_CHANGED_BY_ROUNDS,
  });
  const extend = $api.useMutation("post", "/api/projects/{slug}/rounds/{number}/extend/", {
    meta: RESOURCES_CHANGED_BY_ROUNDS,
    onSuccess: ({ items }) => {
      toasts.done(t("extend.done", { count: items }));
    },
  });
  const automate = $api.useMutation("post", "/api/projects/{slug}/rounds/{number}/automatic/", {
    meta: RESOURCES_CHANGED_BY_ROUNDS,
  });
  const waive = $api.useMutation("post", "/api/projects/{slug}/rounds/{number}/waive/", {
    meta: RESOURCES_CHANGED_BY_ROUNDS,
    onSuccess: () => {
      setWaiving(false);
    },
  });
  const onRound = { params: { path: { slug, number: round.number } } };
  const error = close.error ?? extend.error ?? automate.error;
  const isChecklist = round.rules.kind === "checklist";
  const isDone = round.done >= round.total && round.discussions_open === 0;
  const share = round.total > 0 ? round.done / round.total : 1;
  return (
    <Stack gap="0.9rem" mt="sm">
      <div>
        <Bar
          share={share}
          h="8px"
          bdrs="4px"
          role="progressbar"
          aria-label={t("progress.label", { number: round.number })}
          aria-valuemin={0}
          aria-valuemax={round.total}
          aria-valuenow={round.done}
        />
        <p className={classes.facts}>
          {t(isChecklist ? "progress.items" : "progress.answers", {
            done: format.number(round.done),
            total: format.number(round.total),
          })}
          {!isChecklist && (
            <>
              {" · "}
              <AppLink to={{ page: "questions", search: { state: "asked" } }}>
                {t("progress.open", { count: round.questions_open })}
              </AppLink>
              {" · "}
              <AppLink to={{ page: "questions", search: { state: "passed" } }}>
                {t("progress.passed", { count: round.passed })}
              </AppLink>
              {" · "}
              <AppLink to={{ page: "questions", search: { state: "failed" } }}>
                {t("progress.failed", { count: round.failed })}
              </AppLink>
            </>
          )}
        </p>
      </div>
      {round.short_of_people > 0 && (
        <SideLined line="var(--warn)" className={classes.notice}>
          <p>{t("waiver.short", { count: round.short_of_people })}</p>
          {!round.waiver && (
            <Button
              variant="default"
              onClick={() => {
                setWaiving(true);
              }}
            >
              {t("waiver.open")}
            </Button>
          )}
        </SideLined>
      )}
      {round.discussions_open > 0 && (
        <SideLined line="var(--warn)" className={classes.notice}>
          <p>{t("dissent.open", { count: round.discussions_open })}</p>
          <Button
            variant="default"
            renderRoot={(props) => (
              <AppLink to={{ page: "talk", search: { show: "dissent" } }} {...props} />
            )}
          >
            {t("dissent.action")}
          </Button>
        </SideLined>
      )}
      {round.left_out > 0 && !round.automatic && (
        <SideLined line="var(--warn)" className={classes.notice}>
          <p>{t("extend.left", { count: round.left_out })}</p>
          <Button
            variant="default"
            loading={extend.isPending}
            onClick={() => {
              extend.mutate(onRound);
            }}
          >
            {t("extend.action")}
          </Button>
        </SideLined>
      )}
      <AutomaticSwitch
        checked={round.automatic}
        disabled={automate.isPending}
        onChange={(automatic) => {
          automate.mutate({ ...onRound, body: { automatic } });
        }}
      />
      <Group>
        {isChecklist && round.done < round.total && (
          <Button
            renderRoot={(props) => (
              <AppLink
                to={{ page: "checklist", params: { number: String(round.number) } }}
                {...props}
              />
            )}
          >
            {t("checklist.open")}
          </Button>
        )}
        <Button
          variant={isDone && !round.automatic ? "filled" : "default"}
          disabled={!isDone}
          loading={close.isPending}
          onClick={() => {
            close.mutate(onRound);
          }}
        >
          {t("close")}
        </Button>
        {round.done < round.total && (
          <span className={classes.facts}>
            {t(isChecklist ? "closing.items" : "closing.answers", {
              count: round.total - round.done,
            })}
          </span>
        )}
      </Group>
      {error && <ProblemAlert error={error} />}
      <ReasonDialog
        opened={isWaiving}
        title={t("waiver.title")}
        action={t("waiver.action")}
        pending={waive.isPending}
        error={waive.error}
        onConfirm={(reason) => {
          waive.mutate({ ...onRound, body: { reason } });
        }}
        onClose={() => {
          setWaiving(false);
        }}
      >
        <p>{t("waiver.text")}</p>
      </ReasonDialog>
    </Stack>
  );
}
