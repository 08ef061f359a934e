import { Box, Button, Group, VisuallyHidden } from "@mantine/core";
import { IconCheckbox, IconHeartHandshake } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { ProblemAlert } from "@/components/problem-alert";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import type { ValidationProgress } from "../api";
import { validateCommands } from "../commands";

interface NothingLeftProps {
  progress: ValidationProgress;
  error: unknown;
  onUndo: () => void;
  onAsk: () => void;
}

/** The end of a batch, or a round without questions for this person: thanks, and the next task. */
export function NothingLeft({ progress, error, onUndo, onAsk }: NothingLeftProps) {
  const { t } = useTranslation("validate");
  const { can } = useProject();
  const { answered, round } = progress;
  const nothing = { run: () => undefined, enabled: false };
  const commands = useCommands(validateCommands, {
    confirm: nothing,
    confirmTyping: nothing,
    problem: nothing,
    problemTyping: nothing,
    undo: { run: onUndo, enabled: progress.may_undo },
    undoTyping: nothing,
  });
  const kind =
    round === null ? "noRound" : answered > 0 ? "thanks" : can("organize") ? "knowsKeys" : "known";
  return (
    <Box p="var(--page-padding)">
      <VisuallyHidden component="h1">{t("title")}</VisuallyHidden>
      <EmptyState
        icon={
          kind === "thanks" ? (
            <IconHeartHandshake size={40} stroke={1.4} />
          ) : (
            <IconCheckbox size={40} stroke={1.4} />
          )
        }
        title={t(`nothing.${kind}.title`)}
        action={
          <Group>
            {can("organize") ? (
              <Button renderRoot={(props) => <AppLink to={{ page: "questions" }} {...props} />}>
                {t("nothing.rounds")}
              </Button>
            ) : (
              <Button renderRoot={(props) => <AppLink to={{ page: "annotate" }} {...props} />}>
                {t("nothing.annotate")}
              </Button>
            )}
            {progress.may_undo && <CommandButton variant="default" command={commands.undo} />}
            <Button variant="default" onClick={onAsk}>
              {t("nothing.again")}
            </Button>
          </Group>
        }
      >
        {t(`nothing.${kind}.text`, { count: answered })}
      </EmptyState>
      {error != null && <ProblemAlert error={error} />}
    </Box>
  );
}
