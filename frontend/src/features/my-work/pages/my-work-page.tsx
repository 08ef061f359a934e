import { Box, Button, Skeleton } from "@mantine/core";
import { IconEyeOff, IconPencil } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { RuledList } from "@/components/layout/ruled-list";
import { PageHeader } from "@/components/page-header";
import { Thumbnail } from "@/components/image/thumbnail";
import { ProblemAlert } from "@/components/problem-alert";
import { ShowMore } from "@/components/show-more";
import { AskDialog } from "@/components/talk/ask-dialog";
import { itemName } from "@/lib/api/item-name";
import { loadedRows } from "@/lib/api/keyset";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";
import { useGoToPage } from "@/lib/routing/use-go";
import { useProject } from "@/lib/session/project";

import {
  type MyWork,
  type Rework,
  useMyCalls,
  useMyDrafts,
  useMyFeedback,
  useMyRework,
  useMyTestSets,
  useMyWork,
  useReopenSubmission,
} from "../api";
import { AboutMe } from "../components/about-me";
import { Feedback } from "../components/feedback";
import { MyCollectionRequests } from "../components/my-calls";
import { MyTestSets } from "../components/my-test-sets";
import { DiscussionReplies } from "../components/replies";
import { UnsubmittedDrafts } from "../components/unsubmitted-drafts";
import { WorkRow } from "../components/work-row";
import classes from "./my-work-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/my-work");

export function MyWorkPage() {
  const { t } = useTranslation("my-work");
  const { role } = useProject();
  if (role === "annotator") return <Work />;
  return (
    <>
      <PageHeader title={t("title")} />
      <EmptyState icon={<IconEyeOff size={40} stroke={1.4} />} title={t("others.title")}>
        {t("others.text")}
      </EmptyState>
    </>
  );
}

function Work() {
  const { t } = useTranslation(["my-work", "common"]);
  const { slug } = route.useParams();
  const go = useGoToPage();
  const reopen = useReopenSubmission();
  const work = useMyWork(slug);
  const protocol = useProtocol(slug);
  const feedback = useMyFeedback(slug);
  const rework = useMyRework(slug).data?.results ?? [];
  const calls = useMyCalls(slug).data ?? [];
  const testSets = useMyTestSets(slug).data ?? [];
  const drafts = loadedRows(useMyDrafts(slug).data);
  const rows = loadedRows(work.data);
  const [asking, setAsking] = useState<number | null>(null);
  const annotate = (
    <Button renderRoot={(props) => <AppLink to={{ page: "annotate" }} {...props} />}>
      {t("annotate")}
    </Button>
  );

  const takeUp = ({ id }: MyWork) => {
    reopen.mutate(
      { params: { path: { slug, slot_id: id } } },
      {
        onSuccess: () => {
          go({ page: "annotate" });
        },
      },
    );
  };

  if (work.error) return <ProblemAlert error={work.error} onRetry={() => void work.refetch()} />;
  if (work.isPending) {
    return (
      <>
        <PageHeader title={t("title")} lead={t("lead")} actions={annotate} />
        <Skeleton height={72} mt="xl" />
        <Skeleton height={72} mt="md" />
      </>
    );
  }
  if ([rows, drafts, rework, calls, testSets].every(({ length }) => length === 0)) {
    return (
      <>
        <PageHeader title={t("title")} />
        <EmptyState
          icon={<IconPencil size={40} stroke={1.4} />}
          title={t("empty.title")}
          action={annotate}
        >
          {t("empty.text")}
        </EmptyState>
        <AboutMe slug={slug} />
      </>
    );
  }
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} actions={annotate} />
      {reopen.error && (
        <ProblemAlert
          error={reopen.error}
          onRetry={() => {
            reopen.reset();
            void work.refetch();
          }}
        />
      )}
      <MyTestSets testSets={testSets} />
      <MyCollectionRequests protocol={protocol} calls={calls} />
      {feedback.data && <Feedback protocol={protocol} feedback={feedback.data} />}
      {rework.length > 0 && <ReworkList rework={rework} />}
      <UnsubmittedDrafts slug={slug} protocol={protocol} />
      <DiscussionReplies slug={slug} />
      <RuledList mt="1rem">
        {rows.map((one) => (
          <WorkRow
            key={one.id}
            work={one}
            reasons={protocol.annotation.decline_reasons}
            busy={reopen.isPending && reopen.variables.params.path.slot_id === one.id}
            onAsk={() => {
              setAsking(one.id);
            }}
            onTakeUp={() => {
              takeUp(one);
            }}
          />
        ))}
      </RuledList>
      {asking !== null && (
        <AskDialog
          key={asking}
          slug={slug}
          about={{ slot: asking }}
          opened
          onClose={() => {
            setAsking(null);
          }}
        />
      )}
      <ShowMore list={work} mt="md" />
      <AboutMe slug={slug} />
    </>
  );
}

/** Items with questions that failed validation. */
function ReworkList({ rework }: { rework: readonly Rework[] }) {
  const { t } = useTranslation("my-work");
  return (
    <section className={classes.rework} aria-labelledby="rework-title">
      <Box id="rework-title" component="h2" m={0} fz="1.125rem">
        {t("rework.title", { count: rework.length })}
      </Box>
      <Box component="p" m="0.2rem 0 0.8rem">
        {t("rework.lead")}
      </Box>
      <ul className={classes.pictures}>
        {rework.map((item) => (
          <li key={item.id}>
            <AppLink to={{ page: "reworkCase", params: { id: String(item.id) } }}>
              <Thumbnail src={item.images[0]?.thumbnail_url} alt="" height={96} />
              <span>{t("picture", { number: itemName(item) })}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
