import { Box, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { Term, TextWithTerms } from "@/components/glossary/with-terms";
import { MutedNote } from "@/components/layout/primitives";
import { StatNumber } from "@/components/stat-number";
import { useLocale } from "@/lib/i18n/use-locale";

import { agreementOptions } from "../api";
import classes from "./votes-agree.module.css";

/** Agreement of screeners, overall and by person. */
export function VotesAgree({ slug }: { slug: string }) {
  const { t } = useTranslation(["screening", "common"]);
  const { format } = useLocale();
  const { data } = useQuery(agreementOptions(slug));
  if (!data || data.people.length === 0) return null;
  const share = (value: number | null) =>
    value === null ? t("common:chart.noData") : format.percent(value, 0);
  return (
    <Box component="section" maw="52rem" mt="3rem">
      <Title order={2}>{t("agreement.title")}</Title>
      <MutedNote mt="0.35rem" mb="md">
        {data.agreement === null ? (
          t("agreement.none")
        ) : (
          <TextWithTerms
            text={t("agreement.lead", {
              share: share(data.agreement),
              count: data.images,
              number: format.number(data.images),
            })}
          />
        )}
      </MutedNote>
      <div className={classes.numbers}>
        {data.alpha !== null && (
          <StatNumber
            value={format.decimal(data.alpha, 2)}
            label={<Term name="krippendorff-alpha">{t("agreement.alpha")}</Term>}
          />
        )}
        {data.fleiss !== null && (
          <StatNumber
            value={format.decimal(data.fleiss, 2)}
            label={t("agreement.fleiss")}
            note={t("agreement.over", {
              count: data.fleiss_images,
              number: format.number(data.fleiss_images),
            })}
          />
        )}
      </div>
      <DataTable
        caption={t("agreement.title")}
        rows={data.people}
        rowKey={({ person }) => person}
        columns={[
          {
            key: "person",
            header: t("agreement.person"),
            cell: ({ person }) => person,
          },
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
      {data.between.length > 0 && (
        <Box mt="1.5rem">
          <DataTable
            caption={t("agreement.between")}
            rows={data.between}
            rowKey={({ one, other }) => `${one} ${other}`}
            columns={[
              {
                key: "people",
                header: t("agreement.between"),
                cell: ({ one, other }) => t("agreement.two", { one, other }),
              },
              {
                key: "images",
                header: t("agreement.both"),
                cell: ({ images }) => format.number(images),
                numeric: true,
              },
              {
                key: "same",
                header: t("agreement.same"),
                cell: ({ agreement }) => share(agreement),
                numeric: true,
              },
              {
                key: "kappa",
                header: t("agreement.kappa"),
                cell: ({ kappa }) =>
                  kappa === null ? t("common:chart.noData") : format.decimal(kappa, 2),
                numeric: true,
              },
            ]}
          />
        </Box>
      )}
    </Box>
  );
}
