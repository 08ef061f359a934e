import type { FunnelRow } from "@/components/charts/funnel-bars";
import type { LinkTarget } from "@/lib/routing/pages";
import { stagePage, type Stage } from "@/lib/stages/stages";

import type { FunnelStep, MyDay, NextStep, ReleaseBlocker, SetupStep } from "./api";

const COUNTED: Readonly<Record<Exclude<FunnelStep["step"], "stage">, LinkTarget>> = {
  raw: { page: "images" },
  accepted: { page: "images", search: { status: "accepted" } },
  annotated: { page: "adjudicate" },
  agreed: { page: "questions" },
  validated: { page: "questions", search: { state: "passed" } },
  needs_picture: { page: "evaluationShortcuts" },
  released: { page: "releases" },
};

/** The stages as bars, each with a link to what it counts. */
export function funnelRows(
  steps: readonly FunnelStep[],
  stages: readonly Stage[],
  labelOf: (step: FunnelStep) => string,
): FunnelRow[] {
  return steps.map((one) => {
    const stage = stages.find(({ id }) => id === one.stage);
    const to = one.step === "stage" ? stage && stagePage(stage) : COUNTED[one.step];
    return {
      key: one.stage || one.step,
      label: labelOf(one),
      count: one.count,
      ...(to && { to }),
    };
  });
}

/** Maximum number of items that the kept images can make: the base of shares of items. */
export function itemsAtMost(steps: readonly FunnelStep[], imagesAnItem: number): number {
  const kept = steps.find(({ step }) => step === "accepted")?.count ?? 0;
  return Math.floor(kept / imagesAnItem);
}

const WORKED_ON: Readonly<Record<string, LinkTarget>> = {
  protocol: { page: "protocol" },
  people: { page: "people" },
  import: { page: "import" },
  calibration: { page: "calibration" },
  annotate: { page: "items" },
  adjudicate: { page: "adjudicate" },
  make_questions: { page: "makeQuestions" },
  rework: { page: "rework" },
  rounds: { page: "questions" },
  validate: { page: "questions" },
  talk: { page: "talk" },
  undecided: { page: "undecided" },
  screen: { page: "screen" },
  releases: { page: "releases" },
  evaluation: { page: "evaluation" },
};

/** The blocking checks of a release, as links to items, questions or fields. */
export function blockerTarget({ kind }: ReleaseBlocker): LinkTarget {
  if (kind === "low_agreement") return { page: "agreement" };
  if (kind === "short_of_people") return { page: "questions", search: { state: "asked" } };
  return { page: "items", search: { state: kind === "unannotated" ? "unbegun" : kind } };
}

/** Link to the next step. Organizers neither annotate nor validate: they see the progress. */
export function nextStepTarget({ kind, page, round }: NextStep): LinkTarget {
  if (kind === "settle") return { page: "talk", search: { show: "dissent" } };
  if (kind === "tick" && round !== null) {
    return { page: "checklist", params: { number: String(round) } };
  }
  return WORKED_ON[page] ?? { page: "questions" };
}

/** Link to a step of the set-up, or to its result. */
export function setupStepTarget({ kind, page, state }: SetupStep): LinkTarget {
  if (kind === "import" && state === "done") return { page: "images" };
  if (kind === "filter" && state === "done") return { page: "funnel" };
  return WORKED_ON[page] ?? { page: "overview" };
}

export type Task = "returned" | "rework" | "held" | "validate" | "annotate" | "screen";

export interface MyTask {
  task: Task;
  /** Waiting tasks. */
  count: number;
  to: LinkTarget;
}

/** An annotator's waiting tasks, the most urgent first: returned, begun, new. */
export function listAnnotatorTasks(day: MyDay): MyTask[] {
  const { annotation, validation, screening, rework } = day;
  const all: MyTask[] = [
    { task: "returned", count: annotation.returned, to: { page: "rework" } },
    { task: "rework", count: rework, to: { page: "rework" } },
    { task: "held", count: annotation.held, to: { page: "annotate" } },
    { task: "validate", count: validation.waiting, to: { page: "validate" } },
    { task: "annotate", count: annotation.waiting, to: { page: "annotate" } },
    { task: "screen", count: screening.waiting, to: { page: "screen" } },
  ];
  return all.filter(({ count }) => count > 0);
}
