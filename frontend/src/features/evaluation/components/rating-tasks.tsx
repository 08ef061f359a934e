import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { MutedNote } from "@/components/layout/primitives";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";

import type { RatingTask } from "../api-ratings";
import { useRunName } from "../run-name";

/** Sampled responses to mark, each with a link. */
export function RatingTasks({ title, tasks }: { title: string; tasks: readonly RatingTask[] }) {
  const { t } = useTranslation("evaluation");
  const { format } = useLocale();
  const nameOf = useRunName();
  return (
    <DataTable
      caption={title}
      rows={tasks}
      rowKey={({ id }) => id}
      empty={<MutedNote>{t("ratings.notDrawn")}</MutedNote>}
      columns={[
        {
          key: "what",
          header: t("ratings.what"),
          cell: ({ id, run, beside, sets }) => (
            <AppLink to={{ page: "evaluationRating", params: { id: String(id) } }}>
              {run
                ? format.list([run, ...beside].map(nameOf))
                : format.list(sets) || t("ratings.items")}
            </AppLink>
          ),
        },
        {
          key: "size",
          header: t("ratings.size"),
          numeric: true,
          cell: ({ size }) => format.number(size),
        },
        {
          key: "people",
          header: t("ratings.people"),
          numeric: true,
          cell: ({ people }) => format.number(people),
        },
        { key: "seed", header: t("sheet.seed"), numeric: true, cell: ({ seed }) => seed },
        {
          key: "when",
          header: t("runs.when"),
          cell: ({ created_at: at }) => <RelativeTime at={at} />,
        },
      ]}
    />
  );
}
