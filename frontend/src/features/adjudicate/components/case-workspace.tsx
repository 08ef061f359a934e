import { Box } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useReducer, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { FieldGuideline } from "@/components/guideline/field-guideline";
import { ReasonDialog } from "@/components/reason-dialog";
import { $api } from "@/lib/api/client";
import { refetchResources } from "@/lib/api/outdate";
import { isProblem } from "@/lib/api/problem";
import { useProblemSentence } from "@/lib/api/problem-sentence";
import { useCommandGroup, useCommands } from "@/lib/commands/use-commands";
import { loadWhenNeeded } from "@/lib/deferred";
import { optionLetter } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { useGoToPage } from "@/lib/routing/use-go";
import { useToasts } from "@/lib/toasts/use-toasts";

import { CASES, caseOptions, CHANGES_QUEUE, undoDecision } from "../api";
import { adjudicateCommands } from "../commands";
import {
  type CaseDetail,
  decisionReducer,
  finalizeBody,
  mayMerge,
  whyPartIsNotReady,
  type RecordPart,
  partId,
  partsByDecisionNeed,
  initialDecision,
} from "../decision";
import { mergedStart, mergeSources, namedSources } from "../merging";
import { orderColumns, sideKeys } from "../sides";
import classes from "./adjudicate.module.css";
import { AgreedFields } from "./agreed-fields";
import recordRows from "./record-rows.module.css";
import { DecisionBar } from "./decision-bar";
import { PartRow } from "./part-row";
import { useLabelKeys } from "./use-label-keys";
import { usePropose } from "./use-propose";

const GuidelineDrawer = loadWhenNeeded(
  async () => (await import("./guideline-drawer")).GuidelineDrawer,
);

interface CaseWorkspaceProps {
  slug: string;
  given: CaseDetail;
  hasNext: boolean;
  /** Called after a decision, a discard or a postponement, to go on to the next case. */
  onDone: () => void;
}

