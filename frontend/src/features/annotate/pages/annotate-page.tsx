import { Button, Group } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { IconCoffee, IconEyeOff, IconHourglass, IconSchool } from "@tabler/icons-react";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { myTermsOptions } from "@/components/knowledge/knowledge";
import { useKnowledgeNames } from "@/components/knowledge/use-knowledge-names";
import { usePreload } from "@/components/image/use-preload";
import { ProblemAlert } from "@/components/problem-alert";
import { refetchResources } from "@/lib/api/outdate";
import { isProblem } from "@/lib/api/problem";
import { useProblemSentence } from "@/lib/api/problem-sentence";
import { useProtocol, useProtocolVersion } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";
import { useGoToPage } from "@/lib/routing/use-go";
import { useProject } from "@/lib/session/project";
import { useUser } from "@/lib/session/session";
import { useToasts } from "@/lib/toasts/use-toasts";

import {
  calibrationOptions,
  EMPTY_POLL_MS,
  loadNextSlot,
  type MySlot,
  type NextSlot,
  nextSlotOptions,
  useItemsLeft,
  useMyDay,
  useReopenSlot,
} from "../api";
import { Workspace } from "../components/workspace";
import { EmptyWorkspace, InsteadOfWorkspace } from "../components/empty-workspace";
import type { Done } from "../use-workspace";

const route = getRouteApi("/signed-in/projects/$slug/annotate");

export function AnnotatePage() {
  const { t } = useTranslation("annotate");
  const { role } = useProject();
  if (role === "annotator") return <Work />;
  return (
    <EmptyWorkspace
      page={t("title")}
      icon={<IconEyeOff size={40} stroke={1.4} />}
      title={t("blind.title")}
    >
      {t("blind.text")}
    </EmptyWorkspace>
  );
}

/** Items one after the other, while there are any. */
function Work() {
  const { t } = useTranslation("annotate");
  const { slug } = route.useParams();
  const protocol = useProtocol(slug);
  const protocolVersion = useProtocolVersion(slug);
  const queries = useQueryClient();
  const toasts = useToasts();
  const reopen = useReopenSlot();
  const problemSentence = useProblemSentence();
  const go = useGoToPage();
  const { data, dataUpdatedAt } = useSuspenseQuery(nextSlotOptions(slug));
  const [error, setError] = useState<unknown>(null);
  const user = useUser();
  const [done, setDone] = useSessionStorage({
    key: `subtext.annotated.${slug}.${String(user.id)}`,
    defaultValue: 0,
    getInitialValueInEffect: false,
  });
  const left = useItemsLeft(slug);
  const session = useMemo(() => ({ done, left }), [done, left]);
  usePreload(data.upcoming.map(({ preview_url }) => preview_url));

  const next = async () => {
    setError(null);
    try {
      await loadNextSlot(queries, slug);
    } catch (problem) {
      setError(problem);
    }
  };

  const takeBack = async (slot: MySlot, how: Done) => {
    try {
      const again = await reopen.mutateAsync({ params: { path: { slug, slot_id: slot.id } } });
      if (how === "submitted") setDone((before) => Math.max(before - 1, 0));
      const { queryKey } = nextSlotOptions(slug);
      const upcoming = queries.getQueryData<NextSlot>(queryKey)?.slot?.images ?? [];
      queries.setQueryData(queryKey, { slot: again, waiting: null, upcoming });
    } catch (problem) {
      toasts.failed(isProblem(problem) ? problemSentence(problem) : t("problem.takeBack"));
    }
  };

  /**
   * After practice and calibration items, people see the annotations of others before they
   * continue.
   */
  const afterShared = async (slot: MySlot) => {
    queries.removeQueries({ queryKey: nextSlotOptions(slug).queryKey });
    if (slot.kind === "practice") {
      await refetchResources(queries, "/api/projects/{slug}/annotate/welcome/");
      go({ page: "welcome" });
      return;
    }
    const { calibration } = await queries.fetchQuery(calibrationOptions(slug));
    const item = calibration?.items.find((one) => one.slot === slot.id);
    if (!calibration || !item) return;
    const params = { number: String(calibration.number), place: String(item.place) };
    go({ page: "calibrationItem", params });
  };

  if (error !== null) {
    return (
      <InsteadOfWorkspace page={t("title")}>
        <ProblemAlert error={error} onRetry={() => void next()} safe={t("problem.done")} />
      </InsteadOfWorkspace>
    );
  }
  const { slot } = data;
  if (!slot?.draft) return <Waiting slug={slug} why={data.waiting} />;
  return (
    <Workspace
      key={`${String(slot.id)}-${String(dataUpdatedAt)}`}
      slug={slug}
      protocol={protocol}
      protocolVersion={protocolVersion}
      slot={slot}
      draft={slot.draft}
      session={session}
      // After practice and calibration items, people see the annotations of others.
      takesNext={slot.kind === "work"}
      onReload={() => void next()}
      onDone={async (how, following) => {
        if (how === "submitted" && slot.kind !== "work") {
          await afterShared(slot);
          return;
        }
        const said = t(`done.${how}`, { number: slot.item_code });
        if (how === "skipped") toasts.done(said);
        else toasts.undo(said, () => void takeBack(slot, how));
        if (how === "submitted") setDone((before) => before + 1);
        if (following) queries.setQueryData(nextSlotOptions(slug).queryKey, following);
        else await next();
        void refetchResources(queries, "/api/projects/{slug}/my-day/");
      }}
    />
  );
}

