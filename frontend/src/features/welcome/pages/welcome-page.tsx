import { Box, Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconEyeOff } from "@tabler/icons-react";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated";
import { EmptyState } from "@/components/empty-state";
import { GuidelineText } from "@/components/guideline/guideline-text";
import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";
import { practiceOptions, welcomeOptions } from "@/lib/session/welcome";

import { myDayOptions, useGiveConsent } from "../api";
import { welcomeCommands } from "../commands";
import { PracticeComparison } from "../components/practised";
import classes from "./welcome-page.module.css";

const LIVE_MS = 10_000;

type Practice = components["schemas"]["PracticeEnum"];

export function WelcomePage() {
  const { t } = useTranslation("welcome");
  const { role } = useProject();
  if (role === "annotator") return <Welcome />;
  return (
    <>
      <PageHeader title={t("title")} />
      <EmptyState icon={<IconEyeOff size={40} stroke={1.4} />} title={t("others.title")}>
        {t("others.text")}
      </EmptyState>
    </>
  );
}

/** The work, the consent, and the result of the practice. */
function Welcome() {
  const { t } = useTranslation("welcome");
  const { pick, format } = useLocale();
  const { slug, name } = useProject();
  const protocol = useProtocol(slug);
  const { data: welcome } = useSuspenseQuery(welcomeOptions(slug));
  const practised = useQuery({
    ...practiceOptions(slug),
    enabled: welcome.practice === "done",
  });
  const { briefing } = welcome;
  const warning = pick(briefing?.content_warning) || pick(protocol.annotation.content_warning);

  return (
    <Box maw="46rem">
      <PageHeader title={t("heading", { name })} lead={t("lead")} />
      {practised.data && (
        <section aria-labelledby="practised" className={classes.part}>
          <Box component="h2" id="practised" mb="0.75rem">
            {t("practised.title")}
          </Box>
          <PracticeComparison protocol={protocol} feedback={practised.data} />
        </section>
      )}
      <section aria-labelledby="work" className={classes.part}>
        <Box component="h2" id="work" mb="0.75rem">
          {t("work")}
        </Box>
        {warning && (
          <p className={classes.warning} role="note">
            <IconAlertTriangle size={20} aria-hidden="true" />
            <span>{warning}</span>
          </p>
        )}
        <GuidelineText text={pick(protocol.annotation.guidelines)} />
        <p>
          <AppLink to={{ page: "guide" }}>{t("guide.link")}</AppLink>
        </p>
      </section>
      {briefing && welcome.asks_for_consent && (
        <section aria-labelledby="consent" className={classes.part}>
          <Box component="h2" id="consent" mb="0.75rem">
            {t("consent.title")}
          </Box>
          <div className={classes.text}>{pick(briefing.consent)}</div>
          {welcome.consented_at ? (
            <p className={classes.agreed}>
              <IconCircleCheck size={20} aria-hidden="true" />
              <span>
                {t("consent.given", { number: briefing.number })}
                {format.gap}
                <RelativeTime at={welcome.consented_at} />
              </span>
            </p>
          ) : (
            <Agree slug={slug} number={briefing.number} />
          )}
        </section>
      )}
      {welcome.may_work && <Begin slug={slug} practice={welcome.practice} />}
    </Box>
  );
}

/** The first button to press; nobody gets an item before. */
function Begin({ slug, practice }: { slug: string; practice: Practice }) {
  const { t } = useTranslation("welcome");
  // Refreshed while people read, because images to screen may arrive.
  const { data: day } = useSuspenseQuery({ ...myDayOptions(slug), refetchInterval: LIVE_MS });
  const { held, returned, waiting } = day.annotation;
  const hasItems = practice === "waiting" || held + returned + waiting > 0;
  const [which, page] = hasItems
    ? ([practice, "annotate"] as const)
    : day.validation.waiting > 0
      ? (["validate", "validate"] as const)
      : day.screening.waiting > 0
        ? (["screen", "screen"] as const)
        : (["nothing", "overview"] as const);
  return (
    <section aria-labelledby="begin" className={classes.part}>
      <Box component="h2" id="begin" mb="0.75rem">
        {t(`begin.${which}.title`)}
      </Box>
      <p>{t(`begin.${which}.text`)}</p>
      <Button renderRoot={(props) => <AppLink to={{ page }} {...props} />}>
        {t(`begin.${which}.action`)}
      </Button>
    </section>
  );
}

function Agree({ slug, number }: { slug: string; number: number }) {
  const { t } = useTranslation("welcome");
  const consent = useGiveConsent(slug);
  const commands = useCommands(welcomeCommands, {
    agree: {
      run: () => {
        consent.mutate({ params: { path: { slug } }, body: { number } });
      },
      enabled: !consent.isPending,
    },
  });
  return (
    <>
      <Box component="p" c="dimmed">
        {t("consent.kept")}
      </Box>
      {consent.error && (
        <ProblemAlert
          error={consent.error}
          onRetry={() => {
            window.location.reload();
          }}
        />
      )}
      <CommandButton command={commands.agree} />
    </>
  );
}
