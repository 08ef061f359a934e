import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { IconAsterisk } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";

import { type RunDetail, useFootnote } from "../api";

/** Footnote that tables print at this run's accuracy. */
export function FootnoteButton({ slug, run }: { slug: string; run: RunDetail }) {
  const { t } = useTranslation("evaluation");
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState(run.footnote ?? "");
  const save = useFootnote();
  const close = () => {
    setOpened(false);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconAsterisk size={18} />}
        onClick={() => {
          setText(run.footnote ?? "");
          setOpened(true);
        }}
      >
        {t("footnote.open")}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t("footnote.title")}
        closeButtonProps={{ "aria-label": t("footnote.cancel") }}
      >
        <Stack>
          <TextInput
            label={t("footnote.label")}
            description={t("footnote.text")}
            value={text}
            maxLength={300}
            onChange={(event) => {
              setText(event.currentTarget.value);
            }}
          />
          {save.error && <ProblemAlert error={save.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t("footnote.cancel")}
            </Button>
            <Button
              loading={save.isPending}
              onClick={() => {
                save.mutate(
                  { params: { path: { slug, run_id: run.id } }, body: { text } },
                  { onSuccess: close },
                );
              }}
            >
              {t("footnote.save")}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
