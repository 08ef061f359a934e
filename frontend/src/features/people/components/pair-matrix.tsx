import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { axisStart, findEstimate, type Measure } from "@/components/agreement/agreement";
import { type HeatCell, HeatTable } from "@/components/charts/heat-table";
import { ProblemAlert } from "@/components/problem-alert";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";

import { type PairAgreements, pairsOptions } from "../api";
import { measureOfPair } from "../search";

export interface PairMatrixProps {
  slug: string;
  field: string;
  /** Measures over all people; of a pair, kappa is Cohen's. */
  measure: Measure;
}

/** Pairs of people: agreement above the diagonal, number of items below it. */
export function PairMatrix({ slug, field, measure }: PairMatrixProps) {
  const { data, error, refetch } = useQuery(pairsOptions(slug, field));
  if (error) return <ProblemAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={220} mt="md" />;
  return <Matrix pairs={data} measure={measureOfPair(measure)} />;
}

function Matrix({
  pairs: { people, pairs },
  measure,
}: {
  pairs: PairAgreements;
  measure: Measure;
}) {
  const { t } = useTranslation(["people", "common"]);
  const { format } = useLocale();
  const place = new Map(people.map(({ id }, at) => [String(id), at]));
  const found = new Map(
    pairs.flatMap((pair) => [
      [`${String(pair.one_id)} ${String(pair.other_id)}`, pair] as const,
      [`${String(pair.other_id)} ${String(pair.one_id)}`, pair] as const,
    ]),
  );
  const min = axisStart(pairs.map(({ agreement }) => findEstimate(agreement, measure)));

  const cell = (row: string, column: string): HeatCell => {
    if (row === column) return { value: null, text: "" };
    const pair = found.get(`${row} ${column}`);
    const isUpper = (place.get(row) ?? 0) < (place.get(column) ?? 0);
    if (!pair) return { value: null, text: isUpper ? t("common:chart.noData") : "" };
    const { used, total } = pair.agreement;
    if (!isUpper) {
      const n = used === total ? format.number(used) : `${String(used)}/${String(total)}`;
      return { value: null, text: n };
    }
    return { value: findEstimate(pair.agreement, measure).value, n: used };
  };
  const named = people.map(({ id, name }) => ({
    key: String(id),
    label: <AppLink to={{ page: "person", params: { id: String(id) } }}>{name}</AppLink>,
  }));
  return (
    <HeatTable
      caption={t("pairs.caption", { measure: t(`common:agreement.measure.${measure}`) })}
      rows={named}
      columns={people.map(({ id, name }) => ({
        key: String(id),
        label: name,
      }))}
      cell={cell}
      min={min}
      formatValue={(value) =>
        measure === "percent" ? format.percent(value, 0) : format.decimal(value, 2)
      }
    />
  );
}
