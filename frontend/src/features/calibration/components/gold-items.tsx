import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Thumbnail } from "@/components/image/thumbnail";
import { ProblemAlert } from "@/components/problem-alert";
import { ShowMore } from "@/components/show-more";
import { loadedRows } from "@/lib/api/keyset";
import { useLocale } from "@/lib/i18n/use-locale";

import {
  type GoldResults,
  useCalibrationCandidates,
  useAddGoldItems,
  useRemoveGoldItem,
} from "../api";
import classes from "./calibration.module.css";

/** Gold items, and finished items that could become gold. */
export function GoldItems({ slug, gold }: { slug: string; gold: GoldResults }) {
  const { t } = useTranslation(["calibration", "common"]);
  const { format } = useLocale();
  const candidates = useCalibrationCandidates(slug, { finished: true });
  const add = useAddGoldItems(slug);
  const remove = useRemoveGoldItem(slug);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const there = new Set(gold.items.map(({ item }) => item.id));
  const others = loadedRows(candidates.data).filter(({ id }) => !there.has(id));
  const error = add.error ?? remove.error;
  const toggle = (id: number) => {
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  };
  const addChosen = () => {
    add.mutate(
      { params: { path: { slug } }, body: { items: [...chosen] } },
      {
        onSuccess: () => {
          setChosen([]);
        },
      },
    );
  };
  return (
    <>
      {error && <ProblemAlert error={error} />}
      {gold.items.length > 0 && (
        <ul className={classes.pictures}>
          {gold.items.map(({ item, right }) => (
            <li key={item.id}>
              <Thumbnail src={item.images[0]?.thumbnail_url} alt="" />
              <span>{t("items.picture", { number: item.number })}</span>
              <span className={classes.caption}>
                {right
                  ? t("gold.itemRight", { share: format.percent(right.share ?? 0, 0) })
                  : t("gold.notAsked")}
              </span>
              <Button
                variant="subtle"
                size="compact-md"
                aria-label={t("gold.removeOne", { number: item.number })}
                disabled={remove.isPending}
                onClick={() => {
                  remove.mutate({ params: { path: { slug, item_id: item.id } } });
                }}
              >
                {t("gold.remove")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <details>
          <summary>{t("gold.choose")}</summary>
          <ul className={classes.pictures}>
            {others.map((item) => (
              <li key={item.id} className={classes.pick}>
                <Thumbnail
                  src={item.images[0]?.thumbnail_url}
                  alt=""
                  marked={chosen.includes(item.id)}
                />
                <Checkbox
                  label={t("items.picture", { number: item.number })}
                  checked={chosen.includes(item.id)}
                  onChange={() => {
                    toggle(item.id);
                  }}
                />
              </li>
            ))}
          </ul>
          <div className={classes.actions}>
            <Button disabled={chosen.length === 0} loading={add.isPending} onClick={addChosen}>
              {t("gold.add", { count: chosen.length })}
            </Button>
            <ShowMore list={candidates} />
          </div>
        </details>
      )}
      {others.length === 0 && gold.items.length === 0 && !candidates.isPending && (
        <p>{t("gold.noneFinished")}</p>
      )}
    </>
  );
}
