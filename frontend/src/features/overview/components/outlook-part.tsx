import { Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { DayBars } from "@/components/charts/day-bars";
import { TextWithTerms } from "@/components/glossary/with-terms";
import { useLocale } from "@/lib/i18n/use-locale";
import { useProject } from "@/lib/session/project";

import { SLOW_REFRESH_MS, outlookOptions, type PartForecast } from "../api";
import classes from "./overview.module.css";

/** Remaining work by step, its pace, and the estimated completion as a range, if any. */
export function OutlookPart({ slug }: { slug: string }) {
  const { t } = useTranslation(["overview", "common"]);
  const { time_zone: zone } = useProject();
  const { data } = useQuery({ ...outlookOptions(slug), refetchInterval: SLOW_REFRESH_MS });
  if (!data || data.parts.length === 0) return null;
  return (
    <section aria-labelledby="outlook" className={classes.part}>
      <Title order={2} mb="0.75rem" id="outlook">
        {t("outlook.title")}
      </Title>
      <ul className={classes.outlook}>
        {data.parts.map((one) => (
          <li key={one.part}>
            <span className={classes.personName}>
              {t(`outlook.part.${one.part}`, { round: data.round })}
            </span>
            <DayBars
              label={t(`outlook.part.${one.part}`, { round: data.round })}
              days={data.days}
              counts={one.done}
              max={Math.max(...one.done)}
            />
            <Finish of={one} />
          </li>
        ))}
      </ul>
      <p className={classes.note}>{t("common:chart.perDayIn", { zone })}</p>
      <p className={classes.note}>
        <TextWithTerms text={t("outlook.lead")} />
      </p>
    </section>
  );
}

function Finish({ of: { part, standing, left, pace, earliest, latest } }: { of: PartForecast }) {
  const { t } = useTranslation("overview");
  const { format } = useLocale();
  const range = () => {
    if (standing !== "known") return t(`outlook.${standing}`);
    if (earliest === null) return t("outlook.beyond");
    if (latest === null) return t("outlook.from", { from: format.day(earliest) });
    if (earliest === latest) return t("outlook.on", { day: format.day(latest) });
    return t("outlook.between", { from: format.day(earliest), to: format.day(latest) });
  };
  return (
    <>
      <strong className={classes.finish}>{range()}</strong>
      <span className={classes.note}>
        {[
          t(`outlook.left.${part}`, { count: left, n: format.number(left) }),
          pace !== null && t("outlook.pace", { n: format.number(pace, pace < 10 ? 1 : 0) }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </>
  );
}
