import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { useLocale } from "@/lib/i18n/use-locale";
import { type LabelField, labelFields, type Protocol } from "@/lib/protocol/protocol";

import type { CalibrationItem } from "../api";
import classes from "./calibration.module.css";
import { usePersonName } from "./use-name-of";

interface SideBySideProps {
  protocol: Protocol;
  page: CalibrationItem;
}

/** A row per label, a column per person; values that differ from the majority are marked. */
export function SideBySide({ protocol, page }: SideBySideProps) {
  const { t } = useTranslation("calibration");
  const { pick, format } = useLocale();
  const nameOf = usePersonName();
  const words = (field: LabelField, chosen: readonly string[]) =>
    format.list(
      chosen.map((id) => pick(field.choices.find((choice) => choice.id === id)?.title) || id),
    ) || "–";
  const differs = (said: readonly string[], reference: readonly string[] | null | undefined) =>
    reference != null && [...said].sort().join() !== [...reference].sort().join();
  return (
    <DataTable
      caption={t("item.labels")}
      rows={labelFields(protocol)}
      rowKey={({ id }) => id}
      columns={[
        { key: "field", header: t("item.label"), cell: ({ title }) => pick(title) },
        {
          key: "reference",
          header: t(page.decided ? "item.decided" : "item.majority"),
          cell: (field) => {
            const reference = page.reference[field.id];
            if (reference) return words(field, reference);
            const [first, ...others] = page.answers.map(
              (answer) => answer.content.labels[field.id],
            );
            if (!first || others.length === 0) return t("item.onlyOne");
            return others.some((other) => differs(other ?? [], first))
              ? t("item.noMajority")
              : t("item.allAgree", { value: words(field, first) });
          },
        },
        ...page.answers.map((answer) => ({
          key: answer.letter,
          header: nameOf(answer),
          cell: (field: LabelField) => {
            const said = answer.content.labels[field.id] ?? [];
            const other = differs(said, page.reference[field.id]);
            return <span className={other ? classes.other : undefined}>{words(field, said)}</span>;
          },
        })),
      ]}
    />
  );
}
