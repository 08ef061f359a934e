import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBook2,
  IconHistory,
  IconPlayerSkipForward,
} from "@tabler/icons-react";
import { type Dispatch, memo } from "react";
import { useTranslation } from "react-i18next";

import { AskQuestion } from "@/components/talk/ask-question";
import { CommandButton } from "@/lib/commands/command-button";
import { CommandIcon } from "@/lib/commands/command-icon";
import type { Command } from "@/lib/commands/types";

import type { MySlot } from "../api";
import type { annotateCommands } from "../commands";
import type { WorkspaceAction } from "../workspace-state";
import { DeclineItem, type DeclineProps } from "./decline";
import classes from "./workspace.module.css";

interface WorkspaceActionsProps extends Pick<DeclineProps, "reasons" | "onDecline"> {
  slug: string;
  slot: MySlot;
  commands: Readonly<Record<keyof (typeof annotateCommands)["specs"], Command>>;
  isDeclining: boolean;
  dispatch: Dispatch<WorkspaceAction>;
}

/**
 * Tools below the form, declining and submitting. A key press in the form does not render them
 * again.
 */
export const WorkspaceActions = memo(function WorkspaceActions({
  slug,
  slot,
  reasons,
  commands,
  isDeclining,
  dispatch,
  onDecline,
}: WorkspaceActionsProps) {
  const { t } = useTranslation("annotate");
  return (
    <div className={classes.actions}>
      <div className={classes.tools} role="toolbar" aria-label={t("tools")}>
        <CommandIcon command={commands.guidelines}>
          <IconBook2 size={18} />
        </CommandIcon>
        <AskQuestion slug={slug} about={{ slot: slot.id }} iconOnly />
        <CommandIcon command={commands.undo}>
          <IconArrowBackUp size={18} />
        </CommandIcon>
        <CommandIcon command={commands.redo}>
          <IconArrowForwardUp size={18} />
        </CommandIcon>
        <CommandIcon command={commands.history}>
          <IconHistory size={18} />
        </CommandIcon>
        {slot.kind === "work" && (
          <CommandIcon command={commands.skip}>
            <IconPlayerSkipForward size={18} />
          </CommandIcon>
        )}
      </div>
      {slot.mine && (
        <DeclineItem
          command={commands.decline}
          reasons={reasons}
          opened={isDeclining}
          onClose={() => {
            dispatch({ type: "close", panel: "decline" });
          }}
          onDecline={onDecline}
        />
      )}
      <CommandButton command={commands.submit} />
    </div>
  );
});
