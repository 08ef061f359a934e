import { Button, Group, Modal, NativeSelect, NumberInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { ProblemAlert } from "@/components/problem-alert";
import { atFields, withoutField } from "@/lib/forms/refusals";
import { useLocale } from "@/lib/i18n/use-locale";
import { useGo } from "@/lib/routing/use-go";

import { leaderboardOptions } from "../api";
import { useDraw } from "../api-errors";
import { runChoices } from "../differences";
import { isBaseline } from "../leaderboard";

/** Which run's wrong answers are drawn, how many, and by how many they are marked. */
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
  const { pick } = useLocale();
  const go = useGo();
  const { data: board } = useQuery({ ...leaderboardOptions(slug, version), enabled: opened });
  const draw = useDraw();
  const form = useForm({
    initialValues: {
      // The first that is offered, until somebody chooses.
      run: undefined as string | undefined,
      size: 100 as number | string,
      seed: 0 as number | string,
      markers: "1",
    },
  });
  const { run, size, seed, markers } = form.values;
  // What a model gets wrong says something; what a baseline gets wrong does not.
  const choices = board
    ? runChoices({ ...board, rows: board.rows.filter(({ backend }) => !isBaseline(backend)) })
    : [];
  const chosen = run ?? (choices[0] && String(choices[0].id));
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("errors.draw")}
      closeButtonProps={{ "aria-label": t("start.close") }}
    >
      <Stack>
        <p>{t("errors.drawLead", { version })}</p>
        <NativeSelect
          label={t("errors.run")}
          {...form.getInputProps("run")}
          value={chosen ?? ""}
          data={choices.map(({ id, model, setting }) => ({
            value: String(id),
            label: `${model} · ${pick(board?.settings.find((one) => one.id === setting)?.title)}`,
          }))}
        />
        <NumberInput
          label={t("errors.size")}
          description={t("errors.sizeHint")}
          min={1}
          max={1000}
          {...form.getInputProps("size")}
        />
        <NumberInput label={t("sheet.seed")} min={0} {...form.getInputProps("seed")} />
        <ChipChoice
          label={t("errors.markers")}
          hint={t("errors.markersHint")}
          options={[
            { value: "1", label: "1" },
            { value: "2", label: "2" },
          ]}
          value={markers}
          onChange={(chosen) => {
            form.setFieldValue("markers", chosen);
          }}
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
                    seed: Number(seed),
                    markers: Number(markers),
                  },
                },
                {
                  onSuccess: ({ id }) => {
                    go({ page: "errorAnalysis", params: { id: String(id) } });
                  },
                  onError: atFields(form),
                },
              );
            }}
          >
            {t("errors.draw")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
