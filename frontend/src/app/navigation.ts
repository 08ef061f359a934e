import {
  IconArrowBackUp,
  IconBook,
  IconCheckbox,
  IconCopy,
  IconFileImport,
  IconFilter2,
  IconGauge,
  IconGitMerge,
  IconHelpHexagon,
  IconHistory,
  IconLayoutDashboard,
  IconMessages,
  IconPackage,
  IconPencil,
  IconPhoto,
  IconPhotoCheck,
  IconPuzzle,
  IconRulerMeasure,
  IconScale,
  IconSettings,
  IconStack2,
  IconTargetArrow,
  IconTimeline,
  IconUsers,
  type Icon,
} from "@tabler/icons-react";

import { stageIcon } from "@/components/stage-icon";
import type { PageName } from "@/lib/routing/pages";
import { hasRight, type Right, type Role } from "@/lib/session/session";
import type { Stage } from "@/lib/stages/stages";

import type texts from "./locale/en.json";

type Names = (typeof texts)["navigation"];

/** A page with an entry in the sidebar. */
export type NavigationPage = PageName & (keyof Names | "stage");

export interface NavigationEntry {
  page: NavigationPage;
  icon: Icon;
  /** The right of those who see it. */
  right: Right;
  /** Hidden from people who have a part in making the benchmark: they have other ways to it. */
  only?: true;
  /** Shown only if the protocol requires it. */
  where?: ProtocolFeatures;
  /** Its name in `app:navigation`, if it differs from the page's. */
  name?: "agree";
  /** Of `stage`: the curation stage of the page. */
  stage?: Stage;
}

/** Optional parts of a protocol that need a page. */
export type ProtocolFeatures = "together" | "made-questions";

export interface NavigationGroup {
  /** i18n key under `app:navigation.groups`; the first group needs no heading. */
  key: "project" | keyof Names["groups"];
  entries: readonly NavigationEntry[];
}

/**
 * Every page in the sidebar, in the order of the stages. Names: `app:navigation.<page>`. The entry
 * `stage` stands for the stages that measure images; the server gives their names.
 */
const GROUPS: readonly NavigationGroup[] = [
  {
    key: "project",
    entries: [
      { page: "marking", icon: IconScale, right: "rate", only: true },
      { page: "overview", icon: IconLayoutDashboard, right: "participate" },
    ],
  },
  {
    key: "curation",
    entries: [
      { page: "import", icon: IconFileImport, right: "organize" },
      { page: "images", icon: IconPhoto, right: "organize" },
      { page: "duplicates", icon: IconCopy, right: "organize" },
      { page: "stage", icon: IconFilter2, right: "organize" },
      { page: "screen", icon: IconPhotoCheck, right: "participate" },
      { page: "funnel", icon: IconFilter2, right: "organize" },
    ],
  },
  {
    key: "annotation",
    entries: [
      { page: "annotate", icon: IconPencil, right: "annotate" },
      {
        page: "adjudicate",
        icon: IconGitMerge,
        right: "annotate",
        where: "together",
        name: "agree",
      },
      { page: "validate", icon: IconCheckbox, right: "participate" },
      { page: "rework", icon: IconArrowBackUp, right: "participate" },
      { page: "guide", icon: IconBook, right: "annotate" },
      { page: "myWork", icon: IconHistory, right: "annotate" },
      { page: "talk", icon: IconMessages, right: "participate" },
    ],
  },
  {
    key: "review",
    entries: [
      { page: "items", icon: IconStack2, right: "organize" },
      { page: "balance", icon: IconScale, right: "organize" },
      { page: "adjudicate", icon: IconGitMerge, right: "organize" },
      { page: "makeQuestions", icon: IconPuzzle, right: "organize", where: "made-questions" },
      { page: "questions", icon: IconHelpHexagon, right: "organize" },
      { page: "calibration", icon: IconTargetArrow, right: "organize" },
      { page: "people", icon: IconUsers, right: "organize" },
    ],
  },
  {
    key: "benchmark",
    entries: [
      { page: "releases", icon: IconPackage, right: "organize" },
      { page: "evaluation", icon: IconGauge, right: "organize" },
      { page: "protocol", icon: IconRulerMeasure, right: "organize" },
      { page: "settings", icon: IconSettings, right: "maintain" },
      { page: "history", icon: IconTimeline, right: "maintain" },
    ],
  },
];

/** Pages in the bottom bar of a phone, the most used first: those of a role's first right here. */
const PHONE: readonly (readonly [Right, readonly NavigationPage[]])[] = [
  ["maintain", ["overview", "screen", "releases", "evaluation"]],
  ["organize", ["overview", "screen", "adjudicate", "people"]],
  ["participate", ["overview", "screen", "annotate", "validate"]],
  ["rate", ["marking"]],
];

/** One entry for each stage that measures images and that the protocol uses. */
function stageEntries(entry: NavigationEntry, stages: readonly Stage[]): NavigationEntry[] {
  return stages
    .filter(({ kind, is_on: isOn }) => kind === "image" && isOn)
    .map((stage) => ({ ...entry, icon: stageIcon(stage.icon), stage }));
}

function isOffered(entry: NavigationEntry, role: Role): boolean {
  return hasRight(role, entry.right) && !(entry.only && hasRight(role, "participate"));
}

export function navigationFor(
  role: Role,
  exists: (page: PageName) => boolean,
  uses: readonly ProtocolFeatures[] = [],
  stages: readonly Stage[] = [],
): readonly NavigationGroup[] {
  const isAsked = ({ where }: NavigationEntry) => where === undefined || uses.includes(where);
  const ofStages = (entry: NavigationEntry): readonly NavigationEntry[] =>
    entry.page === "stage" ? stageEntries(entry, stages) : [entry];
  return GROUPS.map((group) => ({
    ...group,
    entries: group.entries
      .filter((entry) => isOffered(entry, role) && isAsked(entry) && exists(entry.page))
      .flatMap(ofStages),
  })).filter((group) => group.entries.length > 0);
}

export function phoneNavigationFor(
  role: Role,
  exists: (page: PageName) => boolean,
): readonly NavigationEntry[] {
  const entries = navigationFor(role, exists).flatMap((group) => group.entries);
  const [, pages] = PHONE.find(([right]) => hasRight(role, right)) ?? [];
  return (pages ?? []).flatMap((page) => entries.filter((entry) => entry.page === page));
}

/** The first page of a project. */
export function homePageOfProject(role: Role, exists: (page: PageName) => boolean): PageName {
  return navigationFor(role, exists)[0]?.entries[0]?.page ?? "projects";
}
