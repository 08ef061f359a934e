import { Box } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { HeatTable } from "@/components/charts/heat-table";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";

import { peopleOptions, reliabilityOptions } from "../api";

/** Reliability of each person by field, if it can be estimated. */
export function ReliabilityTable({
  slug,
  titleOf,
}: {
  slug: string;
  titleOf: (field: string) => string;
}) {
  const { t } = useTranslation("people");
  const { format } = useLocale();
  const { data: fields } = useSuspenseQuery(reliabilityOptions(slug));
  const {
    data: { people },
  } = useSuspenseQuery(peopleOptions(slug));
  const estimates = fields.flatMap((one) => one.people);
  if (estimates.every(({ accuracy }) => accuracy === null)) {
    return <p>{t("reliability.fewPeople")}</p>;
  }
  const known = people.filter(({ person_id: id }) => estimates.some(({ person }) => person === id));
  return (
    <>
      <HeatTable
        caption={t("reliability.caption")}
        rows={known.map(({ person_id: id, name }) => ({
          key: String(id),
          label: <AppLink to={{ page: "person", params: { id: String(id) } }}>{name}</AppLink>,
        }))}
        columns={fields.map(({ field }) => ({ key: field, label: titleOf(field) }))}
        cell={(row, column) => {
          const one = fields
            .find(({ field }) => field === column)
            ?.people.find(({ person }) => String(person) === row);
          return one ? { value: one.accuracy, n: one.items } : { value: null };
        }}
        min={0.5}
        formatValue={(value) => format.percent(value, 0)}
      />
      {estimates.some(({ accuracy }) => accuracy === null) && (
        <Box component="p" c="dimmed">
          {t("reliability.few")}
        </Box>
      )}
    </>
  );
}
