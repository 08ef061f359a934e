import { Button } from "@mantine/core";
import { IconPuzzle } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { $api } from "@/lib/api/client";
import { AppLink } from "@/lib/routing/app-link";
import { useToasts } from "@/lib/toasts/use-toasts";

import { CHANGES_MADE, toMakeOptions } from "../api";
import { GenerateQuestionsForm } from "../components/make-form";

const route = getRouteApi("/signed-in/projects/$slug/make-questions");

/** Questions generated from final records by the protocol's rule, item by item. */
export function MakeQuestionsPage() {
  const { t } = useTranslation("make-questions");
  const { slug } = route.useParams();
  const { results } = useSuspenseQuery(toMakeOptions(slug)).data;
  const toasts = useToasts();
  const draft = $api.useMutation("post", "/api/projects/{slug}/made-questions/", {
    meta: CHANGES_MADE,
    onSuccess: ({ drafted }) => {
      toasts.done(t("drafted", { count: drafted }));
    },
  });
  const waiting = results.filter(({ questions }) => questions.length > 0);
  const undrafted = results.length - waiting.length;
  const [first] = waiting;
  const make = (
    <Button
      variant={first ? "default" : "filled"}
      loading={draft.isPending}
      onClick={() => {
        draft.mutate({ params: { path: { slug } }, body: { seed: 0, words: {} } });
      }}
    >
      {t("make")}
    </Button>
  );
  if (results.length === 0) {
    return (
      <>
        <PageHeader title={t("title")} />
        <EmptyState
          icon={<IconPuzzle size={40} stroke={1.4} />}
          title={t("empty.title")}
          action={
            <Button renderRoot={(props) => <AppLink to={{ page: "questions" }} {...props} />}>
              {t("empty.action")}
            </Button>
          }
        >
          {t("empty.text")}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} actions={undrafted > 0 ? make : undefined} />
      {draft.error && <ProblemAlert error={draft.error} />}
      {undrafted > 0 && <p role="status">{t("undrafted", { count: undrafted })}</p>}
      {first && (
        <GenerateQuestionsForm
          key={`${String(first.id)}-${String(first.version)}`}
          slug={slug}
          given={first}
          left={waiting.length}
          onDone={() => {
            toasts.done(t("accepted", { number: first.item_number }));
          }}
        />
      )}
    </>
  );
}
