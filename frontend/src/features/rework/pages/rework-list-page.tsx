import { Box, Button } from "@mantine/core";
import { IconArrowBackUp, IconChevronRight } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { RuledList } from "@/components/layout/ruled-list";
import { PageHeader } from "@/components/page-header";
import { ImageThumb } from "@/components/image/thumbnail";
import { ProblemAlert } from "@/components/problem-alert";
import { ShowMore } from "@/components/show-more";
import { $api } from "@/lib/api/client";
import { itemName } from "@/lib/api/item-name";
import { keysetPagination, loadedRows } from "@/lib/api/keyset";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import { REWORK_LIST, useReturnedAnnotations } from "../api";
import { ReasonLine } from "../components/reason-line";
import { ReturnedAnnotations } from "../components/returned-annotations";
import classes from "../components/rework.module.css";

const route = getRouteApi("/signed-in/projects/$slug/rework");

/** What came back: the person's annotations and questions, or for organizers all questions. */
export function ReworkListPage() {
  const { t } = useTranslation(["rework", "common"]);
  const { slug } = route.useParams();
  const { can } = useProject();
  const list = $api.useInfiniteQuery(
    "get",
    REWORK_LIST,
    { params: { path: { slug } } },
    { ...keysetPagination, staleTime: 0 },
  );
  const annotates = can("annotate");
  const returned = useReturnedAnnotations(slug, annotates);
  const rows = loadedRows(list.data);
  const isOrganizer = can("organize");
  if (list.error) {
    return <ProblemAlert error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (list.isPending || (annotates && returned.isPending)) {
    return <PageHeader title={t("title")} lead={t(isOrganizer ? "leadAll" : "leadMine")} />;
  }
  const hasReturned = loadedRows(returned.data).length > 0;
  if (rows.length === 0 && !hasReturned) {
    return (
      <>
        <PageHeader title={t("title")} />
        <EmptyState
          icon={<IconArrowBackUp size={40} stroke={1.4} />}
          title={t("empty.title")}
          action={
            <Button
              renderRoot={(props) => (
                <AppLink to={{ page: isOrganizer ? "questions" : "annotate" }} {...props} />
              )}
            >
              {t(isOrganizer ? "empty.rounds" : "empty.annotate")}
            </Button>
          }
        >
          {t(isOrganizer ? "empty.textAll" : "empty.textMine")}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title={t("title")} lead={t(isOrganizer ? "leadAll" : "leadMine")} />
      {hasReturned && <ReturnedAnnotations slug={slug} />}
      {hasReturned && rows.length > 0 && (
        <Box component="h2" m="1.5rem 0 0.5rem" fz="1.125rem">
          {t("returned.questions")}
        </Box>
      )}
      <RuledList maw="44rem">
        {rows.map((row) => (
          <li key={row.id}>
            <AppLink
              className={classes.item}
              to={{ page: "reworkCase", params: { id: String(row.id) } }}
            >
              <span className={classes.thumbs}>
                {row.images.map((image) => (
                  <ImageThumb key={image.id} image={image} height={72} />
                ))}
              </span>
              <span className={classes.entry}>
                <span className={classes.itemName}>
                  {t("common:item.numbered", { number: itemName(row) })}
                </span>
                {row.reasons.length > 0
                  ? row.reasons.map((reason, index) => (
                      <ReasonLine key={index} slug={slug} reason={reason} />
                    ))
                  : row.reason}
              </span>
              <IconChevronRight size={20} aria-hidden="true" />
            </AppLink>
          </li>
        ))}
      </RuledList>
      <ShowMore list={list} mt="md" />
    </>
  );
}