/** The annotations beside the final record. */
export function CaseWorkspace({ slug, given, hasNext, onDone }: CaseWorkspaceProps) {
  const { t } = useTranslation(["adjudicate", "common"]);
  const protocol = useProtocol(slug);
  const queries = useQueryClient();
  const toasts = useToasts();
  const problemSentence = useProblemSentence();
  const go = useGoToPage();
  const { records } = given;
  const rules = protocol.questions;

  const [decision, dispatch] = useReducer(decisionReducer, given, initialDecision);
  const [parts] = useState(() => partsByDecisionNeed(given, protocol));
  const [showAgreed, setShowAgreed] = useState(false);
  const shown = [...parts.open, ...parts.proposed, ...(showAgreed ? parts.agreed : [])];
  const [at, setAt] = useState(0);
  const current = shown[Math.min(at, shown.length - 1)];

  const allParts = [...parts.open, ...parts.proposed, ...parts.agreed];
  const missing = allParts.flatMap((part) => {
    const why = whyPartIsNotReady(part, decision, rules, records);
    return why ? [{ part, why }] : [];
  });

  const rows = useRef<(HTMLElement | null)[]>([]);
  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(index, shown.length - 1));
    setAt(next);
  };
  const take = (part: RecordPart | undefined, side: number) => {
    if (!part) return;
    dispatch({ type: "takeSide", part, side, records, maximum: rules.maximum });
    if (part === current) goOn(part);
  };
  /** Rows stay in place; the keys move to the next open one. */
  const goOn = (part: RecordPart) => {
    const index = shown.indexOf(part);
    if (index + 1 < parts.open.length) goTo(index + 1);
  };
  // Two questions are merged into one, if there is room.
  const toMerge = decision.questions.length < rules.maximum ? mergeSources(decision, records) : [];
  const canMerge = (part: RecordPart) =>
    part.kind === "questions" ? toMerge.length > 1 : mayMerge(part);
  const merge = (part: RecordPart | undefined) => {
    if (!part || !canMerge(part)) return;
    if (part.kind === "field") {
      dispatch({ type: "merge", part, records });
      return;
    }
    const content = mergedStart(namedSources(records, toMerge));
    dispatch({ type: "writeQuestion", content, sources: toMerge });
  };

  const finalize = $api.useMutation("post", "/api/projects/{slug}/cases/{case_id}/finalize/", {
    meta: CHANGES_QUEUE,
    onSuccess: (decided) => {
      queries.setQueryData(caseOptions(slug, given.id).queryKey, decided);
      toasts.undo(t("made", { number: given.item_number }), () => {
        undoDecision(slug, given.id)
          .then(async () => {
            await refetchResources(queries, CASES);
            go({ page: "adjudicate", search: { case: given.id } });
          })
          .catch((error: unknown) => {
            toasts.failed(isProblem(error) ? problemSentence(error) : t("undoFailed"));
          });
      });
      onDone();
    },
  });
  const propose = usePropose(slug, given, onDone);
  // People who may not decide see this only to decide alone, with a reason.
  const isAlone = !given.may_decide;
  const isProposed = given.together && !isAlone;
  const [isWaiving, setWaiving] = useState(false);
  const send = isProposed ? propose : finalize;
  const settle = (waiver: string) => {
    const body = finalizeBody(given, decision, waiver);
    finalize.mutate({ params: { path: { slug, case_id: given.id } }, body });
  };
  const finish = () => {
    if (isAlone) setWaiving(true);
    else if (isProposed) propose.mutate(finalizeBody(given, decision));
    else settle("");
  };

  const commands = useCommands(adjudicateCommands, {
    finish: { run: finish, enabled: missing.length === 0 && !send.isPending },
    merge: {
      run: () => {
        merge(current);
      },
      enabled: current !== undefined && canMerge(current),
    },
    up: () => {
      goTo(at - 1);
    },
    down: () => {
      goTo(at + 1);
    },
    skip: { run: onDone, enabled: hasNext },
    agreed: {
      run: () => {
        setShowAgreed(!showAgreed);
      },
      enabled: parts.agreed.length > 0,
    },
  });
  useCommandGroup({
    scope: "adjudicate-sides",
    title: t("sides"),
    inDialog: false,
    commands: records.map((record, side) => ({
      id: `adjudicate-sides.${record.letter}`,
      scope: "adjudicate-sides",
      label: t("takeSide", { letter: record.letter }),
      keys: sideKeys(side),
      enabled: current !== undefined,
      run: () => {
        take(current, side);
      },
    })),
  });

  useLabelKeys({
    protocol,
    decision,
    dispatch,
    current,
    onReason: () => {
      rows.current[at]?.querySelector<HTMLElement>("textarea[data-reason]")?.focus();
    },
    onDecided: () => {
      if (current) goOn(current);
    },
  });

  useEffect(() => {
    const row = rows.current[at];
    if (!row?.contains(document.activeElement)) row?.focus({ preventScroll: true });
    // Only now do the rows have their heights.
    row?.scrollIntoView({ block: "nearest" });
  }, [at]);

  // Beside the records where there is room, otherwise in a drawer.
  const [isGuidelineOpen, setGuidelineOpen] = useState(false);
  const guideline = (
    <FieldGuideline
      field={current?.kind === "field" ? current.field : null}
      questions={current?.kind === "questions" ? rules : null}
    />
  );

  const errors = isProblem(send.error) ? send.error.fieldErrors : {};
  const row = (part: RecordPart, index: number) => (
    <PartRow
      key={partId(part)}
      ref={(element) => {
        rows.current[index] = element;
      }}
      part={part}
      given={given}
      protocol={protocol}
      decision={decision}
      errors={errors}
      isCurrent={part === current}
      onCurrent={() => {
        setAt(index);
      }}
      onTake={(side) => {
        take(part, side);
      }}
      onMerge={
        canMerge(part)
          ? () => {
              merge(part);
            }
          : undefined
      }
      onGuideline={() => {
        setGuidelineOpen(true);
      }}
      onNext={() => {
        goOn(part);
      }}
      dispatch={dispatch}
    />
  );
  const agreedAt = parts.open.length + parts.proposed.length;

  return (
    <>
      <div
        className={classes.work}
        // Every case begins at the top, whatever scroll position the router remembers.
        data-scroll-restoration-id={`case-${String(given.id)}-${String(given.version)}`}
        style={{ "--people": records.length }}
      >
        <div className={recordRows.columns} aria-hidden="true">
          {orderColumns(records.length).map((side) => (
            <span key={side ?? "final"} data-final={side === null || undefined}>
              {side === null
                ? t("final")
                : t(records[side]?.mine ? "together.you" : "side", { letter: optionLetter(side) })}
            </span>
          ))}
        </div>
        {parts.open.map((part, index) => row(part, index))}
        {parts.proposed.map((part, index) => row(part, parts.open.length + index))}
        {parts.agreed.length > 0 && (
          <AgreedFields
            parts={parts.agreed}
            decision={decision}
            isOpen={showAgreed}
            onToggle={commands.agreed.run}
          />
        )}
        {showAgreed && parts.agreed.map((part, index) => row(part, agreedAt + index))}
      </div>
      <Box
        className={classes.guideline}
        visibleFrom="lg"
        role="region"
        aria-label={t("common:guideline.title")}
        // A long guideline scrolls, with keys too.

        tabIndex={0}
      >
        {guideline}
      </Box>
      {isGuidelineOpen && (
        <GuidelineDrawer
          onClose={() => {
            setGuidelineOpen(false);
          }}
        >
          {guideline}
        </GuidelineDrawer>
      )}
      <DecisionBar
        slug={slug}
        given={given}
        missing={missing}
        finish={isProposed ? { ...commands.finish, label: t("together.propose") } : commands.finish}
        skip={commands.skip}
        pending={send.isPending}
        error={send.error}
        onGoTo={(part) => {
          if (parts.agreed.includes(part)) setShowAgreed(true);
          goTo(allParts.indexOf(part));
        }}
        onGone={onDone}
      />
      <ReasonDialog
        opened={isWaiving}
        title={t("alone.title", { number: given.item_number })}
        action={t("alone.action")}
        pending={finalize.isPending}
        error={finalize.error}
        onConfirm={settle}
        onClose={() => {
          setWaiving(false);
        }}
      >
        {t("alone.text")}
      </ReasonDialog>
    </>
  );
}
