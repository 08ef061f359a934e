import { Flex, Group, Skeleton, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { Bar } from "@/components/charts/bar";
import { DayBars } from "@/components/charts/day-bars";
import { ProblemAlert } from "@/components/problem-alert";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import { activityOptions, SLOW_REFRESH_MS, peopleOptions, reliabilityOptions } from "../api";
import { busiestDay, dailyTotals, ACTIVITY_KINDS, weightedReliability, sumOf } from "../week";
import classes from "./overview.module.css";

/** Work, pace and reliability of each person by day: small multiples on one scale. */
export function WeekPart({ slug }: { slug: string }) {
  const { t } = useTranslation(["overview", "common"]);
  const { format } = useLocale();
  const { time_zone: zone } = useProject();
  const { data, error, refetch } = useQuery({
    ...activityOptions(slug),
    refetchInterval: SLOW_REFRESH_MS,
  });
  const { data: work } = useQuery({ ...peopleOptions(slug), refetchInterval: SLOW_REFRESH_MS });
  const { data: reliability } = useQuery({
    ...reliabilityOptions(slug),
    refetchInterval: SLOW_REFRESH_MS,
  });
  const paceOf = (id: number) => {
    const seconds = work?.people.find((one) => one.person_id === id)?.annotation_seconds ?? null;
    return seconds === null ? null : t("week.pace", { time: format.duration(seconds) });
  };
  const max = data ? busiestDay(data.people) : 0;
  return (
    <section aria-labelledby="week" className={classes.part}>
      <Group gap="0 1.5rem" align="baseline" justify="space-between">
        <Title order={2} mb="0.75rem" id="week">
          {t("week.title")}
        </Title>
        <AppLink to={{ page: "people" }}>{t("week.more")}</AppLink>
      </Group>
      {error ? (
        <ProblemAlert error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={220} />
      ) : data.people.length === 0 ? (
        <p className={classes.note}>{t("week.none")}</p>
      ) : (
        <>
          <p className={classes.note}>{t("common:chart.perDayIn", { zone })}</p>
          <ul className={classes.people}>
            {data.people.map((person) => (
              <li key={person.person_id}>
                <AppLink
                  to={{ page: "person", params: { id: String(person.person_id) } }}
                  className={classes.personName}
                >
                  {person.name}
                </AppLink>
                <DayBars
                  label={person.name}
                  days={data.days}
                  counts={dailyTotals(person)}
                  max={max}
                />
                <span className={classes.note}>
                  {ACTIVITY_KINDS.filter((kind) => sumOf(person[kind]) > 0)
                    .map((kind) => t(`week.${kind}`, { n: format.number(sumOf(person[kind])) }))
                    .join(" · ")}
                </span>
                <span className={classes.note}>{paceOf(person.person_id)}</span>
                <Reliability share={weightedReliability(reliability ?? [], person.person_id)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The estimate of Dawid and Skene over all labels; nothing while there is too little data. */
function Reliability({ share }: { share: number | null }) {
  const { t } = useTranslation("overview");
  const { format } = useLocale();
  if (share === null) return null;
  return (
    <Flex component="span" gap="0.6rem" align="center" mt="0.25rem" c="dimmed">
      <Bar share={share} color="var(--data)" flex="0 0 3rem" h="0.5rem" aria-hidden="true" />
      {t("week.reliable", { share: format.percent(share, 0) })}
    </Flex>
  );
}
