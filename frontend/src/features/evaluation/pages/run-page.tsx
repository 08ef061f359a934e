import { Box, Button, Flex, Tabs } from "@mantine/core";
import { IconArrowsDiff, IconPin, IconPinnedOff, IconRuler2 } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { Badge, StatusBadge } from "@/components/status-badge";
import { useLocale } from "@/lib/i18n/use-locale";
import { useModelName } from "@/lib/i18n/use-model-name";
import { AppLink } from "@/lib/routing/app-link";
import { useGoToPage } from "@/lib/routing/use-go";

import {
  isRunning,
  type RunDetail,
  runOptions,
  useChooseRun,
  useContinueRun,
  useDismissRun,
  useUnchooseRun,
} from "../api";
import { ChoicesTab } from "../components/choices-tab";
import { LiveRun } from "../components/run-list";
import { FootnoteButton } from "../components/footnote-button";
import { IncompleteBadge } from "../components/incomplete-badge";
import { KnewAnswersBadge } from "../components/knew-answers-badge";
import { NewRun } from "../components/new-run";
import { OriginBadge } from "../components/origin-badge";
import { RetryErrors } from "../components/retry-errors";
import { RunResult } from "../components/run-result";
import { RunSheet } from "../components/run-sheet";
import { SampleBrowser } from "../components/sample-browser";
import { isBaseline } from "../leaderboard";
import { TABS } from "../search";
import { modelNameWithDetails } from "../revision";
import classes from "./run-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/evaluation/runs/$id");

export function RunPage() {
  const { t } = useTranslation("evaluation");
  const modelName = useModelName();
  const { pick } = useLocale();
  const { slug, id } = route.useParams();
  const search = route.useSearch();
  const go = useGoToPage();
  const { data: run } = useSuspenseQuery(runOptions(slug, Number(id)));
  const proceed = useContinueRun();
  const dismiss = useDismissRun();
  const { tab = run.overall || run.status === "finished" ? "result" : "samples" } = search;
  const setting = pick(run.setting_title) || run.setting;
  return (
    <>
      <PageHeader
        back={
          <AppLink to={{ page: "evaluation", search: { version: run.version } }}>
            {t("title")}
          </AppLink>
        }
        title={modelNameWithDetails(modelName(run.model), run.parameters_label)}
        lead={
          <Flex
            display="inline-flex"
            component="span"
            gap="0.3rem 1.25rem"
            align="center"
            wrap="wrap"
          >
            <StatusBadge state={`run.${run.status}`} />
            {isBaseline(run.backend) && (
              <Badge tone="neutral" icon={IconRuler2}>
                {t("baseline")}
              </Badge>
            )}
            <OriginBadge origin={run.origin} />
            {run.incomplete && <IncompleteBadge />}
            {run.knew_answers && <KnewAnswersBadge />}
            {run.chosen && (
              <Badge tone="good" icon={IconPin}>
                {t("runs.chosen")}
              </Badge>
            )}
            <span>{setting}</span>
            <span>{run.splits.join(" + ")}</span>
            <AppLink to={{ page: "release", params: { version: run.version } }}>
              {t("onRelease", { version: run.version })}
            </AppLink>
          </Flex>
        }
        actions={
          <>
            <RetryErrors slug={slug} run={run} />
            <ChooseRun slug={slug} run={run} />
            {run.overall && <FootnoteButton slug={slug} run={run} />}
            {run.overall && (
              <Button
                variant="default"
                leftSection={<IconArrowsDiff size={18} />}
                renderRoot={(props) => (
                  <AppLink
                    to={{
                      page: "evaluationCompare",
                      search: { version: run.version, one: run.id },
                    }}
                    {...props}
                  />
                )}
              >
                {t("parts.compare")}
              </Button>
            )}
            {(run.status === "failed" || run.status === "cancelled") && (
              <>
                {run.needs_new_run ? (
                  <NewRun slug={slug} run={run} />
                ) : (
                  <Button
                    title={t("runs.continueHelp")}
                    loading={proceed.isPending}
                    onClick={() => {
                      proceed.mutate({ params: { path: { slug, run_id: run.id } } });
                    }}
                  >
                    {t("runs.continue")}
                  </Button>
                )}
                <Button
                  variant="default"
                  title={t("runs.dismissHelp")}
                  loading={dismiss.isPending}
                  onClick={() => {
                    dismiss.mutate(
                      { params: { path: { slug, run_id: run.id } } },
                      {
                        onSuccess: () => {
                          go({ page: "evaluation", search: { version: run.version } });
                        },
                      },
                    );
                  }}
                >
                  {t("runs.dismiss")}
                </Button>
              </>
            )}
          </>
        }
      />
      {proceed.error != null && <ProblemAlert error={proceed.error} />}
      {dismiss.error != null && <ProblemAlert error={dismiss.error} />}
      {run.reason && (
        <p className={classes.reason}>
          <strong>{t("run.failed")}</strong> {run.reason}
        </p>
      )}
      {isRunning(run) && (
        <Box maw="60rem" mb="1.5rem">
          <LiveRun slug={slug} run={run} setting={setting} />
        </Box>
      )}
      <Tabs
        value={tab}
        onChange={(value) => {
          go(
            { page: "run", params: { id }, search: { ...search, tab: value ?? undefined } },
            { replace: true },
          );
        }}
        keepMounted={false}
      >
        <Tabs.List>
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`tabs.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="result" pt="lg">
          <RunResult run={run} />
        </Tabs.Panel>
        <Tabs.Panel value="samples" pt="lg">
          <SampleBrowser slug={slug} run={run} search={search} />
        </Tabs.Panel>
        <Tabs.Panel value="choices" pt="lg">
          <ChoicesTab slug={slug} run={run} />
        </Tabs.Panel>
        <Tabs.Panel value="sheet" pt="lg">
          <RunSheet run={run} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** Choose the run that represents its model; by default the newest. */
function ChooseRun({ slug, run }: { slug: string; run: RunDetail }) {
  const { t } = useTranslation("evaluation");
  const choose = useChooseRun();
  const unchoose = useUnchooseRun();
  if (run.status !== "finished" && run.status !== "stale") return null;
  const action = run.chosen ? unchoose : choose;
  return (
    <Button
      variant="default"
      title={t(run.chosen ? "runs.unchooseHelp" : "runs.chooseHelp")}
      leftSection={run.chosen ? <IconPinnedOff size={18} /> : <IconPin size={18} />}
      loading={action.isPending}
      onClick={() => {
        action.mutate({ params: { path: { slug, run_id: run.id } } });
      }}
    >
      {t(run.chosen ? "runs.unchoose" : "runs.choose")}
    </Button>
  );
}
