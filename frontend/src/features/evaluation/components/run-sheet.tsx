import { Flex, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { CodeCopy } from "@/components/code-copy";
import { HashCopy } from "@/components/hash-copy";
import { FactList } from "@/components/layout/facts";
import { useLocale } from "@/lib/i18n/use-locale";
import { useModelName } from "@/lib/i18n/use-model-name";
import { AppLink } from "@/lib/routing/app-link";

import type { RunDetail } from "../api";
import { parametersLabel } from "../parameters";

const HOW_IT_RAN = ["device", "dtype", "attention", "batch", "weights"] as const;

/** The file of external results. */
const OUTSIDE = ["note", "file", "format", "sha256"] as const;

type Fact = readonly [string, ReactNode];

/** All parameters of a run, so that others can repeat it. */
export function RunSheet({ run }: { run: RunDetail }) {
  const { t } = useTranslation("evaluation");
  const modelName = useModelName();
  const { format, pick } = useLocale();
  const { result } = run;
  /** Duration and requests of the run; unknown for external results. */
  const ran = (of: NonNullable<typeof result>): readonly Fact[] => [
    [t("sheet.seconds"), format.duration(of.seconds)] as const,
    [
      t("sheet.usage"),
      t("sheet.usageOf", {
        asked: format.number(of.usage.prompt_tokens),
        said: format.number(of.usage.completion_tokens),
      }),
    ] as const,
    [t("sheet.repeated"), format.number(of.usage.repeated)] as const,
    [t("sheet.reused"), format.number(of.usage.reused)] as const,
    ...(of.usage.cost == null
      ? []
      : [[t("sheet.cost"), `$${format.number(of.usage.cost)}`] as const]),
    ...HOW_IT_RAN.filter((key) => of.model[key] != null).map(
      (key) => [t(`sheet.${key}`), <code key={key}>{String(of.model[key])}</code>] as const,
    ),
    [
      t("sheet.packages"),
      Object.entries(of.packages)
        .map(([name, version]) => `${name} ${version}`)
        .join(", "),
    ] as const,
  ];
  /** Request parameters as they were sent, which older runs record in part. */
  const sent = ({ parameters, ...of }: NonNullable<typeof result>): readonly Fact[] => [
    [t("sheet.temperature"), numberOf(of.temperature)] as const,
    [
      t("sheet.tokens"),
      format.number(parameters?.maximum_tokens ?? of.setting.maximum_tokens),
    ] as const,
    [t("sheet.shots"), format.number(of.setting.shots)] as const,
    ...(run.parameters_label
      ? [
          [
            t("parameters.differ"),
            <code key="parameters">{parametersLabel(run.parameters)}</code>,
          ] as const,
        ]
      : []),
  ];
  const numberOf = (value: number | null) =>
    value === null ? t("parameters.notSent") : format.number(value);
  const facts: readonly Fact[] = [
    [
      t("sheet.release"),
      <Flex
        key="release"
        display="inline-flex"
        component="span"
        gap="0.3rem 0.75rem"
        align="center"
        wrap="wrap"
      >
        <AppLink to={{ page: "release", params: { version: run.version } }}>{run.version}</AppLink>
        {result && <HashCopy hash={result.release.sha256} label={t("hash")} />}
      </Flex>,
    ],
    [t("sheet.splits"), format.list(run.splits)],
    [t("model"), modelName(run.model)],
    [t("sheet.revision"), run.revision || t("sheet.unknown")],
    [t("sheet.backend"), t(`backend.${run.backend}`)],
    ...(run.endpoint ? [[t("sheet.endpoint"), run.endpoint] as const] : []),
    ...(run.base_url ? [[t("sheet.address"), <code key="url">{run.base_url}</code>] as const] : []),
    [t("setting"), pick(run.setting_title) || run.setting],
    [t("sheet.seed"), String(run.seed ?? 0)],
    ...(result
      ? [
          ...(result.outside ? [] : sent(result)),
          ...OUTSIDE.filter((key) => result.outside?.[key]).map(
            (key) => [t(`sheet.outside.${key}`), result.outside?.[key]] as const,
          ),
          [t("sheet.rule"), <code key="rule">{result.rule}</code>] as const,
          ...(result.outside ? [] : ran(result)),
        ]
      : []),
  ];
  return (
    <Stack gap="2rem" maw="60rem">
      <FactList names="13rem" lined>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </FactList>
      {!result && <p>{t("sheet.later")}</p>}
      {result?.setting.instruction && (
        <section>
          <Title order={2} size="h3" mb="xs">
            {t("sheet.instruction")}
          </Title>
          <CodeCopy label={t("sheet.instruction")} wrap>
            {result.setting.instruction}
          </CodeCopy>
        </section>
      )}
      {result?.setting.prompt && (
        <section>
          <Title order={2} size="h3" mb="xs">
            {t("sheet.prompt")}
          </Title>
          <CodeCopy label={t("sheet.prompt")} wrap>
            {result.setting.prompt}
          </CodeCopy>
        </section>
      )}
    </Stack>
  );
}
