import { Button, Checkbox, Group, NativeSelect, Stack, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { MutedNote } from "@/components/layout/primitives";
import { ProblemAlert } from "@/components/problem-alert";
import { useLocale } from "@/lib/i18n/use-locale";
import { useGoToPage } from "@/lib/routing/use-go";

import { ratingsOptions, useDrawRating } from "../api-ratings";
import { RatingTasks } from "./rating-tasks";

/** Images of a generator, rated before a release beside those of other sets. */
export function GeneratedImageRatings({ slug }: { slug: string }) {
  const { t } = useTranslation("evaluation");
  const { pick, format } = useLocale();
  const go = useGoToPage();
  const { data } = useSuspenseQuery(ratingsOptions(slug, ""));
  const draw = useDrawRating();
  const { sets, ratings, tasks } = data;
  const [own, setOwn] = useState(sets[0]?.name ?? "");
  const [beside, setBeside] = useState<readonly string[]>([]);
  if (sets.length === 0 || ratings.length === 0) return null;
  const others = sets.filter(({ name }) => name !== own);
  return (
    <Stack component="section" gap="1rem" mb="2.5rem" aria-labelledby="candidates">
      <Title order={2} size="h3" id="candidates">
        {t("ratings.candidates.title")}
      </Title>
      <MutedNote>{t("ratings.candidates.lead")}</MutedNote>
      <NativeSelect
        label={t("ratings.candidates.set")}
        maw={420}
        value={own}
        data={sets.map(({ name, size }) => ({
          value: name,
          label: t("ratings.candidates.sized", { name, size: format.number(size) }),
        }))}
        onChange={(event) => {
          setOwn(event.currentTarget.value);
          setBeside([]);
        }}
      />
      {others.length > 0 && (
        <Checkbox.Group
          label={t("ratings.candidates.beside")}
          value={[...beside]}
          onChange={setBeside}
        >
          <Group mt="xs">
            {others.map(({ name }) => (
              <Checkbox key={name} value={name} label={name} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {ratings.map(({ id, title, share, people }) => (
        <div key={id}>
          <Group gap="0.75rem 1rem">
            <span>
              {pick(title)} ·{" "}
              {t("ratings.ofItems", { share: format.percent(share, 0), count: people })}
            </span>
            <Button
              leftSection={<IconPlus size={18} />}
              aria-label={`${t("ratings.draw")}: ${pick(title)}`}
              loading={draw.isPending}
              onClick={() => {
                draw.mutate(
                  {
                    params: { path: { slug } },
                    body: {
                      version: "",
                      rating: id,
                      sets: [own, ...beside],
                      run: null,
                      beside: [],
                      seed: 0,
                    },
                  },
                  {
                    onSuccess: (drawn) => {
                      go({ page: "evaluationRating", params: { id: String(drawn.id) } });
                    },
                  },
                );
              }}
            >
              {t("ratings.draw")}
            </Button>
          </Group>
          <RatingTasks title={pick(title)} tasks={tasks.filter(({ rating }) => rating === id)} />
        </div>
      ))}
      {draw.error != null && <ProblemAlert error={draw.error} />}
    </Stack>
  );
}
