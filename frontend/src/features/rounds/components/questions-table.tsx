import { Box, Flex } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { MutedText } from "@/components/layout/primitives";
import { ImageThumb } from "@/components/image/thumbnail";
import { ProblemAlert } from "@/components/problem-alert";
import { $api } from "@/lib/api/client";
import { keysetPagination, loadedRows } from "@/lib/api/keyset";
import { AppLink } from "@/lib/routing/app-link";

import { QUESTION_STATES, type QuestionRow, type QuestionState } from "../api";
import { AgreedDots, IssueList, QuestionStateBadge } from "./question-health";
import classes from "./rounds.module.css";

interface QuestionsTableProps {
  slug: string;
  state: QuestionState | undefined;
}

/** Every question with its results. */
export function QuestionsTable({ slug, state }: QuestionsTableProps) {
  const { t } = useTranslation("rounds");
  const list = $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/questions/",
    { params: { path: { slug }, query: state ? { state: [state] } : {} } },
    keysetPagination,
  );
  const rows = loadedRows(list.data);
  return (
    <>
      <Flex component="nav" gap="0.4rem" wrap="wrap" mb="md" aria-label={t("questions.filter")}>
        {[undefined, ...QUESTION_STATES].map((one) => (
          <AppLink
            key={one ?? "all"}
            to={{ page: "questions", ...(one ? { search: { state: one } } : {}) }}
            className={classes.filter}
            aria-current={one === state ? "true" : undefined}
          >
            {t(`questions.state.${one ?? "all"}`)}
          </AppLink>
        ))}
      </Flex>
      {list.error ? (
        <ProblemAlert
          error={list.error}
          onRetry={() => {
            void list.refetch();
          }}
        />
      ) : list.isPending ? null : (
        <DataTable
          caption={t("questions.title")}
          rows={rows}
          rowKey={(row) => row.id}
          columns={[
            { key: "picture", header: t("questions.picture"), cell: pictureCell, width: "7rem" },
            { key: "stem", header: t("questions.question"), cell: (row) => <Stem row={row} /> },
            {
              key: "state",
              header: t("questions.stateTitle"),
              cell: (row) => <QuestionStateBadge state={row.health.state} />,
              width: "9rem",
            },
            {
              key: "agreed",
              header: t("questions.agreed"),
              cell: (row) => <AgreedDots health={row.health} />,
              width: "10rem",
            },
            {
              key: "issues",
              header: t("questions.issues"),
              cell: (row) => <IssueList slug={slug} issues={row.health.issues} />,
              width: "16rem",
            },
          ]}
          more={list}
          empty={
            <EmptyState title={t(state ? "questions.none.title" : "questions.empty.title")}>
              {t(state ? "questions.none.text" : "questions.empty.text")}
            </EmptyState>
          }
        />
      )}
    </>
  );
}

function pictureCell({ images, item_number }: QuestionRow) {
  const [image] = images;
  return (
    <AppLink
      to={{ page: "item", params: { number: String(item_number) } }}
      className={classes.pictureLink}
    >
      {image && <ImageThumb image={image} height={56} />}
      <span className="tabular">{item_number}</span>
    </AppLink>
  );
}

function Stem({ row }: { row: QuestionRow }) {
  const { t } = useTranslation("rounds");
  return (
    <Box miw="18rem" maw="60ch">
      {row.stem}
      {row.revision > 1 && (
        <MutedText> {t("questions.revision", { number: row.revision })}</MutedText>
      )}
    </Box>
  );
}
