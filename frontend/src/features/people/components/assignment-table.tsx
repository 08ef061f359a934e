import { Button } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { useKnowledgeNames } from "@/components/knowledge/use-knowledge-names";
import { MutedText } from "@/components/layout/primitives";
import { useLocale } from "@/lib/i18n/use-locale";

import { type AnnotatorAssignment, assignmentOptions } from "../api";
import { AssignmentDialog } from "./assignment-dialog";
import classes from "./people.module.css";
import { useExclusionNames } from "./use-kept-names";

/** Skills, limits and exclusions of each annotator. */
export function AssignmentTable({ slug }: { slug: string }) {
  const { t } = useTranslation("people");
  const { format } = useLocale();
  const { data } = useSuspenseQuery(assignmentOptions(slug));
  const nameOf = useKnowledgeNames(slug);
  const keptName = useExclusionNames();
  const [opened, setOpened] = useState<number | null>(null);
  const person = data.people.find(({ person_id }) => person_id === opened);
  const quiet = (text: string) => <MutedText>{text}</MutedText>;

  return (
    <>
      <DataTable<AnnotatorAssignment>
        caption={t("assignment.title")}
        rows={data.people}
        rowKey={({ person_id }) => person_id}
        empty={<p>{t("assignment.empty")}</p>}
        columns={[
          {
            key: "name",
            header: t("assignment.name"),
            cell: ({ name }) => <span className={classes.name}>{name}</span>,
          },
          {
            key: "knows",
            header: t("assignment.knows"),
            cell: ({ terms }) =>
              [...terms.languages, ...terms.skills].map(nameOf).join(" · ") ||
              quiet(t("assignment.notSaid")),
          },
          {
            key: "most",
            header: t("assignment.most"),
            cell: ({ terms }) =>
              [
                ...(terms.most_a_day == null
                  ? []
                  : [t("assignment.day", { count: terms.most_a_day })]),
                ...(terms.most_in_all == null
                  ? []
                  : [t("assignment.all", { count: terms.most_in_all })]),
              ].join(", ") || quiet(t("assignment.noCap")),
          },
          {
            key: "kept",
            header: t("assignment.kept"),
            cell: ({ exclusions }) => format.list(exclusions.map(keptName)) || quiet("–"),
          },
          {
            key: "pinned",
            header: t("assignment.pinned"),
            cell: ({ pinned }) =>
              pinned > 0 ? t("assignment.pinnedCount", { count: pinned }) : quiet("–"),
          },
          {
            key: "change",
            header: "",
            cell: ({ person_id, name }) => (
              <Button
                variant="subtle"
                color="gray"
                size="compact-md"
                aria-label={t("assignment.changeOne", { name })}
                onClick={() => {
                  setOpened(person_id);
                }}
              >
                {t("assignment.change")}
              </Button>
            ),
          },
        ]}
      />
      {person && (
        <AssignmentDialog
          slug={slug}
          person={person}
          tags={data.tags}
          sources={data.sources}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </>
  );
}
