import { Box, Button, Group, NativeSelect, Skeleton, Stack } from "@mantine/core";
import { IconFilterOff, IconX } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { EmptyState } from "@/components/empty-state";
import { usePreload } from "@/components/image/use-preload";
import { loadedRows } from "@/lib/api/keyset";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";
import { useGoToPage } from "@/lib/routing/use-go";

import { isRunning, type RunDetail, useSamples } from "../api";
import { sampleCommands } from "../commands";
import { countFilteredSamples, positionOfSample } from "../samples";
import { OUTCOMES, type Outcome, type RunSearch } from "../search";
import { SampleView } from "./sample-view";

/** Distance from the end of the loaded rows at which the next page is fetched. */
const AHEAD = 5;

/** A run's responses one by one, filtered by outcome and label; arrow keys move. */
export function SampleBrowser({
  slug,
  run,
  search,
}: {
  slug: string;
  run: RunDetail;
  search: RunSearch;
}) {
  const { t } = useTranslation("evaluation");
  const { format } = useLocale();
  const go = useGoToPage();
  const list = useSamples(slug, run.id, search);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const rows = loadedRows(list.data);
  const at = positionOfSample(rows, search.sample, hasNextPage);
  const sample = at === undefined ? undefined : rows[at];
  const total = countFilteredSamples(run, search);
  const why = (run.answered ?? 0) > 0 ? "none" : isRunning(run) ? "notYet" : "ended";

  const show = (change: RunSearch) => {
    const next = { ...search, tab: "samples" as const, ...change };
    go({ page: "run", params: { id: String(run.id) }, search: next }, { replace: true });
  };
  const move = (step: number) => ({
    run: () => {
      const next = at === undefined ? undefined : rows[at + step];
      if (next) show({ sample: next.id });
    },
    enabled: at !== undefined && rows[at + step] !== undefined,
  });
  const commands = useCommands(sampleCommands, { previous: move(-1), next: move(1) });

  const isNearEnd = at === undefined || at >= rows.length - AHEAD;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);
  usePreload(at === undefined ? [] : rows.slice(at + 1, at + 4).flatMap(({ images }) => images));

  return (
    <Stack gap="1rem">
      <SampleFilters run={run} search={search} onShow={show} />
      {rows.length === 0 && !list.isPending ? (
        <EmptyState icon={<IconFilterOff size={40} stroke={1.4} />} title={t(`samples.${why}`)}>
          {t(`samples.${why}Text`)}
        </EmptyState>
      ) : (
        <>
          <Group gap="sm" wrap="nowrap">
            <CommandButton command={commands.previous} variant="default" />
            <Box component="span" className="tabular" miw="7rem" ta="center">
              {at !== undefined &&
                t("samples.at", {
                  at: format.number(at + 1),
                  total:
                    total === undefined ? `${format.number(rows.length)}` : format.number(total),
                })}
            </Box>
            <CommandButton command={commands.next} variant="default" />
          </Group>
          {sample ? <SampleView sample={sample} slices={run.slices} /> : <Skeleton height={420} />}
        </>
      )}
    </Stack>
  );
}

/** A filter from a link, which can be removed. */
function FurtherFilter({
  search: { key, letter, against, side },
  onShow,
}: {
  search: RunSearch;
  onShow: (change: RunSearch) => void;
}) {
  const { t } = useTranslation("evaluation");
  const words = [
    key && t("samples.further.key", { letter: key }),
    letter && t("samples.further.letter", { letter }),
    side && t(`samples.further.${side}`, { run: against }),
  ].filter(Boolean);
  if (words.length === 0) return null;
  return (
    <Button
      variant="default"
      rightSection={<IconX size={16} />}
      onClick={() => {
        onShow({
          key: undefined,
          letter: undefined,
          against: undefined,
          side: undefined,
          sample: undefined,
        });
      }}
    >
      {words.join(" · ")}
    </Button>
  );
}

function SampleFilters({
  run,
  search,
  onShow,
}: {
  run: RunDetail;
  search: RunSearch;
  onShow: (change: RunSearch) => void;
}) {
  const { t } = useTranslation("evaluation");
  const { pick, format } = useLocale();
  const count = (outcome: Outcome | undefined) => {
    const n = countFilteredSamples(run, { ...search, outcome });
    return n === undefined ? "" : ` ${format.number(n)}`;
  };
  const label = search.field && search.choice ? `${search.field} ${search.choice}` : "";
  return (
    <Group gap="0.75rem 1.5rem">
      <ChipChoice
        label={t("samples.outcome")}
        hideLabel
        options={[
          { value: "all", label: `${t("samples.all")}${count(undefined)}` },
          ...OUTCOMES.map((outcome) => ({
            value: outcome,
            label: `${t(`outcome.${outcome}`)}${count(outcome)}`,
          })),
        ]}
        value={search.outcome ?? "all"}
        onChange={(value) => {
          const outcome = OUTCOMES.find((one) => one === value);
          onShow({ outcome, sample: undefined });
        }}
      />
      <NativeSelect
        aria-label={t("samples.label")}
        value={label}
        data={[
          { value: "", label: t("samples.anyLabel") },
          ...run.slices.map(({ field, title, choices }) => ({
            group: pick(title),
            items: choices.map((choice) => ({
              value: `${field} ${choice.id}`,
              label: pick(choice.title),
            })),
          })),
        ]}
        onChange={(event) => {
          const [field, choice] = event.currentTarget.value.split(" ");
          onShow({ field: field || undefined, choice, sample: undefined });
        }}
      />
      <FurtherFilter search={search} onShow={onShow} />
    </Group>
  );
}