/** Reason why there is no item, and possible actions. */
function Waiting({ slug, why }: { slug: string; why: NextSlot["waiting"] }) {
  if (why === "held_back") return <HeldBack />;
  if (why === "day" || why === "all") return <Capped which={why} />;
  return why === "lacking" ? <Lacking slug={slug} /> : <NothingToDo slug={slug} />;
}

/** The person has submitted as much as the organizers planned. */
function Capped({ which }: { which: "day" | "all" }) {
  const { t } = useTranslation("annotate");
  return (
    <EmptyWorkspace
      page={t("title")}
      icon={<IconCoffee size={40} stroke={1.4} />}
      title={t(`capped.${which}`)}
      action={
        <Button renderRoot={(props) => <AppLink to={{ page: "myWork" }} {...props} />}>
          {t("empty.myWork")}
        </Button>
      }
    >
      {t(`capped.${which}Text`)}
    </EmptyWorkspace>
  );
}

/** The protocol requires something of everyone that this person has not stated. */
function Lacking({ slug }: { slug: string }) {
  const { t } = useTranslation("annotate");
  const { data } = useSuspenseQuery(myTermsOptions(slug));
  const nameOf = useKnowledgeNames(slug);
  return (
    <EmptyWorkspace
      page={t("title")}
      icon={<IconSchool size={40} stroke={1.4} />}
      title={t("lacking.title")}
      action={
        <Button renderRoot={(props) => <AppLink to={{ page: "myWork" }} {...props} />}>
          {t("lacking.action")}
        </Button>
      }
    >
      {t("lacking.text", { what: data.lacking.map(nameOf).join(" · ") })}
    </EmptyWorkspace>
  );
}

/**
 * The calibration is complete; an organizer, or enough other annotators, must let the person
 * continue.
 */
function HeldBack() {
  const { t } = useTranslation("annotate");
  return (
    <EmptyWorkspace
      page={t("title")}
      icon={<IconHourglass size={40} stroke={1.4} />}
      title={t("heldBack.title")}
      action={
        <Button renderRoot={(props) => <AppLink to={{ page: "calibration" }} {...props} />}>
          {t("heldBack.compare")}
        </Button>
      }
    >
      {t("heldBack.text")}
    </EmptyWorkspace>
  );
}

/** Other waiting work, or the work done. */
function NothingToDo({ slug }: { slug: string }) {
  const { t } = useTranslation("annotate");
  const day = useMyDay(slug, { refetchInterval: EMPTY_POLL_MS });
  const toValidate = (day?.validation.waiting ?? 0) > 0;
  const toScreen = (day?.screening.waiting ?? 0) > 0;
  return (
    <EmptyWorkspace
      page={t("title")}
      icon={<IconCoffee size={40} stroke={1.4} />}
      title={t("empty.title")}
      action={
        <Group>
          {(toValidate || toScreen) && (
            <Button
              renderRoot={(props) => (
                <AppLink to={{ page: toValidate ? "validate" : "screen" }} {...props} />
              )}
            >
              {t(toValidate ? "empty.validate" : "empty.screen")}
            </Button>
          )}
          <Button
            variant="default"
            renderRoot={(props) => <AppLink to={{ page: "myWork" }} {...props} />}
          >
            {t("empty.myWork")}
          </Button>
        </Group>
      }
    >
      {t((day?.annotation.done ?? 0) > 0 ? "empty.text" : "empty.notBegun")}
    </EmptyWorkspace>
  );
}
