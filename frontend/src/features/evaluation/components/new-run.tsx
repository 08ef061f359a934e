import { Button } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { loadWhenNeeded } from "@/lib/deferred";

import type { Run } from "../api";

const RunForm = loadWhenNeeded(async () => (await import("./run-form")).RunForm);

/** Start a run with other values than those that a server refused. */
export function NewRun({
  slug,
  run,
  compact = false,
}: {
  slug: string;
  run: Run;
  compact?: boolean;
}) {
  const { t } = useTranslation("evaluation");
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        {...(compact && { variant: "default", size: "compact-md" })}
        title={t("runs.startNewHelp")}
        leftSection={compact ? undefined : <IconPlayerPlay size={18} />}
        onClick={() => {
          setOpened(true);
        }}
      >
        {t("runs.startNew")}
      </Button>
      {opened && (
        <RunForm
          slug={slug}
          version={run.version}
          settings={[{ id: run.setting, title: run.setting_title }]}
          {...(run.judges && { judges: run.judges })}
          values={run}
          opened
          onClose={() => {
            setOpened(false);
          }}
        />
      )}
    </>
  );
}
