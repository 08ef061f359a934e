import { Button, Group, Modal, NumberInput, SimpleGrid, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";

import { KnowledgeChoice } from "@/components/knowledge/knowledge-choice";
import { MutedText, PlainList } from "@/components/layout/primitives";
import { ProblemAlert } from "@/components/problem-alert";
import { $api } from "@/lib/api/client";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type AnnotatorAssignment, ASSIGNMENT } from "../api";
import classes from "./assignment-dialog.module.css";
import { ExcludePerson } from "./keep-from";
import { useExclusionNames } from "./use-kept-names";

interface AssignmentDialogProps {
  slug: string;
  person: AnnotatorAssignment;
  tags: readonly string[];
  sources: readonly { id: number; name: string }[];
  onClose: () => void;
}

/** Dialog of an annotator's skills, limits and exclusions. */
export function AssignmentDialog({ slug, person, tags, sources, onClose }: AssignmentDialogProps) {
  const { t } = useTranslation("people");
  const toasts = useToasts();
  const keptName = useExclusionNames();
  const { terms, name, exclusions } = person;
  const form = useForm({
    initialValues: {
      knows: {
        languages: terms.languages.filter((one) => one === "en" || one === "zh"),
        skills: terms.skills,
      },
      most_a_day: (terms.most_a_day ?? "") as number | string,
      most_in_all: (terms.most_in_all ?? "") as number | string,
    },
  });
  const { knows, most_a_day, most_in_all } = form.values;
  const save = $api.useMutation("put", "/api/projects/{slug}/assignment/people/{person_id}/", {
    meta: { outdates: [ASSIGNMENT] },
    onSuccess: () => {
      toasts.done(t("assignment.saved"));
      onClose();
    },
    onError: problemsAtFields(form),
  });
  const lift = $api.useMutation(
    "delete",
    "/api/projects/{slug}/assignment/exclusions/{exclusion_id}/",
    {
      meta: { outdates: [ASSIGNMENT] },
      onSuccess: () => {
        toasts.done(t("assignment.lifted", { name: person.name }));
      },
    },
  );
  const cap = (value: number | string) => (value === "" ? null : Number(value));

  return (
    <Modal
      opened
      onClose={onClose}
      title={t("assignment.dialog", { name })}
      size="lg"
      closeButtonProps={{ "aria-label": t("assignment.close") }}
    >
      <form
        onSubmit={form.onSubmit(() => {
          save.mutate({
            params: { path: { slug, person_id: person.person_id } },
            body: { ...knows, most_a_day: cap(most_a_day), most_in_all: cap(most_in_all) },
          });
        })}
      >
        <Stack gap="lg">
          <KnowledgeChoice
            slug={slug}
            value={knows}
            onChange={(known) => {
              form.setFieldValue("knows", known);
            }}
          />
          <SimpleGrid minColWidth="13rem" autoFlow="auto-fit" spacing="md">
            <NumberInput
              label={t("assignment.mostADay")}
              placeholder={t("assignment.noLimit")}
              {...form.getInputProps("most_a_day")}
              min={0}
              max={10_000}
              allowDecimal={false}
              clampBehavior="strict"
            />
            <NumberInput
              label={t("assignment.mostInAll")}
              placeholder={t("assignment.noLimit")}
              {...form.getInputProps("most_in_all")}
              min={0}
              max={1_000_000}
              allowDecimal={false}
              clampBehavior="strict"
            />
          </SimpleGrid>
          {withoutField(save.error, form.values) !== null && <ProblemAlert error={save.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {t("assignment.save")}
            </Button>
          </Group>
        </Stack>
      </form>
      <section className={classes.part} aria-labelledby="kept-from">
        <h3 id="kept-from">{t("assignment.keptFrom")}</h3>
        {exclusions.length === 0 && <p>{t("assignment.nothing")}</p>}
        <PlainList>
          {exclusions.map((kept) => (
            <Group
              component="li"
              key={kept.id}
              gap="0.5rem 1rem"
              justify="space-between"
              wrap="nowrap"
              maw="none"
              py="0.4rem"
            >
              <span>
                {keptName(kept)}
                <MutedText display="block">
                  {t("assignment.because", { reason: kept.reason, by: kept.by })}
                </MutedText>
              </span>
              <Button
                variant="default"
                disabled={lift.isPending}
                aria-label={t("assignment.liftOne", { what: keptName(kept) })}
                onClick={() => {
                  lift.mutate({ params: { path: { slug, exclusion_id: kept.id } } });
                }}
              >
                {t("assignment.lift")}
              </Button>
            </Group>
          ))}
        </PlainList>
        {lift.error && <ProblemAlert error={lift.error} />}
        <ExcludePerson slug={slug} person={person} tags={tags} sources={sources} />
      </section>
    </Modal>
  );
}
