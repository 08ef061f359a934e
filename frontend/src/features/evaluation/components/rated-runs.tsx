import { Button, NativeSelect } from "@mantine/core";
import { IconPlus, IconScale } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useModelName } from "@/lib/i18n/use-model-name";
import { AppLink } from "@/lib/routing/app-link";

import type { Rating } from "../api-ratings";
import { useRunName } from "../run-name";
import classes from "../pages/ratings-page.module.css";

type RatedRun = Rating["runs"][number];

const seedOf = ({ seed = 0 }: RatedRun) => seed;

interface RatedRunsProps {
  runs: readonly RatedRun[];
  /** A judge model may rate them too. */
  isJudged: boolean;
  isDrawing: boolean;
  onJudge: (run: RatedRun) => void;
  onDraw: (run: RatedRun) => void;
}

/** The runs to rate: one row a model, in which its seed is chosen. */
export function RatedRuns({ runs, ...actions }: RatedRunsProps) {
  return (
    <ul className={classes.runs}>
      {[...new Set(runs.map(({ model }) => model))].map((model) => (
        <ModelRow
          key={model}
          model={model}
          seeds={runs
            .filter((run) => run.model === model)
            .toSorted((a, b) => seedOf(a) - seedOf(b))}
          {...actions}
        />
      ))}
    </ul>
  );
}

interface ModelRowProps extends Omit<RatedRunsProps, "runs"> {
  model: string;
  seeds: readonly RatedRun[];
}

function ModelRow({ model, seeds, isJudged, isDrawing, onJudge, onDraw }: ModelRowProps) {
  const { t } = useTranslation("evaluation");
  const modelName = useModelName();
  const nameOf = useRunName();
  const [chosen, setChosen] = useState(seeds[0]?.id);
  const run = seeds.find(({ id }) => id === chosen) ?? seeds[0];
  if (!run) return null;
  return (
    <li>
      <AppLink to={{ page: "run", params: { id: String(run.id) } }}>{modelName(model)}</AppLink>
      {seeds.length > 1 ? (
        <NativeSelect
          aria-label={t("ratings.seedOf", { model: modelName(model) })}
          value={run.id}
          data={seeds.map((one) => ({
            value: String(one.id),
            label: t("ratings.seed", { seed: seedOf(one) }),
          }))}
          onChange={({ currentTarget }) => {
            setChosen(Number(currentTarget.value));
          }}
        />
      ) : (
        <span className={classes.seed}>
          {seedOf(run) !== 0 && t("ratings.seed", { seed: seedOf(run) })}
        </span>
      )}
      {isJudged && (
        <Button
          variant="default"
          leftSection={<IconScale size={18} />}
          aria-label={`${t("ratings.judge")}: ${nameOf(run)}`}
          onClick={() => {
            onJudge(run);
          }}
        >
          {t("ratings.judge")}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={18} />}
        aria-label={`${t("ratings.draw")}: ${nameOf(run)}`}
        loading={isDrawing}
        onClick={() => {
          onDraw(run);
        }}
      >
        {t("ratings.draw")}
      </Button>
    </li>
  );
}
