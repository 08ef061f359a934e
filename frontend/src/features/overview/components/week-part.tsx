import { Skeleton, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { DayBars } from "@/components/charts/day-bars";
import { ProblemAlert } from "@/components/problem-alert";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";

import { activityOptions, CALM_MS } from "../api";
import { busiestDay, dailyTotals, KINDS, sumOf } from "../week";
import classes from "./overview.module.css";

/** Who did how much on which day: small multiples on one scale. */
export function WeekPart({ slug }: { slug: string }) {
  const { t } = useTranslation("overview");
  const { format } = useLocale();
  const { data, error, refetch } = useQuery({
    ...activityOptions(slug),
    refetchInterval: CALM_MS,
  });
  const max = data ? busiestDay(data.people) : 0;
  return (
    <section aria-labelledby="week" className={classes.part}>
      <div className={classes.head}>
        <Title order={2} id="week">
          {t("week.title")}
        </Title>
        <AppLink to={{ page: "people" }}>{t("week.more")}</AppLink>
      </div>
      {error ? (
        <ProblemAlert error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={220} />
      ) : data.people.length === 0 ? (
        <p className={classes.note}>{t("week.none")}</p>
      ) : (
        <ul className={classes.people}>
          {data.people.map((person) => (
            <li key={person.person_id}>
              <span className={classes.personName}>{person.name}</span>
              <DayBars
                label={person.name}
                days={data.days}
                counts={dailyTotals(person)}
                max={max}
              />
              <span className={classes.note}>
                {KINDS.filter((kind) => sumOf(person[kind]) > 0)
                  .map((kind) => t(`week.${kind}`, { n: format.number(sumOf(person[kind])) }))
                  .join(" · ")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
