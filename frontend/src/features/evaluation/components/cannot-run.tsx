import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { CodeCopy } from "@/components/code-copy";
import { useLocale } from "@/lib/i18n/use-locale";

import type { Lacking } from "../runnable";

const COMMANDS: Readonly<Record<Lacking, string>> = {
  server: "export SUBTEXT_MODEL_URL=http://127.0.0.1:8000/v1",
  folder: "export SUBTEXT_MODELS=/path/to/models",
  replay: "export SUBTEXT_REPLAYS=/path/to/responses",
};

export interface CannotRunProps {
  lacking: Lacking;
  /** Names of the models that the worker has. */
  names: readonly string[];
}

/** Says what the running workers lack for a run, and the command that gives it to them. */
export function CannotRun({ lacking, names }: CannotRunProps) {
  const { t } = useTranslation("evaluation");
  const { format } = useLocale();
  return (
    <Stack gap="xs" p="md" bd="1px solid var(--warn)" bdrs="md" role="status">
      <Text fw={600}>{t(`start.lacking.${lacking}.title`)}</Text>
      <Text>
        {names.length > 0
          ? t("start.lacking.has", { names: format.list([...names]) })
          : t(`start.lacking.${lacking}.text`)}
      </Text>
      <CodeCopy label={t("start.lacking.command")}>{COMMANDS[lacking]}</CodeCopy>
    </Stack>
  );
}
