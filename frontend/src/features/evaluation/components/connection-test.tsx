import { Box, Button, Code, Group, Stack, Text } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { useLocale } from "@/lib/i18n/use-locale";
import { hasWorker, isJobLive, useJobs } from "@/lib/jobs/jobs";

import { useConnectionTest, useEndpoints } from "../api";
import type { RequestParameters } from "../parameters";
import classes from "./connection-test.module.css";

export interface ConnectionTestProps {
  slug: string;
  version: string;
  endpoint: string;
  model: string;
  setting: string;
  parameters: RequestParameters;
  /** Called when a model of the server was chosen. */
  onModel: (model: string) => void;
}

/** Tests a model server before a run: lists its models and requests one answer. */
export function ConnectionTest({ slug, onModel, ...asked }: ConnectionTestProps) {
  const { t } = useTranslation("evaluation");
  const { format } = useLocale();
  const { start, isStarting, test, error } = useConnectionTest(slug);
  const jobs = useJobs(slug);
  const { data: endpoints = [] } = useEndpoints(slug);
  const isUnderWay = isStarting || (isJobLive(test?.status) && !error);
  const found = test?.result;
  const variable =
    endpoints.find(({ name }) => name === asked.endpoint)?.key_variable ?? "SUBTEXT_MODEL_KEY";
  return (
    <Stack gap="xs">
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={18} />}
          loading={isUnderWay}
          onClick={() => {
            start(asked);
          }}
        >
          {t("start.test")}
        </Button>
      </Group>
      <div role="status" className={classes.result}>
        {isUnderWay && t(hasWorker(jobs, "default") ? "start.testing" : "start.testWaits")}
        {error && <ProblemAlert error={error} />}
        {test?.error && !isUnderWay && (
          <Box component="p" c="var(--bad)">
            {test.error}
          </Box>
        )}
        {found && !isUnderWay && (
          <>
            {found.problem && (
              <Box component="p" c="var(--bad)">
                {found.problem}
              </Box>
            )}
            {found.problem && !found.has_key && asked.endpoint !== "" && (
              <p>{t("start.noKey", { variable: found.key_variable })}</p>
            )}
            {found.models.length > 0 && (
              <div>
                <Text fw={600}>{t("start.models")}</Text>
                <Group gap="xs">
                  {found.models.map((model) => (
                    <Button
                      key={model}
                      size="compact-md"
                      variant={model === asked.model ? "filled" : "default"}
                      onClick={() => {
                        onModel(model);
                      }}
                    >
                      {model}
                    </Button>
                  ))}
                </Group>
              </div>
            )}
            {!found.problem && !found.answer && <p>{t("start.listed")}</p>}
            {found.answer && (
              <>
                <p>
                  {t("start.answered", {
                    model: asked.model,
                    time:
                      (found.seconds ?? 0) < 1
                        ? t("start.lessThanSecond")
                        : format.duration(found.seconds ?? 0),
                  })}
                </p>
                <blockquote className={classes.answer}>{found.answer}</blockquote>
              </>
            )}
          </>
        )}
      </div>
      <details>
        <summary>{t("start.keyTitle")}</summary>
        <p>{t("start.keyText")}</p>
        <Code block>{`export ${variable}=…`}</Code>
      </details>
    </Stack>
  );
}
