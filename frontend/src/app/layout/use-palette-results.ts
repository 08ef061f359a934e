import { IconFolders, type Icon } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { $api } from "@/lib/api/client";
import type { PageName, LinkTarget } from "@/lib/routing/pages";
import { hasRight, type Membership } from "@/lib/session/session";
import { useStageText } from "@/lib/stages/use-stages";
import { containsText } from "@/lib/text-folding";

import { navigationFor, type NavigationPage, type ProtocolFeatures } from "../navigation";
import { useProjectStages } from "./rail";
import { usePageExists } from "./use-page-exists";

interface FoundPage {
  key: string;
  name: string;
  icon: Icon;
  target: LinkTarget;
}

/** Pages without an entry in the sidebar, by the entry that they belong to. */
const SUBPAGES = {
  images: ["undecided"],
  funnel: ["excluded"],
  calibration: ["onboarding", "gold"],
  people: ["agreement"],
  evaluation: [
    "evaluationCompare",
    "evaluationReleases",
    "evaluationShortcuts",
    "errorAnalyses",
    "evaluationRatings",
    "evaluationOutside",
    "evaluationTables",
  ],
} as const satisfies Partial<Record<NavigationPage, readonly PageName[]>>;

type Subpage = (typeof SUBPAGES)[keyof typeof SUBPAGES][number];

function subpagesOf(page: NavigationPage): readonly Subpage[] {
  return page in SUBPAGES ? SUBPAGES[page as keyof typeof SUBPAGES] : [];
}

/** Maximum number of results of each kind. */
const MOST = 6;

/** The pages that the role may open and whose name contains the query. */
export function usePalettePages(
  membership: Membership | undefined,
  uses: readonly ProtocolFeatures[],
  query: string,
): readonly FoundPage[] {
  const { t } = useTranslation("app");
  const exists = usePageExists();
  const text = useStageText();
  const stages = useProjectStages(membership);
  const inProject = membership
    ? navigationFor(membership.role, exists, uses, stages).flatMap(({ entries }) =>
        entries.flatMap((entry): FoundPage[] => {
          const { page, icon, stage, name: own } = entry;
          const params = { slug: membership.project.slug, ...(stage && { stage: stage.id }) };
          const title = stage
            ? text(stage, "title")
            : page === "stage"
              ? ""
              : t(`navigation.${own ?? page}`);
          const found = { key: stage?.id ?? page, name: title, icon, target: { page, params } };
          // Without a query, only the pages of the sidebar are listed.
          const below = (query === "" ? [] : subpagesOf(page)).map((one) => {
            const name = t(`palette.subpage.${one}`);
            return { key: one, name, icon, target: { page: one, params } };
          });
          return [found, ...below];
        }),
      )
    : [];
  const outside: readonly FoundPage[] = [
    { key: "projects", name: t("project.all"), icon: IconFolders, target: { page: "projects" } },
  ];
  return [...inProject, ...outside].filter(({ name }) => containsText(name, query));
}

/** Items, questions and people of the project that match, for organizers. */
export function usePaletteSearchResults(membership: Membership | undefined, query: string) {
  const slug = membership?.project.slug ?? "";
  const isOrganizer = membership !== undefined && hasRight(membership.role, "organize");
  const isNumber = /^#?\d+$/.test(query);
  const enabled = isOrganizer && query !== "";
  const path = { slug };
  // A number means the item of that number, not every text with these digits.
  const text = isNumber ? `#${query.replace("#", "")}` : query;
  const items = useQuery({
    ...$api.queryOptions("get", "/api/projects/{slug}/items/find/", {
      params: { path, query: { text, page_size: MOST } },
    }),
    enabled,
    placeholderData: keepPreviousData,
  });
  const questions = useQuery({
    ...$api.queryOptions("get", "/api/projects/{slug}/questions/", {
      params: { path, query: { text, page_size: MOST } },
    }),
    enabled: enabled && !isNumber,
    placeholderData: keepPreviousData,
  });
  const members = useQuery({
    ...$api.queryOptions("get", "/api/projects/{slug}/members/", { params: { path } }),
    enabled,
  });
  const people = (members.data ?? [])
    .map((one) => ({ id: one.id, person: one.person_id, name: one.display_name || one.username }))
    .filter(({ name }) => containsText(name, query));
  return {
    items: enabled ? (items.data?.results ?? []) : [],
    questions: enabled && !isNumber ? (questions.data?.results ?? []) : [],
    people: enabled ? people.slice(0, MOST) : [],
    isSearching: items.isFetching || questions.isFetching,
  };
}
