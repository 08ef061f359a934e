import { Button, Title } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { AppLink } from "@/lib/routing/app-link";

import type { NextStep } from "../api";
import { nextTarget } from "../links";
import classes from "./overview.module.css";

/** The one thing to do now, as a sentence and a button. */
export function NextStepBand({ step }: { step: NextStep }) {
  const { t } = useTranslation("overview");
  // Nothing to curate is a different thing from something to curate.
  const kind = step.kind === "curate" && step.count > 0 ? "screen" : step.kind;
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
