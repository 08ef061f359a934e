import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { Thumbnail } from "@/components/image/thumbnail";
import { ProblemAlert } from "@/components/problem-alert";
import { ShowMore } from "@/components/show-more";
import { loadedRows } from "@/lib/api/keyset";

import { type Onboarding, useCalibrationCandidates, usePracticeItem } from "../api";
import classes from "./calibration.module.css";

interface PracticeChoiceProps {
  slug: string;
  chosen: Onboarding["practice_item"];
}

/** Choice of a finished item to practise on, or none. */
export function PracticeChoice({ slug, chosen }: PracticeChoiceProps) {
  const { t } = useTranslation(["calibration", "common"]);
  const candidates = useCalibrationCandidates(slug, { finished: true });
  const choose = usePracticeItem(slug);
  const finished = loadedRows(candidates.data);
  const set = (id: number | null) => {
    choose.mutate({ params: { path: { slug } }, body: { item_id: id } });
  };
  return (
    <>
      {choose.error && <ProblemAlert error={choose.error} />}
      {chosen && (
        <div className={classes.actions}>
          <Thumbnail src={chosen.images[0]?.thumbnail_url} alt="" marked height={96} />
          <span>{t("visit.chosen", { number: chosen.number })}</span>
          <Button
            variant="default"
            loading={choose.isPending}
            onClick={() => {
              set(null);
            }}
          >
            {t("visit.without")}
          </Button>
        </div>
      )}
      {finished.length === 0 && !candidates.isPending ? (
        <p>{t("visit.noneFinished")}</p>
      ) : (
        <details>
          <summary>{t(chosen ? "visit.chooseOther" : "visit.choose")}</summary>
          <ul className={classes.pictures}>
            {finished.map((item) => (
              <li key={item.id}>
                <Thumbnail
                  src={item.images[0]?.thumbnail_url}
                  alt=""
                  marked={item.id === chosen?.id}
                />
                <Button
                  variant="subtle"
                  size="compact-md"
                  disabled={choose.isPending || item.id === chosen?.id}
                  onClick={() => {
                    set(item.id);
                  }}
                >
                  {t("visit.chooseOne", { number: item.number })}
                </Button>
              </li>
            ))}
          </ul>
          <ShowMore list={candidates} />
        </details>
      )}
    </>
  );
}
