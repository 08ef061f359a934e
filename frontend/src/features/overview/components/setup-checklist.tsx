import { Flex, Group, Title } from "@mantine/core";
import {
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconClock,
  type Icon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import { RuledList } from "@/components/layout/ruled-list";
import { AppLink } from "@/lib/routing/app-link";

import type { NextStep, SetupStep } from "../api";
import { setupStepTarget } from "../links";
import classes from "./setup-checklist.module.css";

const ICONS: Readonly<Record<SetupStep["state"], Icon>> = {
  done: IconCircleCheckFilled,
  now: IconCircle,
  waiting: IconClock,
  later: IconCircleDashed,
};

function noteOf({ kind, state }: SetupStep) {
  if (kind === "screen" && state === "later") return "screen.later";
  return `${kind}.${state === "done" ? "done" : "todo"}` as const;
}

/**
 * Steps before annotators can work; finished ones are ticked, and the list disappears at the end.
 */
export function SetupChecklist({ steps, next }: { steps: readonly SetupStep[]; next: NextStep }) {
  const { t } = useTranslation("overview");
  if (steps.length === 0) return null;
  const done = steps.filter(({ state }) => state === "done").length;
  return (
    <section aria-labelledby="setup">
      <Group gap="0 1rem" align="baseline" mb="0.5rem">
        <Title order={2} id="setup">
          {t("setup.title")}
        </Title>
        <MutedText>{t("setup.done", { done, of: steps.length })}</MutedText>
      </Group>
      <RuledList component="ol">
        {steps.map((step) => {
          const Glyph = ICONS[step.state];
          return (
            <li key={step.kind} data-state={step.state}>
              <AppLink
                to={setupStepTarget(step)}
                className={classes.step}
                aria-current={step.kind === next.kind ? "step" : undefined}
              >
                <Glyph size={22} aria-hidden="true" className={classes.icon} />
                <Flex component="span" gap="0 0.9rem" wrap="wrap" flex={1}>
                  <span className={classes.title}>{t(`setup.${step.kind}.title`)}</span>
                  <MutedText>
                    {t(`setup.${noteOf(step)}`, { count: step.count, wanted: step.wanted })}
                  </MutedText>
                </Flex>
                <span className={classes.state}>
                  {t(step.kind === next.kind ? "setup.state.next" : `setup.state.${step.state}`)}
                </span>
              </AppLink>
            </li>
          );
        })}
      </RuledList>
    </section>
  );
}
