import { Box, Button, Group } from "@mantine/core";
import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { PlacedImages } from "@/components/question/placed-images";
import { ItemImages } from "@/components/image/item-images";
import { usePreload } from "@/components/image/use-preload";
import { ProblemAlert } from "@/components/problem-alert";
import { ReasonDialog } from "@/components/reason-dialog";
import { FinalRecord } from "@/components/record/final-record";
import { StatusBadge } from "@/components/status-badge";
import { ItemTalk } from "@/components/talk/item-talk";
import { $api } from "@/lib/api/client";
import { loadWhenNeeded } from "@/lib/deferred";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";
import { useGoToPage } from "@/lib/routing/use-go";
import { useProject } from "@/lib/session/project";

import { caseOptions, CHANGES_QUEUE, countsOptions, queueOptions } from "../api";
import { Proposal } from "./proposal";
import classes from "./adjudicate.module.css";
import { CaseWorkspace } from "./case-workspace";

const EditRecord = loadWhenNeeded(async () => (await import("./edit-record")).EditRecord);

/** One case: images above, annotations and decision below. */
export function LoadedCase({ slug, id }: { slug: string; id: number }) {
  const { t } = useTranslation(["adjudicate", "common"]);
  const given = useSuspenseQuery(caseOptions(slug, id)).data;
  const queue = useSuspenseQuery(queueOptions(slug)).data;
  const counts = useSuspenseQuery(countsOptions(slug)).data;
  const go = useGoToPage();
  const isOrganizer = useProject().can("organize");

  const at = queue.results.findIndex((one) => one.id === id);
  const next = queue.results[at + 1] ?? queue.results.find((one) => one.id !== id);
  useQuery({ ...caseOptions(slug, next?.id ?? 0), enabled: next !== undefined });
  usePreload(next?.images.map((image) => image.preview_url) ?? []);

  const goOn = () => {
    go({ page: "adjudicate", ...(next ? { search: { case: next.id } } : {}) });
  };
  const [isAlone, setAlone] = useState(false);
  const isOpen = given.status === "to_adjudicate" || given.status === "to_merge";

  return (
    <PlacedImages images={given.images}>
      <div className={classes.page}>
        <div className={classes.head}>
          <Box component="h1" m={0} fz="1.125rem" fw={600}>
            {t("common:item.numbered", { number: given.item_number })}
          </Box>
          <StatusBadge state={`case.${given.status}`} />
          <span className={classes.counts}>
            {t("queue.disputed", { count: counts.to_adjudicate })}
            {" · "}
            {t("queue.merge", { count: counts.to_merge })}
            {counts.own > 0 && (
              <>
                {" · "}
                <span title={t("queue.ownWhy")}>{t("queue.own", { count: counts.own })}</span>
              </>
            )}
          </span>
          {isOrganizer ? (
            <ItemTalk slug={slug} itemId={given.item_id} item={given} />
          ) : (
            <ItemTalk slug={slug} item={{ item_number: null, item_code: given.item_code }} />
          )}
        </div>
        <div className={classes.pictures}>
          <ItemImages images={given.images} number={given.item_number} />
        </div>
        {given.proposal && <Proposal slug={slug} given={given} onDone={goOn} />}
        {isOpen && (given.may_decide || isAlone) ? (
          <CaseWorkspace
            key={given.version}
            slug={slug}
            given={given}
            onDone={goOn}
            hasNext={next !== undefined}
          />
        ) : (
          <Decided
            slug={slug}
            id={id}
            onNext={next ? goOn : undefined}
            isOpen={isOpen}
            onAlone={
              given.may_waive
                ? () => {
                    setAlone(true);
                  }
                : undefined
            }
          />
        )}
      </div>
    </PlacedImages>
  );
}

/** A case that this person does not decide: the reason, and its content. */
function Decided({
  slug,
  id,
  isOpen,
  onNext,
  onAlone,
}: {
  slug: string;
  id: number;
  isOpen: boolean;
  onNext: (() => void) | undefined;
  /** Decide alone with a reason, for people who may. */
  onAlone: (() => void) | undefined;
}) {
  const { t } = useTranslation("adjudicate");
  const queries = useQueryClient();
  const given = useSuspenseQuery(caseOptions(slug, id)).data;
  const undo = $api.useMutation("post", "/api/projects/{slug}/cases/{case_id}/undo/", {
    meta: CHANGES_QUEUE,
    onSuccess: (changed) => {
      queries.setQueryData(caseOptions(slug, id).queryKey, changed);
    },
  });
  const restore = $api.useMutation("post", "/api/projects/{slug}/cases/{case_id}/restore/", {
    meta: CHANGES_QUEUE,
    onSuccess: (changed) => {
      queries.setQueryData(caseOptions(slug, id).queryKey, changed);
      setRestores(false);
    },
  });
  const protocol = useProtocol(slug);
  const [edits, setEdits] = useState(false);
  const [restores, setRestores] = useState(false);
  const { final } = given;
  const isOrganizer = useProject().can("organize");
  const decides = given.records.some(({ mine }) => mine);
  const whyTogether = decides ? "together.yours" : "together.others";
  return (
    <div className={classes.work}>
      <div className={classes.decided}>
        <p>
          {isOpen ? t(given.together ? whyTogether : "decided.own") : t(`decided.${given.status}`)}
        </p>
        <Group>
          {given.may_undo && (
            <Button
              variant="default"
              loading={undo.isPending}
              onClick={() => {
                undo.mutate({ params: { path: { slug, case_id: id } } });
              }}
            >
              {t("decided.undo")}
            </Button>
          )}
          {given.may_edit && !edits && (
            <Button
              variant="default"
              onClick={() => {
                setEdits(true);
              }}
            >
              {t("edit.open")}
            </Button>
          )}
          {given.status === "dropped" && isOrganizer && (
            <Button
              variant="default"
              onClick={() => {
                setRestores(true);
              }}
            >
              {t("restore.open")}
            </Button>
          )}
          {isOrganizer && (
            <Button
              variant="default"
              renderRoot={(props) => (
                <AppLink
                  to={{ page: "item", params: { number: String(given.item_number) } }}
                  {...props}
                />
              )}
            >
              {t("decided.life")}
            </Button>
          )}
          {onAlone && (
            <Button variant="default" onClick={onAlone}>
              {t("alone.open")}
            </Button>
          )}
          {onNext && <Button onClick={onNext}>{t("decided.next")}</Button>}
        </Group>
        {undo.error && <ProblemAlert error={undo.error} />}
        {final && edits && (
          <EditRecord
            key={given.version}
            slug={slug}
            given={{ ...given, final }}
            onClose={() => {
              setEdits(false);
            }}
          />
        )}
        {final && !edits && (
          <FinalRecord protocol={protocol} record={final} origins={given.origins} />
        )}
        <ReasonDialog
          opened={restores}
          title={t("restore.title", { number: given.item_number })}
          action={t("restore.action")}
          pending={restore.isPending}
          error={restore.error}
          onClose={() => {
            setRestores(false);
            restore.reset();
          }}
          onConfirm={(reason) => {
            restore.mutate({ params: { path: { slug, case_id: id } }, body: { reason } });
          }}
        >
          <p>{t("restore.text")}</p>
        </ReasonDialog>
      </div>
    </div>
  );
}
