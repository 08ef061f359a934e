import type { ButtonProps } from "@mantine/core";
import { IconMessageQuestion } from "@tabler/icons-react";
import { useState } from "react";

import { CommandButton } from "@/lib/commands/command-button";
import { CommandIcon } from "@/lib/commands/command-icon";
import { useCommands } from "@/lib/commands/use-commands";
import { useProject } from "@/lib/session/project";

import { type DiscussionSubject, AskDialog } from "./ask-dialog";
import { noteCommands, talkCommands } from "./talk-commands";

interface AskQuestionProps extends ButtonProps {
  slug: string;
  about: DiscussionSubject;
  /** For places without room for a label. */
  iconOnly?: boolean;
}

/**
 * Button and shortcut to ask the organizers about the current work. Organizers record a consensus
 * instead.
 */
export function AskQuestion({ slug, about, iconOnly = false, ...button }: AskQuestionProps) {
  const [isAsking, setAsking] = useState(false);
  const isOrganizer = useProject().can("organize");
  const commands = useCommands(isOrganizer ? noteCommands : talkCommands, {
    ask: () => {
      setAsking(true);
    },
  });
  return (
    <>
      {iconOnly ? (
        <CommandIcon command={commands.ask}>
          <IconMessageQuestion size={18} />
        </CommandIcon>
      ) : (
        <CommandButton
          variant="subtle"
          leftSection={<IconMessageQuestion size={18} aria-hidden="true" />}
          {...button}
          command={commands.ask}
        />
      )}
      <AskDialog
        slug={slug}
        about={about}
        noting={isOrganizer}
        opened={isAsking}
        onClose={() => {
          setAsking(false);
        }}
      />
    </>
  );
}
