import { Box, Button, Group } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { type DragEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";
import { droppedFiles, pickedFiles } from "@/lib/uploads/dropped";
import { type ChosenFile, mergeFiles } from "@/lib/uploads/parts";

import classes from "./drop-zone.module.css";

/** Files, folders and archives, dropped or picked. */
export function DropZone({
  files,
  onChange,
  disabled,
  kinds,
}: {
  files: readonly ChosenFile[];
  onChange: (files: ChosenFile[]) => void;
  disabled: boolean;
  /** What can be dropped. */
  kinds: string;
}) {
  const { t } = useTranslation("import");
  const { format } = useLocale();
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const folderPicker = useRef<HTMLInputElement>(null);

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (disabled) return;
    void droppedFiles(event.dataTransfer).then((added) => {
      onChange(mergeFiles(files, added));
    });
  };
  const onPick = (input: HTMLInputElement) => {
    if (input.files) onChange(mergeFiles(files, pickedFiles(input.files)));
    // So that the same files can be picked again.
    input.value = "";
  };
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);

  return (
    // The two buttons do the same without dragging.
    <div
      className={classes.zone}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={onDrop}
    >
      <IconFileImport size={36} stroke={1.3} aria-hidden="true" />
      <Box component="p" m={0} fz="1.125rem" fw={600} aria-live="polite">
        {files.length > 0
          ? t("drop.chosen", {
              count: files.length,
              number: format.number(files.length),
              size: format.bytes(bytes),
            })
          : t("drop.invite")}
      </Box>
      {files.length === 0 ? (
        <p className={classes.hint}>{kinds}</p>
      ) : (
        <p className={classes.hint}>
          {files
            .slice(0, 3)
            .map(({ path }) => path)
            .join(", ")}
          {files.length > 3 && " …"}
        </p>
      )}
      <Group gap="0.5rem" align="stretch" justify="center" mt="sm">
        <Button variant="default" disabled={disabled} onClick={() => picker.current?.click()}>
          {t("drop.files")}
        </Button>
        <Button variant="default" disabled={disabled} onClick={() => folderPicker.current?.click()}>
          {t("drop.folder")}
        </Button>
        {files.length > 0 && (
          <Button
            variant="subtle"
            color="gray"
            disabled={disabled}
            onClick={() => {
              onChange([]);
            }}
          >
            {t("drop.clear")}
          </Button>
        )}
      </Group>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={t("drop.files")}
        onChange={(event) => {
          onPick(event.currentTarget);
        }}
      />
      <input
        ref={(input) => {
          folderPicker.current = input;
          input?.setAttribute("webkitdirectory", "");
        }}
        type="file"
        multiple
        hidden
        aria-label={t("drop.folder")}
        onChange={(event) => {
          onPick(event.currentTarget);
        }}
      />
    </div>
  );
}
