import { Autocomplete, Button, Group, Modal, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";

import { useKnowledgeNames } from "@/components/knowledge/use-knowledge-names";
import { ProblemAlert } from "@/components/problem-alert";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import { LOCALES } from "@/lib/i18n/locale";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { useToasts } from "@/lib/toasts/use-toasts";

import { useAnnotatorsAndTags, useTagItems } from "../api";
import type { ItemsDialogProps } from "./dialog-props";

const LONGEST = 64;

/** Add a tag to the selected items, or remove it. */
export function TagDialog({ slug, items, onClose, onDone }: ItemsDialogProps) {
  const { t } = useTranslation("items");
  const toasts = useToasts();
  const there = useAnnotatorsAndTags(slug).data?.tags ?? [];
  const skills = useProtocol(slug).annotation.skills ?? [];
  const nameOf = useKnowledgeNames(slug);
  const change = useTagItems();
  const form = useForm({ initialValues: { tag: "" } });
  const { tag } = form.values;
  const asking = [...skills.map(({ id }) => id), ...LOCALES];
  const put = (add: boolean) => {
    change.mutate(
      { params: { path: { slug } }, body: { items: [...items], tag, add } },
      {
        onSuccess: ({ changed }) => {
          toasts.done(t(add ? "tag.added" : "tag.removed", { count: changed }));
          onDone();
        },
        onError: problemsAtFields(form),
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("tag.title", { count: items.length })}
      size="lg"
      closeButtonProps={{ "aria-label": t("pin.close") }}
    >
      <form
        onSubmit={form.onSubmit(() => {
          put(true);
        })}
      >
        <Stack>
          <p>{t("tag.what")}</p>
          <Autocomplete
            label={t("tag.label")}
            description={t("tag.asks", {
              what: asking.map((one) => `${one} (${nameOf(one)})`).join(", "),
            })}
            data={[...new Set([...asking, ...there])]}
            {...form.getInputProps("tag")}
            maxLength={LONGEST}
            openOnFocus={false}
            data-autofocus
          />
          {withoutField(change.error, form.values) !== null && (
            <ProblemAlert error={change.error} />
          )}
          <Group justify="flex-end">
            <Button
              variant="subtle"
              mr="auto"
              disabled={tag.trim() === "" || change.isPending}
              onClick={() => {
                put(false);
              }}
            >
              {t("tag.remove")}
            </Button>
            <Group wrap="nowrap">
              <Button variant="default" onClick={onClose}>
                {t("pin.cancel")}
              </Button>
              <Button type="submit" loading={change.isPending} disabled={tag.trim() === ""}>
                {t("tag.add")}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
