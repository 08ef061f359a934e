import { Box, Button, Group, Title } from "@mantine/core";
import {
  IconArrowBackUp,
  IconArrowRight,
  IconCheckbox,
  IconCup,
  type Icon,
  IconPencil,
  IconPhotoCheck,
} from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { RuledList } from "@/components/layout/ruled-list";
import { PageHeader } from "@/components/page-header";
import { StatNumber } from "@/components/stat-number";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";
import { useUser } from "@/lib/session/session";

import { LIVE_REFRESH_MS, myDayOptions } from "../api";
import { type Task, listAnnotatorTasks } from "../links";
import { ArchivedNotice } from "./archived";
import classes from "./overview.module.css";

const ICONS: Readonly<Record<Task, Icon>> = {
  returned: IconArrowBackUp,
  rework: IconArrowBackUp,
  held: IconPencil,
  validate: IconCheckbox,
  annotate: IconPencil,
  screen: IconPhotoCheck,
};

/** The next task, and the work done. */
export function AnnotatorOverview() {
  const { t } = useTranslation("overview");
  const { slug, name, archived } = useProject();
  const user = useUser();
  const { data: day } = useSuspenseQuery({
    ...myDayOptions(slug),
    refetchInterval: LIVE_REFRESH_MS,
  });
  const [first, ...others] = archived ? [] : listAnnotatorTasks(day);
  const done = [
    { key: "screened", value: day.screening.done, page: "screen" },
    { key: "annotated", value: day.annotation.done, page: "myWork" },
    { key: "validated", value: day.validation.done, page: "validate" },
  ] as const;

  return (
    <>
      <PageHeader title={t("mine.title", { name: user.display_name })} lead={name} />
      {archived && <ArchivedNotice />}
      {first && (
        <section className={classes.next} aria-labelledby="next-task">
          <div>
            <Title order={2} id="next-task" className={classes.nextTitle}>
              {t("next.title")}
            </Title>
            <Box component="p" m="0.1rem 0 0" fz="1.25rem" lh="1.35">
              {t(`mine.task.${first.task}.text`, { count: first.count })}
            </Box>
          </div>
          <Button
            size="md"
            flex="none"
            rightSection={<IconArrowRight size={18} />}
            renderRoot={(props) => <AppLink to={first.to} {...props} />}
          >
            {t(`mine.task.${first.task}.action`)}
          </Button>
        </section>
      )}
      {!first && !archived && (
        <EmptyState icon={<IconCup size={40} stroke={1.4} />} title={t("mine.nothing.title")}>
          {t("mine.nothing.text")}
        </EmptyState>
      )}
      {others.length > 0 && (
        <section aria-labelledby="other-tasks" className={classes.part}>
          <Title order={2} mb="0.75rem" id="other-tasks">
            {t("mine.others")}
          </Title>
          <RuledList>
            {others.map(({ task, count, to }) => {
              const Glyph = ICONS[task];
              return (
                <li key={task}>
                  <AppLink to={to} className={classes.blocker}>
                    <Glyph size={20} stroke={1.6} aria-hidden="true" />
                    <span className={classes.blockerText}>
                      {t(`mine.task.${task}.text`, { count })}
                    </span>
                    <IconArrowRight size={18} aria-hidden="true" />
                  </AppLink>
                </li>
              );
            })}
          </RuledList>
        </section>
      )}
      <section aria-labelledby="my-progress" className={classes.part}>
        <Title order={2} mb="0.75rem" id="my-progress">
          {t("mine.done")}
        </Title>
        <Group gap="1.5rem 3.5rem" align="stretch">
          {done.map(({ key, value, page }) => (
            <StatNumber
              key={key}
              value={value}
              label={t(`mine.count.${key}`, { count: value })}
              to={{ page }}
              note={
                key === "validated" && day.validation.round !== null
                  ? t("mine.inRound", { round: day.validation.round })
                  : undefined
              }
            />
          ))}
        </Group>
      </section>
    </>
  );
}
