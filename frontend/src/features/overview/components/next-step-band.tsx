import { Box, Button, type ButtonProps, Title } from "@mantine/core";
import { IconArrowRight, IconChevronRight, IconUserPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { RunFiltersButton } from "@/components/filters/run-filters";
import { useFilters } from "@/components/filters/use-filters";
import { RuledList } from "@/components/layout/ruled-list";
import { AppLink } from "@/lib/routing/app-link";

import type { NextStep } from "../api";
import { nextStepTarget } from "../links";
import classes from "./overview.module.css";

// An import into an empty project has another text than one after all images were removed.
const kindOf = ({ kind, count }: NextStep) =>
  kind === "import" && count > 0 ? "importMore" : kind;

/** The next step as a sentence and a button. */
export function NextStepBand({
  slug,
  step,
  isInviting,
  onInvite,
}: {
  slug: string;
  step: NextStep;
  isInviting: boolean;
  /** Creates a link for annotators and shows it. */
  onInvite: () => void;
}) {
  const { t } = useTranslation("overview");
  const kind = kindOf(step);
  const numbers = { count: step.count, round: step.round };
  return (
    <section className={classes.next} aria-labelledby="next-step">
      <div>
        <Title order={2} id="next-step" className={classes.nextTitle}>
          {t("next.title")}
        </Title>
        <Box component="p" m="0.1rem 0 0" fz="1.25rem" lh="1.35">
          {t(`next.${kind}.text`, numbers)}
        </Box>
      </div>
      {kind === "invite" && (
        <Button
          size="md"
          leftSection={<IconUserPlus size={18} />}
          loading={isInviting}
          onClick={onInvite}
        >
          {t("next.invite.action")}
        </Button>
      )}
      {kind === "filter" && <FilterButton slug={slug} />}
      {kind !== "invite" && kind !== "filter" && <NextStepButton step={step} size="md" />}
    </section>
  );
}

/** Link to the next step. */
export function NextStepButton({
  step,
  ...button
}: { step: NextStep; onClick?: () => void } & ButtonProps) {
  const { t } = useTranslation("overview");
  const { count, round } = step;
  const kind = kindOf(step);
  // Filters have a button of their own.
  if (kind === "filter") return null;
  return (
    <Button
      flex="none"
      {...button}
      rightSection={<IconArrowRight size={18} />}
      renderRoot={(props) => <AppLink to={nextStepTarget(step)} {...props} />}
    >
      {t(`next.${kind}.action`, { count, round })}
    </Button>
  );
}

function FilterButton({ slug }: { slug: string }) {
  return <RunFiltersButton filters={useFilters(slug)} />;
}

/** Other possible steps, as a list of links. */
export function AlsoToDo({ steps }: { steps: readonly NextStep[] }) {
  const { t } = useTranslation("overview");
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="also">
      <Title order={2} id="also" fz="1rem" fw={600}>
        {t("also.title")}
      </Title>
      <RuledList>
        {steps.map((step) => (
          <li key={step.kind}>
            <AppLink to={nextStepTarget(step)} className={classes.blocker}>
              <span className={classes.blockerText}>
                {t(`next.${kindOf(step)}.text`, { count: step.count, round: step.round })}
              </span>
              <IconChevronRight size={18} aria-hidden="true" />
            </AppLink>
          </li>
        ))}
      </RuledList>
    </section>
  );
}
