import { Checkbox, Group, Modal, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { $api } from "@/lib/api/client";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { useToasts } from "@/lib/toasts/use-toasts";

import { ProblemAlert } from "../problem-alert";
import { askCommands } from "./talk-commands";
import { THREADS } from "./threads";

/** Subject: the person's slot or validation assignment, an item in rework, or any item. */
export type DiscussionSubject =
  { slot: number } | { place: number } | { case: number } | { item: number };

export interface AskDialogProps {
  slug: string;
  about: DiscussionSubject;
  opened: boolean;
  onClose: () => void;
  /** Organizers do not ask; they record what was agreed on. */
  noting?: boolean;
}

/** A question to the organizers, or an organizer's note, about the current item. */
export function AskDialog({ opened, onClose, noting = false, ...form }: AskDialogProps) {
  const { t } = useTranslation();
  // The text stays while the dialog is closed to look at the image again.
  const [text, setText] = useState("");
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(noting ? "talk.noteTitle" : "talk.askTitle")}
      size="lg"
      closeButtonProps={{ "aria-label": t("talk.close") }}
    >
      <AskForm {...form} noting={noting} text={text} onText={setText} onClose={onClose} />
    </Modal>
  );
}

interface AskFormProps extends Omit<AskDialogProps, "opened"> {
  text: string;
  onText: (text: string) => void;
}

function AskForm({ slug, about, noting, text, onText, onClose }: AskFormProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [gap, setGap] = useState(false);
  const open = $api.useMutation("post", `${THREADS}open/`, {
    meta: { outdates: [THREADS] },
    onSuccess: () => {
      onText("");
      toasts.done(t(noting ? "talk.noted" : "talk.asked"));
      onClose();
    },
  });
  const commands = useCommands(
    askCommands,
    {
      send: {
        run: () => {
          open.mutate({
            params: { path: { slug } },
            body: {
              ...about,
              question: "",
              text: text.trim(),
              purpose: noting ? "consensus" : "question",
              guideline_gap: gap,
            },
          });
        },
        enabled: text.trim() !== "" && !open.isPending,
      },
    },
    { inDialog: true },
  );
  return (
    <Stack>
      <Textarea
        label={t(noting ? "talk.note" : "talk.question")}
        description={t(noting ? "talk.noteHint" : "talk.questionHint")}
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value);
        }}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={8000}
        data-autofocus
      />
      {noting && (
        <Checkbox
          label={t("talk.gap")}
          checked={gap}
          onChange={(event) => {
            setGap(event.currentTarget.checked);
          }}
        />
      )}
      {open.error && <ProblemAlert error={open.error} safe={t("talk.kept")} />}
      <Group justify="flex-end">
        <CommandButton command={commands.send} loading={open.isPending} />
      </Group>
    </Stack>
  );
}
