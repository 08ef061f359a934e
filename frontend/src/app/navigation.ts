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
import { atLeast, type Role } from "@/lib/session/session";
import type { Stage } from "@/lib/stages/stages";

import type texts from "./locale/en.json";

type Names = (typeof texts)["navigation"];

/** A page with an entry in the sidebar. */
export type NavigationPage = PageName & (keyof Names | "stage");

export interface NavigationEntry {
  page: NavigationPage;
  icon: Icon;
  /** Lowest role that sees it. */
  role: Role;
  /** Hidden from higher roles: people who review do not annotate. */
  only?: true;
  /** Shown only if the protocol requires it. */
  where?: Uses;
  /** Its name in `app:navigation`, if it differs from the page's. */
  name?: "agree";
  /** Of `stage`: the curation stage of the page. */
  stage?: Stage;
}

/** Optional parts of a protocol that need a page. */
export type Uses = "together" | "made-questions";

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
      { page: "marking", icon: IconScale, role: "rater", only: true },
      { page: "overview", icon: IconLayoutDashboard, role: "annotator" },
    ],
  },
  {
    key: "curation",
    entries: [
      { page: "import", icon: IconFileImport, role: "organizer" },
      { page: "images", icon: IconPhoto, role: "organizer" },
      { page: "duplicates", icon: IconCopy, role: "organizer" },
      { page: "stage", icon: IconFilter2, role: "organizer" },
      { page: "screen", icon: IconPhotoCheck, role: "annotator" },
      { page: "funnel", icon: IconFilter2, role: "organizer" },
    ],
  },
  {
    key: "annotation",
    entries: [
      { page: "annotate", icon: IconPencil, role: "annotator", only: true },
      {
        page: "adjudicate",
        icon: IconGitMerge,
        role: "annotator",
        only: true,
        where: "together",
        name: "agree",
      },
      { page: "validate", icon: IconCheckbox, role: "annotator" },
      { page: "rework", icon: IconArrowBackUp, role: "annotator" },
      { page: "guide", icon: IconBook, role: "annotator", only: true },
      { page: "myWork", icon: IconHistory, role: "annotator", only: true },
      { page: "talk", icon: IconMessages, role: "annotator" },
    ],
  },
  {
    key: "review",
    entries: [
      { page: "items", icon: IconStack2, role: "organizer" },
      { page: "balance", icon: IconScale, role: "organizer" },
      { page: "adjudicate", icon: IconGitMerge, role: "organizer" },
      { page: "makeQuestions", icon: IconPuzzle, role: "organizer", where: "made-questions" },
      { page: "questions", icon: IconHelpHexagon, role: "organizer" },
      { page: "calibration", icon: IconTargetArrow, role: "organizer" },
      { page: "people", icon: IconUsers, role: "organizer" },
    ],
  },
  {
    key: "benchmark",
    entries: [
      { page: "releases", icon: IconPackage, role: "organizer" },
      { page: "evaluation", icon: IconGauge, role: "organizer" },
      { page: "protocol", icon: IconRulerMeasure, role: "organizer" },
      { page: "settings", icon: IconSettings, role: "maintainer" },
      { page: "history", icon: IconTimeline, role: "maintainer" },
    ],
  },
];

/** Pages in the bottom bar of a phone, the most used first. */
const PHONE: Readonly<Record<Role, readonly NavigationPage[]>> = {
  rater: ["marking"],
  annotator: ["overview", "screen", "annotate", "validate"],
  organizer: ["overview", "screen", "adjudicate", "people"],
  maintainer: ["overview", "screen", "releases", "evaluation"],
};

/** One entry for each stage that measures images and that the protocol uses. */
function stageEntries(entry: NavigationEntry, stages: readonly Stage[]): NavigationEntry[] {
  return stages
    .filter(({ kind, is_on: isOn }) => kind === "image" && isOn)
    .map((stage) => ({ ...entry, icon: stageIcon(stage.icon), stage }));
}

function isOffered(entry: NavigationEntry, role: Role): boolean {
  return entry.only ? role === entry.role : atLeast(role, entry.role);
}

export function navigationFor(
  role: Role,
  exists: (page: PageName) => boolean,
  uses: readonly Uses[] = [],
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
  return PHONE[role].flatMap((page) => entries.filter((entry) => entry.page === page));
}

/** The first page of a project. */
export function homeOf(role: Role, exists: (page: PageName) => boolean): PageName {
  return navigationFor(role, exists)[0]?.entries[0]?.page ?? "projects";
}
