import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { TextWithTerms } from "@/components/glossary/with-terms";
import { Thumbnail } from "@/components/image/thumbnail";
import { ProblemAlert } from "@/components/problem-alert";
import { ShowMore } from "@/components/show-more";
import { loadedRows } from "@/lib/api/keyset";
import { useLocale } from "@/lib/i18n/use-locale";
import { useToasts } from "@/lib/toasts/use-toasts";

import { useCalibrationCandidates, useOpenBatch } from "../api";
import classes from "./calibration.module.css";

interface ChooseItemsProps {
  slug: string;
  /** Number that the protocol requires. */
  wanted: number | undefined;
  onOpened: () => void;
}

/** Choice of items to share with everyone: ones not begun, and finished ones. */
export function ChooseItems({ slug, wanted, onOpened }: ChooseItemsProps) {
  const { t } = useTranslation(["calibration", "common"]);
  const { format } = useLocale();
  const toasts = useToasts();
  const candidates = useCalibrationCandidates(slug);
  const open = useOpenBatch();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const rows = loadedRows(candidates.data);
  const toggle = (id: number) => {
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  };
  if (candidates.error) {
    return <ProblemAlert error={candidates.error} onRetry={() => void candidates.refetch()} />;
  }
  if (!candidates.isPending && rows.length === 0) return <p>{t("choose.none")}</p>;
  return (
    <>
      <p className={classes.lead}>
        {wanted !== undefined && t("choose.wanted", { count: wanted }) + format.gap}
        <TextWithTerms text={t("choose.lead")} />
      </p>
      <ul className={classes.pictures}>
        {rows.map((item) => (
          <li key={item.id}>
            <div className={classes.pick}>
              <Thumbnail
                src={item.images[0]?.thumbnail_url}
                alt=""
                marked={chosen.includes(item.id)}
              />
              <Checkbox
                label={t(item.finished ? "choose.finished" : "choose.picture", {
                  number: item.number,
                })}
                checked={chosen.includes(item.id)}
                onChange={() => {
                  toggle(item.id);
                }}
              />
            </div>
          </li>
        ))}
      </ul>
      <ShowMore list={candidates} />
      {open.error && <ProblemAlert error={open.error} />}
      <div className={classes.actions}>
        <Button
          disabled={chosen.length === 0}
          loading={open.isPending}
          onClick={() => {
            open.mutate(
              { params: { path: { slug } }, body: { items: [...chosen] } },
              {
                onSuccess: () => {
                  toasts.done(t("choose.done", { count: chosen.length }));
                  onOpened();
                },
              },
            );
          }}
        >
          {t("choose.open", { count: chosen.length })}
        </Button>
      </div>
    </>
  );
}
