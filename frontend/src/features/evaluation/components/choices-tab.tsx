import { Skeleton, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { HeatTable } from "@/components/charts/heat-table";
import type { LinkTarget } from "@/lib/routing/pages";

import type { RunDetail } from "../api";
import { confusionOptions, type ConfusionMatrix } from "../api-scores";
import { matrixCells } from "../choices";

/** Options chosen instead of the correct one, by letter and by length. */
export function ChoicesTab({ slug, run }: { slug: string; run: RunDetail }) {
  const { t } = useTranslation("evaluation");
  const { data } = useQuery({
    ...confusionOptions(slug, run.id),
    enabled: run.overall !== null,
    throwOnError: true,
  });
  if (!run.overall) return <p>{t("run.noScores")}</p>;
  if (!data) return <Skeleton height={320} />;
  const named = (name: string) =>
    name === "miss" || name === "error" ? t(`outcome.${name}`) : name;
  const placed = (name: string) =>
    /^\d+$/.test(name) ? t("choices.place", { place: name }) : named(name);
  return (
    <Stack gap="2.5rem">
      <section aria-labelledby="letters">
        <Title order={2} size="h3" id="letters" mb="xs">
          {t("choices.letters")}
        </Title>
        <Shares
          matrix={data.letters}
          caption={t("choices.lettersCaption")}
          nameOf={named}
          to={(key, letter) => ({
            page: "run",
            params: { id: String(run.id) },
            search: {
              tab: "samples",
              key,
              ...(letter === "miss" || letter === "error" ? { outcome: letter } : { letter }),
            },
          })}
        />
      </section>
      <section aria-labelledby="lengths">
        <Title order={2} size="h3" id="lengths" mb="xs">
          {t("choices.lengths")}
        </Title>
        <Shares matrix={data.lengths} caption={t("choices.lengthsCaption")} nameOf={placed} />
      </section>
    </Stack>
  );
}

const ALL = "all";

/** Counts of a matrix, shaded by their share of the row, with the sums of rows and columns. */
function Shares({
  matrix,
  caption,
  nameOf,
  to,
}: {
  matrix: ConfusionMatrix;
  caption: string;
  nameOf: (name: string) => string;
  to?: (row: string, column: string) => LinkTarget;
}) {
  const { t } = useTranslation("evaluation");
  const cells = matrixCells(matrix);
  const axis = (names: readonly string[], all: string) => [
    ...names.map((name) => ({ key: name, label: nameOf(name) })),
    { key: ALL, label: all },
  ];
  return (
    <HeatTable
      caption={caption}
      rows={axis(matrix.rows, t("choices.chosen"))}
      columns={axis(matrix.columns, t("choices.keys"))}
      cell={(row, column) => {
        const { share, count } = cells(row, column);
        return {
          value: share,
          n: count,
          ...(to && count > 0 && row !== ALL && column !== ALL && { to: to(row, column) }),
        };
      }}
    />
  );
}
