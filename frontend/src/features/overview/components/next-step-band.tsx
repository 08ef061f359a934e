import { Button, Title } from "@mantine/core";
import { IconArrowRight, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { AppLink } from "@/lib/routing/app-link";

import type { NextStep } from "../api";
import { nextTarget } from "../links";
import classes from "./overview.module.css";

// Nothing to curate is a different thing from something to curate.
const kindOf = ({ kind, count }: NextStep) =>
  kind === "curate" && count > 0 ? "unscreened" : kind;

/** The one thing to do now, as a sentence and a button. */
export function NextStepBand({ step }: { step: NextStep }) {
  const { t } = useTranslation("overview");
  const kind = kindOf(step);
  const numbers = { count: step.count, round: step.round };
  return (
    <section className={classes.next} aria-labelledby="next-step">
      <div>
        <Title order={2} id="next-step" className={classes.nextTitle}>
          {t("next.title")}
        </Title>
        <p className={classes.nextText}>{t(`next.${kind}.text`, numbers)}</p>
      </div>
      <Button
        size="md"
        flex="none"
        rightSection={<IconArrowRight size={18} />}
        renderRoot={(props) => <AppLink to={nextTarget(step)} {...props} />}
      >
        {t(`next.${kind}.action`, numbers)}
      </Button>
    </section>
  );
}

/** What can be done besides: a list of links. */
export function AlsoToDo({ steps }: { steps: readonly NextStep[] }) {
  const { t } = useTranslation("overview");
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="also">
      <Title order={2} id="also" className={classes.alsoTitle}>
        {t("also.title")}
      </Title>
      <ul className={classes.blocking}>
        {steps.map((step) => (
          <li key={step.kind}>
            <AppLink to={nextTarget(step)} className={classes.blocker}>
              <span className={classes.blockerText}>
                {t(`next.${kindOf(step)}.text`, { count: step.count, round: step.round })}
              </span>
              <IconChevronRight size={18} aria-hidden="true" />
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
