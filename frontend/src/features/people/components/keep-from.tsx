import { Button, Group, NativeSelect, Stack, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { $api } from "@/lib/api/client";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type AnnotatorAssignment, ASSIGNMENT } from "../api";

const TAG = "tag:";

/** Exclude a person from all items with a tag or of a source, with the reason. */
export function ExcludePerson({
  slug,
  person,
  tags,
  sources,
}: {
  slug: string;
  person: AnnotatorAssignment;
  tags: readonly string[];
  sources: readonly { id: number; name: string }[];
}) {
  const { t } = useTranslation("people");
  const toasts = useToasts();
  const form = useForm({ initialValues: { what: "", reason: "" } });
  const { what, reason } = form.values;
  const add = $api.useMutation("post", "/api/projects/{slug}/assignment/exclusions/", {
    meta: { outdates: [ASSIGNMENT] },
    onSuccess: () => {
      toasts.done(t("assignment.added", { name: person.name }));
      form.reset();
    },
    onError: problemsAtFields(form),
  });
  return (
    <form
      onSubmit={form.onSubmit(() => {
        const chosen = what.startsWith(TAG)
          ? { tag: what.slice(TAG.length) }
          : { source_id: Number(what) };
        add.mutate({
          params: { path: { slug } },
          body: { person_id: person.person_id, reason, tag: "", ...chosen },
        });
      })}
    >
      <Stack gap="lg">
        <NativeSelect
          label={t("assignment.keep")}
          description={t("assignment.kindItem")}
          {...form.getInputProps("what")}
          data={[
            { value: "", label: t("assignment.which") },
            {
              group: t("assignment.kindTag"),
              items: tags.map((tag) => ({ value: `${TAG}${tag}`, label: tag })),
            },
            {
              group: t("assignment.kindSource"),
              items: sources.map(({ id, name }) => ({ value: String(id), label: name })),
            },
          ]}
        />
        <Textarea
          label={t("assignment.reason")}
          {...form.getInputProps("reason")}
          autosize
          minRows={2}
        />
        {withoutField(add.error, form.values) !== null && <ProblemAlert error={add.error} />}
        <Group justify="flex-end">
          <Button
            type="submit"
            variant="default"
            loading={add.isPending}
            disabled={what === "" || reason.trim() === ""}
          >
            {t("assignment.add")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
