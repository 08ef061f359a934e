import { Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { LabelChoice } from "@/components/label-choice";
import { QuestionForm } from "@/components/question/question-form";
import { questionProblems } from "@/components/question/question-text";
import { ReasonDialog } from "@/components/reason-dialog";
import { $api } from "@/lib/api/client";
import { useLocale } from "@/lib/i18n/use-locale";
import type { LabelField, Protocol, ProtocolField } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { useToasts } from "@/lib/toasts/use-toasts";

import { caseOptions, type DecidedCase } from "../api";
import { changedQuestions, type EditedRecord, isChanged, initialEditedRecord } from "../edits";

interface EditRecordProps {
  slug: string;
  given: DecidedCase & { final: NonNullable<DecidedCase["final"]> };
  onClose: () => void;
}

/** Edit a final record, with a reason. */
export function EditRecord({ slug, given, onClose }: EditRecordProps) {
  const { t } = useTranslation("adjudicate");
  const toasts = useToasts();
  const queries = useQueryClient();
  const protocol = useProtocol(slug);
  const { final } = given;
  const [edited, setEdited] = useState<EditedRecord>(() => initialEditedRecord(final));
  const [asks, setAsks] = useState(false);
  const edit = $api.useMutation("post", "/api/projects/{slug}/cases/{case_id}/edit/", {
    onSuccess: (changed) => {
      queries.setQueryData(caseOptions(slug, given.id).queryKey, changed);
      toasts.done(t("edit.done"));
      onClose();
    },
  });
  const questions = changedQuestions(final, edited);
  const isSound = Object.values(edited.questions).every(
    (text) => questionProblems(text, protocol.questions).length === 0,
  );
  const mayAsk = given.status !== "rework";
  return (
    <Stack gap="1.5rem">
      {protocol.fields.map((field) => (
        <EditField
          key={field.id}
          protocol={protocol}
          field={field}
          edited={edited}
          onChange={setEdited}
        />
      ))}
      {mayAsk ? (
        final.questions.map(({ uid, fixed }, index) => {
          const value = edited.questions[uid];
          return (
            value && (
              <QuestionForm
                key={uid}
                label={t("edit.question", { number: index + 1 })}
                value={value}
                rules={protocol.questions}
                fixed={fixed !== ""}
                onChange={(text) => {
                  setEdited({ ...edited, questions: { ...edited.questions, [uid]: text } });
                }}
              />
            )
          );
        })
      ) : (
        <p>{t("edit.inRework")}</p>
      )}
      <Group>
        <Button
          disabled={!isChanged(final, edited) || !isSound}
          onClick={() => {
            setAsks(true);
          }}
        >
          {t("edit.save")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("edit.cancel")}
        </Button>
      </Group>
      <ReasonDialog
        opened={asks}
        title={t("edit.title", { number: given.item_number })}
        action={t("edit.action")}
        pending={edit.isPending}
        error={edit.error}
        onClose={() => {
          setAsks(false);
          edit.reset();
        }}
        onConfirm={(reason) => {
          const labels = Object.fromEntries(
            Object.entries(edited.labels).map(([id, chosen]) => [id, [...chosen]]),
          );
          edit.mutate({
            params: { path: { slug, case_id: given.id } },
            body: {
              version: given.version,
              record: { labels, texts: edited.texts, sentences: edited.sentences },
              questions,
              reason,
            },
          });
        }}
      >
        <p>
          {t(questions.length > 0 ? "edit.askedAgain" : "edit.kept", { count: questions.length })}
        </p>
      </ReasonDialog>
    </Stack>
  );
}

interface EditFieldProps<Field extends ProtocolField> {
  protocol: Protocol;
  field: Field;
  edited: EditedRecord;
  onChange: (edited: EditedRecord) => void;
}

function EditField({ protocol, field, edited, onChange }: EditFieldProps<ProtocolField>) {
  const { pick } = useLocale();
  switch (field.kind) {
    case "label":
      return <EditLabel protocol={protocol} field={field} edited={edited} onChange={onChange} />;
    case "text":
      return (
        <Textarea
          label={pick(field.title)}
          autosize
          minRows={3}
          value={edited.texts[field.id] ?? ""}
          onChange={(event) => {
            const texts = { ...edited.texts, [field.id]: event.currentTarget.value };
            onChange({ ...edited, texts });
          }}
        />
      );
    case "sentence":
      return (
        <div role="group" aria-label={pick(field.title)}>
          {field.slots.map((slot) => (
            <TextInput
              key={slot.id}
              label={pick(slot.title)}
              value={edited.sentences[field.id]?.[slot.id] ?? ""}
              onChange={(event) => {
                const said = {
                  ...edited.sentences[field.id],
                  [slot.id]: event.currentTarget.value,
                };
                onChange({ ...edited, sentences: { ...edited.sentences, [field.id]: said } });
              }}
            />
          ))}
        </div>
      );
  }
}

function EditLabel({ protocol, field, edited, onChange }: EditFieldProps<LabelField>) {
  return (
    <LabelChoice
      protocol={protocol}
      field={field}
      labels={edited.labels}
      onChange={(labels) => {
        onChange({ ...edited, labels });
      }}
    />
  );
}
