import {
  Button,
  Group,
  Modal,
  NativeSelect,
  NumberInput,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { NoWorkerNotice } from "@/components/filters/no-worker";
import { ProblemAlert } from "@/components/problem-alert";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import { useLocale } from "@/lib/i18n/use-locale";
import { hasWorker, useJobs } from "@/lib/jobs/jobs";
import { useToasts } from "@/lib/toasts/use-toasts";

import {
  type Backend,
  type Leaderboard,
  type Run,
  releasesOptions,
  useEndpoints,
  useRunEstimate,
  useStartRuns,
} from "../api";
import { cardsOptions } from "../api-models";
import { startCommands } from "../commands";
import { isBaseline } from "../leaderboard";
import {
  toParameterDraft,
  LOCAL_PARAMETERS,
  PARAMETERS,
  parametersLabel,
  parseParameters,
} from "../parameters";
import { lackingFor, namesFor } from "../runnable";
import { CannotRun } from "./cannot-run";
import { ConnectionTest } from "./connection-test";
import { ParameterFields } from "./parameter-fields";

export interface RunFormProps {
  slug: string;
  /** What the model is asked to do, where it is not the questions of the release. */
  title?: string;
  version: string;
  settings: Leaderboard["settings"];
  /** The run whose responses the judge rates. */
  judges?: number;
  /** The run whose values the form begins with. */
  values?: Run;
  /** Whether it has a prompt, which a baseline lacks. */
  inWords?: boolean;
  opened: boolean;
  onClose: () => void;
}

/** Form of runs on a version, in one or more settings, or by a judge model. */
export function RunForm({ opened, onClose, title, ...form }: RunFormProps) {
  const { t } = useTranslation("evaluation");
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title ?? t("start.title", { version: form.version })}
      size="lg"
      closeButtonProps={{ "aria-label": t("start.close") }}
    >
      <Form {...form} onClose={onClose} />
    </Modal>
  );
}

const MODELS: readonly Backend[] = ["openai", "transformers", "replay"];
const BACKENDS: readonly Backend[] = [...MODELS, "random", "frequent"];
const BASELINE_NAMES = { random: "Random choice", frequent: "Frequent choice" } as const;

