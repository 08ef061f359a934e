import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { ReasonDialog } from "@/components/reason-dialog";
import { $api } from "@/lib/api/client";

import type { CaseDetail } from "../decision";

interface SendBackDialogProps {
  opened: boolean;
  slug: string;
  given: CaseDetail;
  onDone: (letter: string) => void;
  onClose: () => void;
}

/** Return an annotation to its author, with the reason. */
export function SendBackDialog({ opened, slug, given, onDone, onClose }: SendBackDialogProps) {
  const { t } = useTranslation("adjudicate");
  const [letter, setLetter] = useState<string | null>(null);
  const record = given.records.find((one) => one.letter === letter);
  const sendBack = $api.useMutation(
    "post",
    "/api/projects/{slug}/items/{item_id}/slots/{slot_id}/send-back/",
  );
  return (
    <ReasonDialog
      opened={opened}
      title={t("sendBack.title")}
      action={t("sendBack.action")}
      pending={sendBack.isPending}
      error={sendBack.error}
      incomplete={!record}
      onConfirm={(reason) => {
        if (!record) return;
        sendBack.mutate(
          {
            params: { path: { slug, item_id: given.item_id, slot_id: record.slot_id } },
            body: { reason },
          },
          {
            onSuccess: () => {
              onDone(record.letter);
            },
          },
        );
      }}
      onClose={onClose}
    >
      <p>{t("sendBack.text")}</p>
      <ChipChoice
        label={t("sendBack.annotation")}
        options={given.records.map((one) => ({
          value: one.letter,
          label: t("side", { letter: one.letter }),
        }))}
        value={letter}
        onChange={setLetter}
      />
    </ReasonDialog>
  );
}
