import { Box, Button, VisuallyHidden } from "@mantine/core";
import { IconGitMerge } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { TextWithTerms } from "@/components/glossary/with-terms";
import { loadWhenNeeded } from "@/lib/deferred";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import { countsOptions } from "../api";
import { LoadedCase } from "../components/loaded-case";

const NextRound = loadWhenNeeded(async () => (await import("../components/next-round")).NextRound);

const route = getRouteApi("/signed-in/projects/$slug/adjudicate");

/** The cases that wait for adjudication, one after the other. */
export function AdjudicatePage() {
  const { slug } = route.useParams();
  const search = route.useSearch();
  if (search.case === undefined) return <NothingWaits slug={slug} />;
  return <LoadedCase key={search.case} slug={slug} id={search.case} />;
}

function NothingWaits({ slug }: { slug: string }) {
  const { t } = useTranslation("adjudicate");
  const decidesWithOthers = useProject().role === "annotator";
  const { own } = useSuspenseQuery(countsOptions(slug)).data;
  return (
    <Box p="var(--page-padding)">
      <VisuallyHidden component="h1">
        {t(decidesWithOthers ? "together.title" : "title")}
      </VisuallyHidden>
      <EmptyState
        icon={<IconGitMerge size={40} stroke={1.4} />}
        title={t("empty.title")}
        action={decidesWithOthers ? <MyWorkButton /> : <NextRound slug={slug} />}
      >
        <p>
          <TextWithTerms text={t("empty.text")} />
        </p>
        {own > 0 && <p>{t("queue.own", { count: own })}</p>}
      </EmptyState>
    </Box>
  );
}

function MyWorkButton() {
  const { t } = useTranslation("adjudicate");
  return (
    <Button renderRoot={(props) => <AppLink to={{ page: "myWork" }} {...props} />}>
      {t("empty.myWork")}
    </Button>
  );
}
