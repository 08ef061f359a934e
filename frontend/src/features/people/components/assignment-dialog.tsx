import { Button, Group, Modal, NumberInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { KnowledgeChoice } from "@/components/knowledge/knowledge-choice";
import type { Knowledge } from "@/components/knowledge/knowledge";
import { ProblemAlert } from "@/components/problem-alert";
import { $api } from "@/lib/api/client";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type Assigned, ASSIGNMENT } from "../api";
import classes from "./assignment-dialog.module.css";
import { KeepFrom } from "./keep-from";
import { useKeptNames } from "./use-kept-names";

interface AssignmentDialogProps {
  slug: string;
  person: Assigned;
  tags: readonly string[];
  sources: readonly { id: number; name: string }[];
  onClose: () => void;
}

/** What somebody knows, does at most and is kept from. */
export function AssignmentDialog({ slug, person, tags, sources, onClose }: AssignmentDialogProps) {
  const { t } = useTranslation("people");
  const toasts = useToasts();
  const keptName = useKeptNames();
  const save = $api.useMutation("put", "/api/projects/{slug}/assignment/people/{person_id}/", {
    meta: { outdates: [ASSIGNMENT] },
    onSuccess: () => {
      toasts.done(t("assignment.saved"));
      onClose();
    },
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
  const { terms, name, exclusions } = person;
  const [knows, setKnows] = useState<Knowledge>({
    languages: terms.languages.filter((one) => one === "en" || one === "zh"),
    skills: terms.skills,
  });
  const [aDay, setADay] = useState<number | string>(terms.most_a_day ?? "");
  const [inAll, setInAll] = useState<number | string>(terms.most_in_all ?? "");
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
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({
            params: { path: { slug, person_id: person.person_id } },
            body: { ...knows, most_a_day: cap(aDay), most_in_all: cap(inAll) },
          });
        }}
      >
        <KnowledgeChoice slug={slug} value={knows} onChange={setKnows} />
        <div className={classes.caps}>
          <NumberInput
            label={t("assignment.mostADay")}
            placeholder={t("assignment.noLimit")}
            value={aDay}
            onChange={setADay}
            min={0}
            max={10_000}
            allowDecimal={false}
            clampBehavior="strict"
          />
          <NumberInput
            label={t("assignment.mostInAll")}
            placeholder={t("assignment.noLimit")}
            value={inAll}
            onChange={setInAll}
            min={0}
            max={1_000_000}
            allowDecimal={false}
            clampBehavior="strict"
          />
        </div>
        {save.error && <ProblemAlert error={save.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {t("assignment.save")}
          </Button>
        </Group>
      </form>
      <section className={classes.part} aria-labelledby="kept-from">
        <h3 id="kept-from">{t("assignment.keptFrom")}</h3>
        {exclusions.length === 0 && <p>{t("assignment.nothing")}</p>}
        <ul className={classes.list}>
          {exclusions.map((kept) => (
            <li key={kept.id}>
              <span>
                {keptName(kept)}
                <span className={classes.reason}>
                  {t("assignment.because", { reason: kept.reason, by: kept.by })}
                </span>
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
            </li>
          ))}
        </ul>
        {lift.error && <ProblemAlert error={lift.error} />}
        <KeepFrom slug={slug} person={person} tags={tags} sources={sources} />
      </section>
    </Modal>
  );
}
