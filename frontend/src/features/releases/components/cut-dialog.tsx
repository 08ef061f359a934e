import {
  Button,
  Checkbox,
  Group,
  Modal,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import { useLocale } from "@/lib/i18n/use-locale";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type Gate, gateOptions, type Release, useCreateRelease } from "../api";
import { cutCommands } from "../commands";
import {
  linesThatCannotBeOverridden,
  mayCreateRelease,
  trimmedOverrides,
  overridableLines,
} from "../gate";
import classes from "./cut-dialog.module.css";

const TYPING_MS = 300;

export interface CutDialogProps {
  slug: string;
  /** The suggested version. */
  version: string;
  /** The values of the last failed attempt. */
  before?: Pick<Release, "note" | "private" | "reasons_given"> | undefined;
  opened: boolean;
  onClose: () => void;
}

/** Dialog of a release: version, contents, overrides with reasons. */
export function CreateReleaseDialog({ opened, onClose, ...form }: CutDialogProps) {
  const { t } = useTranslation("releases");
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("cut.title")}
      size="lg"
      closeButtonProps={{ "aria-label": t("cut.close") }}
    >
      <CutForm {...form} onClose={onClose} />
    </Modal>
  );
}

function CutForm({ slug, version: offered, before, onClose }: Omit<CutDialogProps, "opened">) {
  const { t } = useTranslation("releases");
  const { pick } = useLocale();
  const toasts = useToasts();
  const cut = useCreateRelease();
  const form = useForm({
    initialValues: {
      version: offered,
      note: before?.note ?? "",
      // By default those of the protocol.
      private: before?.private,
      reasons: (before?.reasons_given ?? {}) as Readonly<Record<string, string>>,
    },
  });
  const { version, note, reasons } = form.values;
  const [asked] = useDebouncedValue(version.trim(), TYPING_MS);
  const { data: gate, error } = useQuery({
    ...gateOptions(slug, asked),
    placeholderData: keepPreviousData,
  });
  const isPrivate =
    form.values.private ??
    gate?.splits.filter((one) => one.private).map(({ split }) => split) ??
    [];
  const isJudged = gate?.version === version.trim();

  const onCut = (preview: boolean) => {
    if (!gate) return;
    cut.mutate(
      {
        params: { path: { slug } },
        body: {
          version: gate.version,
          overrides: trimmedOverrides(gate, reasons),
          note: note.trim(),
          private: isPrivate,
          preview,
        },
      },
      {
        onSuccess: () => {
          toasts.done(t(preview ? "preview.started" : "cut.started", { version: gate.version }));
          onClose();
        },
        onError: problemsAtFields(form),
      },
    );
  };
  const enabled =
    gate !== undefined && isJudged && mayCreateRelease(gate, reasons) && !cut.isPending;
  const commands = useCommands(
    cutCommands,
    {
      preview: {
        run: form.onSubmit(() => {
          onCut(true);
        }),
        enabled,
      },
      cut: {
        run: form.onSubmit(() => {
          onCut(false);
        }),
        enabled,
      },
    },
    { inDialog: true },
  );

  if (error) return <ProblemAlert error={error} />;
  if (!gate) return <Skeleton height={320} />;
  const versionLine = linesThatCannotBeOverridden(gate).find(({ id }) => id === "version");
  return (
    <Stack>
      <TextInput
        label={t("cut.version")}
        description={t("cut.suggested", { version: gate.suggested })}
        {...form.getInputProps("version")}
        error={isJudged && versionLine ? pick(versionLine.message) : form.errors["version"]}
        maw="16rem"
        data-autofocus
      />
      <Inside gate={gate} />
      <Checkbox.Group
        label={t("cut.private")}
        description={t("cut.privateHint")}
        {...form.getInputProps("private")}
        value={isPrivate}
      >
        <Group mt="xs">
          {gate.splits
            .filter((one) => one.may_be_private && one.questions > 0)
            .map(({ split }) => (
              <Checkbox key={split} value={split} label={split} />
            ))}
        </Group>
      </Checkbox.Group>
      {linesThatCannotBeOverridden(gate)
        .filter((line) => line !== versionLine)
        .map((line) => (
          <Text key={line.id} c="var(--bad)">
            {pick(line.message)}
          </Text>
        ))}
      {overridableLines(gate).length > 0 && <Text c="dimmed">{t("cut.printed")}</Text>}
      {overridableLines(gate).map((line) => (
        <Textarea
          key={line.id}
          label={pick(line.message)}
          placeholder={t("cut.whyPass")}
          value={reasons[line.id] ?? ""}
          onChange={(event) => {
            const reason = event.currentTarget.value;
            form.setFieldValue("reasons", (before) => ({ ...before, [line.id]: reason }));
          }}
          autosize
          minRows={2}
          required
        />
      ))}
      <Textarea
        label={t("cut.note")}
        description={t("cut.noteHint")}
        {...form.getInputProps("note")}
        autosize
        minRows={2}
      />
      {withoutField(cut.error, form.values) !== null && <ProblemAlert error={cut.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("cut.cancel")}
        </Button>
        <CommandButton command={commands.preview} variant="default">
          {t("preview.action", { version: version.trim() })}
        </CommandButton>
        <CommandButton command={commands.cut} loading={cut.isPending}>
          {t("cut.action", { version: version.trim() })}
        </CommandButton>
      </Group>
    </Stack>
  );
}

function Inside({ gate }: { gate: Gate }) {
  const { t } = useTranslation("releases");
  const { format } = useLocale();
  return (
    <dl className={classes.inside} aria-label={t("cut.inside")}>
      <div>
        <dt>{t("items")}</dt>
        <dd>{format.number(gate.items)}</dd>
      </div>
      <div>
        <dt>{t("questions")}</dt>
        <dd>{format.number(gate.questions)}</dd>
      </div>
      {gate.splits.map(({ split, questions }) => (
        <div key={split}>
          <dt>{t("cut.inSplit", { split })}</dt>
          <dd>{format.number(questions)}</dd>
        </div>
      ))}
    </dl>
  );
}
