import { Button, Group, Modal, MultiSelect, NumberInput, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import type { Localized } from "@/lib/i18n/locale";
import { useLocale } from "@/lib/i18n/use-locale";
import { filterOptions } from "@/lib/text-folding";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type Branch, useOpenCollectionRequest, useMembers } from "../api";

interface CallDialogProps {
  slug: string;
  /** The requested label; closed without it. */
  branch: Branch | null;
  name: Localized | null;
  onClose: () => void;
}

/** Request items of one kind from annotators. */
export function CollectionRequestDialog({ slug, branch, name, onClose }: CallDialogProps) {
  const { t } = useTranslation(["balance", "common"]);
  const { pick } = useLocale();
  return (
    <Modal
      opened={branch !== null}
      onClose={onClose}
      title={t("call.title", { name: pick(name) })}
      closeButtonProps={{ "aria-label": t("common:toast.close") }}
    >
      {branch && <CallForm slug={slug} branch={branch} onClose={onClose} />}
    </Modal>
  );
}

const EACH = 5;

function CallForm({
  slug,
  branch,
  onClose,
}: Pick<CallDialogProps, "slug" | "onClose"> & { branch: Branch }) {
  const { t } = useTranslation("balance");
  const toasts = useToasts();
  const members = useMembers(slug);
  const open = useOpenCollectionRequest();
  const form = useForm({ initialValues: { people: [] as string[], wanted: EACH, note: "" } });
  const { people, wanted, note } = form.values;
  const annotators = (members.data ?? []).filter(
    ({ active, role }) => active && role === "annotator",
  );
  return (
    <form
      onSubmit={form.onSubmit(() => {
        open.mutate(
          {
            params: { path: { slug } },
            body: {
              field: branch.field,
              choice: branch.choice,
              people: people.map(Number),
              wanted,
              note,
            },
          },
          {
            onSuccess: () => {
              toasts.done(t("call.opened", { count: people.length }));
              onClose();
            },
            onError: problemsAtFields(form),
          },
        );
      })}
    >
      <MultiSelect
        label={t("call.people")}
        placeholder={people.length === 0 ? t("call.choosePeople") : ""}
        data={annotators.map((one) => ({
          value: String(one.person_id),
          label: one.display_name || one.username,
        }))}
        {...form.getInputProps("people")}
        searchable
        filter={filterOptions}
        openOnFocus={false}
        data-autofocus
      />
      <NumberInput
        mt="md"
        label={t("call.wanted")}
        min={1}
        max={1000}
        allowDecimal={false}
        {...form.getInputProps("wanted")}
        onChange={(value) => {
          form.setFieldValue("wanted", Math.max(1, Number(value) || 1));
        }}
      />
      <Textarea
        mt="md"
        label={t("call.note")}
        autosize
        minRows={2}
        {...form.getInputProps("note")}
      />
      {withoutField(open.error, form.values) !== null && <ProblemAlert error={open.error} />}
      <Group mt="lg" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("call.cancel")}
        </Button>
        <Button type="submit" disabled={people.length === 0} loading={open.isPending}>
          {t("call.ask", { count: people.length * wanted })}
        </Button>
      </Group>
    </form>
  );
}
