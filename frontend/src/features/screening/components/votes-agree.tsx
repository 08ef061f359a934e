import { Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { useLocale } from "@/lib/i18n/use-locale";

import { agreementOptions } from "../api";
import classes from "./votes-agree.module.css";

/** How far those who screen say the same, over all and one by one. */
export function VotesAgree({ slug }: { slug: string }) {
  const { t } = useTranslation("screening");
  const { format } = useLocale();
  const { data } = useQuery(agreementOptions(slug));
  if (!data || data.people.length === 0) return null;
  const share = (value: number | null) =>
    value === null ? t("common:chart.noData") : format.percent(value, 0);
  return (
    <section className={classes.section}>
      <Title order={2}>{t("agreement.title")}</Title>
      <p className={classes.lead}>
        {data.agreement === null
          ? t("agreement.none")
          : t("agreement.lead", {
              share: share(data.agreement),
              count: data.images,
              number: format.number(data.images),
            })}
      </p>
      <DataTable
        caption={t("agreement.title")}
        rows={data.people}
        rowKey={({ person }) => person}
        columns={[
          { key: "person", header: t("agreement.person"), cell: ({ person }) => person },
          {
            key: "votes",
            header: t("agreement.votes"),
            cell: ({ votes }) => format.number(votes),
            numeric: true,
          },
          {
            key: "keeps",
            header: t("agreement.keeps"),
            cell: ({ keep_share: keeps }) => share(keeps),
            numeric: true,
          },
          {
            key: "same",
            header: t("agreement.same"),
            cell: ({ agreement }) => share(agreement),
            numeric: true,
          },
          {
            key: "time",
            header: t("agreement.time"),
            cell: ({ median_seconds: seconds }) =>
              seconds === null
                ? t("common:chart.noData")
                : t("agreement.seconds", { number: format.number(seconds, 1) }),
            numeric: true,
          },
        ]}
      />
    </section>
  );
}
