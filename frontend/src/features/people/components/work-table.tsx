import { Box, Flex } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { Bar } from "@/components/charts/bar";
import { DataTable } from "@/components/data-table";
import { InviteButton } from "@/components/invite/invite-button";
import { MutedText } from "@/components/layout/primitives";
import { StatNumber } from "@/components/stat-number";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";

import { peopleOptions, type PersonWork } from "../api";
import classes from "./people.module.css";

const LIVE_MS = 15_000;

/** Work of each person, compared with the final records. */
export function WorkTable({ slug }: { slug: string }) {
  const { t } = useTranslation("people");
  const { format } = useLocale();
  const { data } = useSuspenseQuery({ ...peopleOptions(slug), refetchInterval: LIVE_MS });
  const none = <MutedText>{t("work.none")}</MutedText>;
  const count = (value: number) => (value > 0 ? format.number(value) : none);
  const time = (seconds: number | null) => (seconds === null ? none : format.duration(seconds));
  const share = (value: number | null) => (value === null ? none : <Share value={value} />);

  return (
    <>
      {data.human_average !== null && (
        <div className={classes.numbers}>
          <StatNumber
            value={format.percent(data.human_average)}
            label={t("work.humanAverage")}
            note={t("work.humanAverageNote")}
          />
          {data.human_best !== null && (
            <StatNumber value={format.percent(data.human_best)} label={t("work.humanBest")} />
          )}
        </div>
      )}
      <DataTable<PersonWork>
        caption={t("work.title")}
        rows={data.people}
        rowKey={(row) => row.person_id}
        empty={
          <Box c="dimmed">
            <p>{t("work.empty")}</p>
            <InviteButton variant="default" />
          </Box>
        }
        columns={[
          {
            key: "name",
            header: t("work.name"),
            cell: (row) => (
              <AppLink
                className={classes.name}
                to={{ page: "person", params: { id: String(row.person_id) } }}
              >
                {row.name}
              </AppLink>
            ),
          },
          {
            key: "annotated",
            header: t("work.annotated"),
            cell: (row) => count(row.annotated),
            numeric: true,
          },
          {
            key: "annotation_seconds",
            header: t("work.annotationTime"),
            cell: (row) => time(row.annotation_seconds),
            numeric: true,
          },
          { key: "kept", header: t("work.kept"), cell: (row) => share(row.kept), numeric: true },
          {
            key: "validated",
            header: t("work.validated"),
            cell: (row) => count(row.validated),
            numeric: true,
          },
          {
            key: "validation_seconds",
            header: t("work.validationTime"),
            cell: (row) => time(row.validation_seconds),
            numeric: true,
          },
          {
            key: "accuracy",
            header: t("work.accuracy"),
            cell: (row) => share(row.accuracy),
            numeric: true,
          },
        ]}
      />
    </>
  );
}

function Share({ value }: { value: number }) {
  const { format } = useLocale();
  return (
    <Flex display="inline-flex" component="span" gap="0.6rem" align="center">
      <Bar share={value} color="var(--data)" w="4rem" h="0.5rem" aria-hidden="true" />
      {format.percent(value, 0)}
    </Flex>
  );
}
