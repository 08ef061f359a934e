import { Box } from "@mantine/core";
import { IconCheck, IconEqualNot } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { ItemImages } from "@/components/image/item-images";
import { FinalRecord } from "@/components/record/final-record";
import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields, type LabelField, type Protocol } from "@/lib/protocol/protocol";

import type { PracticeFeedback } from "../api";
import classes from "./practised.module.css";

interface PractisedProps {
  protocol: Protocol;
  feedback: PracticeFeedback;
}

/** The person's labels of the practice item beside the final record. */
export function PracticeComparison({ protocol, feedback }: PractisedProps) {
  const { t } = useTranslation("welcome");
  const { pick, format } = useLocale();
  const fields = labelFields(protocol);
  const fieldOf = (id: string) => fields.find((field) => field.id === id);
  const words = (field: LabelField | undefined, chosen: readonly string[]) =>
    format.list(
      chosen.map((id) => pick(field?.choices.find((choice) => choice.id === id)?.title) || id),
    ) || "–";
  return (
    <>
      <p>{t("practised.lead")}</p>
      <Box h="20rem" m="1rem 0">
        <ItemImages images={feedback.images} />
      </Box>
      <DataTable
        caption={t("practised.caption")}
        rows={feedback.fields_compared}
        rowKey={({ field }) => field}
        columns={[
          {
            key: "field",
            header: t("practised.field"),
            cell: ({ field }) => pick(fieldOf(field)?.title),
          },
          {
            key: "said",
            header: t("practised.said"),
            cell: ({ field, said }) => words(fieldOf(field), said),
          },
          {
            key: "reference",
            header: t("practised.decided"),
            cell: ({ field, reference }) => words(fieldOf(field), reference),
          },
          {
            key: "same",
            header: t("practised.verdict"),
            cell: ({ likeness }) => {
              const verdict = likeness === 1 ? "same" : likeness > 0 ? "partly" : "other";
              const Glyph = likeness === 1 ? IconCheck : IconEqualNot;
              return (
                <span className={classes.verdict} data-verdict={verdict}>
                  <Glyph size={18} aria-hidden="true" />
                  {t(`practised.${verdict}`)}
                </span>
              );
            },
          },
        ]}
      />
      <details className={classes.record}>
        <summary>{t("practised.record")}</summary>
        <FinalRecord protocol={protocol} record={feedback.record} />
      </details>
    </>
  );
}
