import { Button, Checkbox, Stack, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { MutedNote } from "@/components/layout/primitives";
import { ProblemAlert } from "@/components/problem-alert";
import { useLocale } from "@/lib/i18n/use-locale";
import { useGoToPage } from "@/lib/routing/use-go";

import { type Rating, useDrawRating } from "../api-ratings";
import { useRunName } from "../run-name";

/** Runs with the same scales, to be rated together: each entry shows all responses. */
export function SideBySideRating({
  slug,
  version,
  ratings,
}: {
  slug: string;
  version: string;
  ratings: readonly Rating[];
}) {
  const { t } = useTranslation("evaluation");
  const { pick } = useLocale();
  const draw = useDrawRating();
  const nameOf = useRunName();
  const go = useGoToPage();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const headingId = `beside-${ratings[0]?.id ?? ""}`;
  const runs = ratings.flatMap((rating) => rating.runs.map((run) => ({ rating, run })));
  const [first, ...others] = runs.filter(({ run }) => chosen.includes(run.id));
  if (runs.length < 2) return null;
  return (
    <Stack component="section" gap="1rem" mb="2.5rem" aria-labelledby={headingId}>
      <Title order={2} size="h3" id={headingId}>
        {t("ratings.beside.title")}
      </Title>
      <MutedNote>{t("ratings.beside.lead")}</MutedNote>
      <Stack gap="xs">
        {runs.map(({ rating, run }) => (
          <Checkbox
            key={run.id}
            label={`${nameOf(run)} · ${pick(rating.task_title ?? rating.title)}`}
            checked={chosen.includes(run.id)}
            onChange={({ currentTarget: { checked } }) => {
              setChosen(checked ? [...chosen, run.id] : chosen.filter((id) => id !== run.id));
            }}
          />
        ))}
      </Stack>
      <div>
        <Button
          leftSection={<IconPlus size={18} />}
          disabled={others.length === 0}
          loading={draw.isPending}
          onClick={() => {
            if (!first) return;
            draw.mutate(
              {
                params: { path: { slug } },
                body: {
                  version,
                  sets: [],
                  rating: first.rating.id,
                  run: first.run.id,
                  beside: others.map(({ run }) => run.id),
                  seed: 0,
                },
              },
              {
                onSuccess: ({ id }) => {
                  go({ page: "evaluationRating", params: { id: String(id) } });
                },
              },
            );
          }}
        >
          {t("ratings.beside.draw")}
        </Button>
      </div>
      {draw.error != null && <ProblemAlert error={draw.error} />}
    </Stack>
  );
}