function Form({
  slug,
  version,
  settings,
  judges,
  values: given,
  inWords = false,
  onClose,
}: Omit<RunFormProps, "opened" | "title">) {
  const { t } = useTranslation("evaluation");
  const { pick, format } = useLocale();
  const toasts = useToasts();
  const jobs = useJobs(slug);
  const start = useStartRuns();
  const { data: endpoints = [] } = useEndpoints(slug);
  const form = useForm({
    initialValues: {
      backend: given?.backend ?? ("openai" as Backend),
      model: given?.model ?? "",
      endpoint: given?.endpoint ?? "",
      revision: given?.revision ?? "",
      splits: given?.splits ?? ([] as readonly string[]),
      prompt_price: "" as number | string,
      completion_price: "" as number | string,
      settings: settings.slice(0, 1).map(({ id }) => id) as readonly string[],
      parameters: toParameterDraft(given?.parameters),
    },
  });
  const { backend, ...values } = form.values;
  const { data: cards = [] } = useQuery(cardsOptions(slug));
  const preset = cards.find(({ model }) => model === values.model.trim())?.parameters;
  const parameters = parseParameters(
    values.parameters,
    backend === "openai" ? PARAMETERS : backend === "transformers" ? LOCAL_PARAMETERS : [],
  );
  const isRefused = Object.keys(form.errors).some((field) => field.startsWith("parameters."));
  const releases = useQuery(releasesOptions(slug));
  const splits =
    releases.data?.results
      .find((release) => release.version === version)
      ?.summary?.splits.filter(({ questions }) => questions > 0) ?? [];
  // A baseline reads no prompt, so one run is enough.
  const body = isBaseline(backend)
    ? {
        model: BASELINE_NAMES[backend],
        endpoint: "",
        revision: "",
        settings: settings.slice(0, 1).map(({ id }) => id),
      }
    : {
        model: values.model.trim(),
        endpoint: backend === "openai" ? values.endpoint : "",
        revision: values.revision.trim(),
        settings: [...values.settings],
        parameters,
        ...(backend === "openai" && {
          prompt_price: price(values.prompt_price),
          completion_price: price(values.completion_price),
        }),
      };
  const lacking = lackingFor(jobs, { backend, endpoint: body.endpoint, model: body.model });

  const onStart = () => {
    start.mutate(
      {
        params: { path: { slug } },
        body: {
          version,
          backend,
          seed: given?.seed ?? 0,
          judges: judges ?? null,
          splits: [...values.splits],
          ...body,
        },
      },
      {
        onSuccess: (runs) => {
          toasts.done(t("start.done", { count: runs.length }));
          onClose();
        },
        onError: problemsAtFields(form),
      },
    );
  };
  const commands = useCommands(
    startCommands,
    {
      start: {
        run: form.onSubmit(onStart),
        enabled:
          body.model !== "" && body.settings.length > 0 && lacking === null && !start.isPending,
      },
    },
    { inDialog: true },
  );
  return (
    <Stack>
      {!hasWorker(jobs, "gpu") && <NoWorkerNotice />}
      <ChipChoice
        label={t("start.who")}
        options={(inWords ? MODELS : BACKENDS).map((value) => ({
          value,
          label: t(`backend.${value}`),
        }))}
        {...form.getInputProps("backend")}
        value={backend}
      />
      {isBaseline(backend) ? (
        <Text c="dimmed">{t(backend === "random" ? "start.random" : "start.frequent")}</Text>
      ) : (
        <>
          {backend === "openai" && (
            <NativeSelect
              label={t("start.endpoint")}
              description={t("start.endpointHint")}
              data={[
                { value: "", label: t("start.ownEndpoint") },
                ...endpoints.map(({ name }) => name),
              ]}
              {...form.getInputProps("endpoint")}
            />
          )}
          <TextInput
            label={t("start.model")}
            description={t(`start.modelHint.${backend}`)}
            placeholder="Qwen/Qwen2.5-VL-7B-Instruct"
            {...form.getInputProps("model")}
            required
            data-autofocus
          />
          {backend === "openai" && (
            <ConnectionTest
              slug={slug}
              version={version}
              endpoint={values.endpoint}
              model={body.model}
              setting={values.settings[0] ?? settings[0]?.id ?? ""}
              parameters={parameters}
              onModel={(model) => {
                form.setFieldValue("model", model);
              }}
            />
          )}
          <details>
            <summary>{t("start.more")}</summary>
            <Stack mt="xs">
              <TextInput
                label={t("start.revision")}
                description={t("start.revisionHint")}
                {...form.getInputProps("revision")}
              />
              {backend === "openai" && (
                <Group grow align="flex-start">
                  <NumberInput
                    label={t("start.promptPrice")}
                    description={t("start.priceHint")}
                    {...form.getInputProps("prompt_price")}
                    min={0}
                    prefix="$"
                    hideControls
                  />
                  <NumberInput
                    label={t("start.completionPrice")}
                    description={t("start.priceHint")}
                    {...form.getInputProps("completion_price")}
                    min={0}
                    prefix="$"
                    hideControls
                  />
                </Group>
              )}
            </Stack>
          </details>
          {backend !== "replay" && (
            <details {...((isRefused || given?.needs_new_run) && { open: true })}>
              <summary>{t("parameters.title")}</summary>
              <ParameterFields
                inputProps={(name) => form.getInputProps(`parameters.${name}`)}
                local={backend === "transformers"}
                lead={
                  parametersLabel(preset)
                    ? t("parameters.card", { parameters: parametersLabel(preset) })
                    : t("parameters.lead")
                }
              />
            </details>
          )}
          {settings.length > 1 && (
            <ChipChoice
              label={t("start.settings")}
              options={settings.map(({ id, title }) => ({ value: id, label: pick(title) }))}
              multiple
              {...form.getInputProps("settings")}
              value={values.settings}
            />
          )}
        </>
      )}
      {judges === undefined && splits.length > 1 && (
        <ChipChoice
          label={t("start.splits")}
          options={splits.map(({ split, questions }) => ({
            value: split,
            label: `${split} (${format.number(questions)})`,
          }))}
          multiple
          {...form.getInputProps("splits")}
          value={values.splits}
        />
      )}
      {backend === "openai" && (
        <Estimate
          slug={slug}
          version={version}
          model={body.model}
          splits={values.splits}
          settings={body.settings.length}
          prices={[price(values.prompt_price), price(values.completion_price)]}
        />
      )}
      {withoutField(start.error, form.values) !== null && <ProblemAlert error={start.error} />}
      {lacking && <CannotRun lacking={lacking} names={namesFor(jobs, backend)} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("start.cancel")}
        </Button>
        <CommandButton command={commands.start} loading={start.isPending}>
          {t("start.action", { count: body.settings.length })}
        </CommandButton>
      </Group>
    </Stack>
  );
}

interface EstimateProps {
  slug: string;
  version: string;
  model: string;
  splits: readonly string[];
  settings: number;
  /** Of prompts and completions, in dollars per million tokens. */
  prices: readonly [number | null, number | null];
}

/** Estimated responses, time and cost, as far as earlier runs allow. */
function Estimate({ slug, version, model, splits, settings, prices }: EstimateProps) {
  const { t } = useTranslation("evaluation");
  const { format } = useLocale();
  const { data } = useRunEstimate(slug, version, model, [...splits]);
  if (!data) return null;
  const count = data.questions * settings;
  const dollars =
    ((data.prompt_tokens ?? 0) * (prices[0] ?? 0) +
      (data.completion_tokens ?? 0) * (prices[1] ?? 0)) /
    1e6;
  return (
    <Text role="status">
      {[
        t("start.estimate.size", { number: format.number(count) }),
        data.seconds === null
          ? t("start.estimate.unknown")
          : t("start.estimate.time", { time: format.duration(data.seconds * count) }),
        dollars > 0 && t("start.estimate.cost", { cost: `$${format.decimal(dollars * count, 2)}` }),
      ]
        .filter(Boolean)
        .join(format.gap)}
    </Text>
  );
}

/** Return a typed price, or nothing. */
function price(typed: number | string): number | null {
  return typeof typed === "number" ? typed : null;
}
