import { Button, Group, Modal, NativeSelect, NumberInput, Stack, Switch } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import { useLocale } from "@/lib/i18n/use-locale";
import { useModelName } from "@/lib/i18n/use-model-name";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";
import { useGoToPage } from "@/lib/routing/use-go";

import { leaderboardOptions } from "../api";
import { useDrawAnalysis } from "../api-errors";
import { runChoices } from "../differences";
import { isBaseline } from "../leaderboard";

/** Sample of an analysis: run, number of responses, label, number of markers. */
export function DrawDialog({
  slug,
  version,
  opened,
  onClose,
}: {
  slug: string;
  version: string;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation("evaluation");
  const modelName = useModelName();
  const { pick } = useLocale();
  const go = useGoToPage();
  const { data: board } = useQuery({ ...leaderboardOptions(slug, version), enabled: opened });
  const { fields } = useProtocol(slug);
  const labels = fields.filter(({ kind }) => kind === "label");
  const draw = useDrawAnalysis();
  const form = useForm({
    initialValues: {
      // By default the first run.
      run: undefined as string | undefined,
      size: 100 as number | string,
      seed: 0 as number | string,
      correct: 0 as number | string,
      markers: 1 as number | string,
      // By default the first label that scores are broken down by.
      field: undefined as string | undefined,
      even: false,
    },
  });
  const { run, size, correct, seed, markers, field, even } = form.values;
  // Errors of baselines say nothing, so only models are offered.
  const choices = board
    ? runChoices({ ...board, rows: board.rows.filter(({ backend }) => !isBaseline(backend)) })
    : [];
  const chosen = run ?? (choices[0] && String(choices[0].id));
  const strata = field ?? board?.slices[0]?.field ?? "";
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("errors.draw")}
      closeButtonProps={{ "aria-label": t("start.close") }}
    >
      {board && choices.length === 0 ? (
        <Stack>
          <p>{t("errors.noRun", { version })}</p>
          <Button
            style={{ alignSelf: "end" }}
            renderRoot={(props) => <AppLink to={{ page: "evaluation" }} {...props} />}
          >
            {t("start.open")}
          </Button>
        </Stack>
      ) : (
        <Stack>
          <p>{t("errors.drawLead", { version })}</p>
          <NativeSelect
            label={t("errors.run")}
            {...form.getInputProps("run")}
            value={chosen ?? ""}
            data={choices.map(({ id, model, setting }) => ({
              value: String(id),
              label: `${modelName(model)} · ${pick(board?.settings.find((one) => one.id === setting)?.title)}`,
            }))}
          />
          <NumberInput
            label={t("errors.size")}
            description={t("errors.sizeHint")}
            min={1}
            max={1000}
            {...form.getInputProps("size")}
          />
          <NumberInput
            label={t("errors.correct")}
            description={t("errors.correctHint")}
            min={0}
            max={1000}
            {...form.getInputProps("correct")}
          />
          <NativeSelect
            label={t("errors.strata")}
            {...form.getInputProps("field")}
            value={strata}
            data={[
              ...labels.map(({ id, title }) => ({ value: id, label: pick(title) })),
              { value: "", label: t("errors.none_of") },
            ]}
          />
          <Switch
            label={t("errors.even")}
            disabled={strata === ""}
            {...form.getInputProps("even", { type: "checkbox" })}
          />
          <NumberInput
            label={t("sheet.seed")}
            description={t("errors.seedHint")}
            min={0}
            {...form.getInputProps("seed")}
          />
          <NumberInput
            label={t("errors.markers")}
            description={t("errors.markersHint")}
            min={1}
            max={20}
            {...form.getInputProps("markers")}
          />
          {withoutField(draw.error, form.values) != null && <ProblemAlert error={draw.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("start.cancel")}
            </Button>
            <Button
              disabled={chosen === undefined}
              loading={draw.isPending}
              onClick={() => {
                draw.mutate(
                  {
                    params: { path: { slug } },
                    body: {
                      run: Number(chosen),
                      size: Number(size),
                      correct: Number(correct),
                      seed: Number(seed),
                      markers: Number(markers),
                      field: strata,
                      even: even && strata !== "",
                    },
                  },
                  {
                    onSuccess: ({ id }) => {
                      go({ page: "errorAnalysis", params: { id: String(id) } });
                    },
                    onError: problemsAtFields(form),
                  },
                );
              }}
            >
              {t("errors.draw")}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
