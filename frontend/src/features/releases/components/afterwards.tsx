import { Button, Menu, TextInput } from "@mantine/core";
import { IconBan, IconChevronDown, IconWritingSign } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ReasonDialog } from "@/components/reason-dialog";
import { useProject } from "@/lib/session/project";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type Release, useAddErratum, useYankRelease } from "../api";

type Open = "erratum" | "yank";

interface DialogProps {
  version: string;
  opened: boolean;
  onClose: () => void;
}

/** Actions after publication: errata, withdrawal. */
export function ActionsAfterRelease({ release }: { release: Release }) {
  const { t } = useTranslation("releases");
  const { can } = useProject();
  const [open, setOpen] = useState<Open>();
  const { version, status } = release;
  const isOut = status === "published" || status === "yanked";
  if (!isOut || !can("organize")) return null;
  const dialog = (one: Open): DialogProps => ({
    version,
    opened: open === one,
    onClose: () => {
      setOpen(undefined);
    },
  });
  const show = (one: Open) => () => {
    setOpen(one);
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} />}>
            {t("afterwards")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconWritingSign size={18} />} onClick={show("erratum")}>
            {t("erratum.action")}
          </Menu.Item>
          {can("maintain") && status === "published" && (
            <Menu.Item leftSection={<IconBan size={18} />} onClick={show("yank")}>
              {t("yank.action")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ErratumDialog {...dialog("erratum")} />
      <YankDialog {...dialog("yank")} />
    </>
  );
}

function ErratumDialog({ version, opened, onClose }: DialogProps) {
  const { t } = useTranslation("releases");
  const { slug } = useProject();
  const toasts = useToasts();
  const note = useAddErratum();
  const [question, setQuestion] = useState("");
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={t("erratum.title", { version })}
      action={t("erratum.action")}
      pending={note.isPending}
      error={note.error}
      onConfirm={(text) => {
        note.mutate(
          {
            params: { path: { slug, version } },
            body: { text, question: question.trim() },
          },
          {
            onSuccess: () => {
              toasts.done(t("erratum.done", { version }));
              setQuestion("");
              onClose();
            },
          },
        );
      }}
    >
      <p>{t("erratum.text")}</p>
      <TextInput
        label={t("erratum.question")}
        description={t("erratum.questionHint")}
        value={question}
        onChange={(event) => {
          setQuestion(event.currentTarget.value);
        }}
      />
    </ReasonDialog>
  );
}

function YankDialog({ version, opened, onClose }: DialogProps) {
  const { t } = useTranslation("releases");
  const { slug } = useProject();
  const toasts = useToasts();
  const yank = useYankRelease();
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={t("yank.title", { version })}
      action={t("yank.action")}
      pending={yank.isPending}
      error={yank.error}
      onConfirm={(reason) => {
        yank.mutate(
          { params: { path: { slug, version } }, body: { reason } },
          {
            onSuccess: () => {
              toasts.done(t("yank.done", { version }));
              onClose();
            },
          },
        );
      }}
    >
      {t("yank.text")}
    </ReasonDialog>
  );
}
