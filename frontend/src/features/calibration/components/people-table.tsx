import { Button } from "@mantine/core";
import { IconCircleCheck, IconHourglass } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { ReasonDialog } from "@/components/reason-dialog";
import { useLocale } from "@/lib/i18n/use-locale";

import {
  type CalibratedPerson,
  type Calibration,
  type CalibrationRules,
  useApproveAnnotator,
} from "../api";
import classes from "./calibration.module.css";

interface PeopleTableProps {
  slug: string;
  calibration: Calibration;
  rules: CalibrationRules | null;
}

/** Progress, agreement and guideline version of each person, and who has passed. */
export function PeopleTable({ slug, calibration, rules }: PeopleTableProps) {
  const { t } = useTranslation("calibration");
  const { format } = useLocale();
  const [asked, setAsked] = useState<CalibratedPerson | null>(null);
  const letThrough = useApproveAnnotator();
  const { batch, people } = calibration;
  const close = () => {
    setAsked(null);
    letThrough.reset();
  };
  return (
    <>
      <DataTable
        caption={t("people.title")}
        rows={people}
        rowKey={(one) => one.person_id}
        empty={<p>{t("people.none")}</p>}
        columns={[
          { key: "name", header: t("people.name"), cell: (one) => one.name },
          {
            key: "done",
            header: t("people.done"),
            cell: (one) =>
              t("people.of", { done: one.handed_in, total: one.total, declined: one.declined }),
            numeric: true,
          },
          {
            key: "likeness",
            header: t(`people.likeness.${rules?.against ?? "majority"}`),
            cell: (one) => (one.likeness === null ? "–" : format.percent(one.likeness, 0)),
            numeric: true,
          },
          {
            key: "versions",
            header: t("people.versions"),
            cell: (one) => format.list(one.protocol_versions) || "–",
            numeric: true,
          },
          {
            key: "through",
            header: t("people.through"),
            cell: (one) =>
              one.passed ? (
                <span className={`${classes.cell ?? ""} ${classes.good ?? ""}`}>
                  <IconCircleCheck size={18} aria-hidden="true" />
                  {one.passed.by === null
                    ? t("people.byRule")
                    : t("people.byPerson", { name: one.passed.by })}
                </span>
              ) : (
                <span className={`${classes.cell ?? ""} ${classes.warn ?? ""}`}>
                  {one.finished && <IconHourglass size={18} aria-hidden="true" />}
                  {t(one.finished ? "people.waits" : "people.notYet")}
                </span>
              ),
          },
          {
            key: "action",
            header: "",
            cell: (one) =>
              !one.passed &&
              rules?.blocks && (
                <Button
                  variant="default"
                  size="compact-md"
                  aria-label={t("people.letThroughOne", { name: one.name })}
                  onClick={() => {
                    setAsked(one);
                  }}
                >
                  {t("people.letThrough")}
                </Button>
              ),
          },
        ]}
      />
      <ReasonDialog
        opened={asked !== null}
        title={t("people.letThroughOne", { name: asked?.name ?? "" })}
        action={t("people.letThrough")}
        pending={letThrough.isPending}
        error={letThrough.error}
        onClose={close}
        onConfirm={(reason) => {
          if (!asked) return;
          const path = { slug, number: batch.number, person_id: asked.person_id };
          letThrough.mutate({ params: { path }, body: { reason } }, { onSuccess: close });
        }}
      >
        <p>{t("people.letThroughText")}</p>
      </ReasonDialog>
    </>
  );
}
