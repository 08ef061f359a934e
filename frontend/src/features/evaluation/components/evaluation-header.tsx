import { Flex, NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { AppLink } from "@/lib/routing/app-link";
import type { PageName } from "@/lib/routing/pages";

import classes from "./evaluation-header.module.css";

const PARTS = {
  evaluation: "parts.leaderboard",
  evaluationCompare: "parts.compare",
  evaluationReleases: "parts.releases",
  evaluationShortcuts: "parts.shortcuts",
  errorAnalyses: "parts.errors",
  evaluationRatings: "parts.ratings",
  evaluationTables: "parts.tables",
  evaluationOutside: "parts.outside",
} as const satisfies Partial<Record<PageName, string>>;

export type EvaluationPart = keyof typeof PARTS;

export interface EvaluationHeaderProps {
  part: EvaluationPart;
  /** The release of the page; none if it covers several. */
  version?: string | undefined;
  versions?: readonly string[];
  onVersion?: (version: string) => void;
  lead?: ReactNode;
  actions?: ReactNode;
}

/** Title and tabs of the pages about scores. */
export function EvaluationHeader({
  part,
  version,
  versions = [],
  onVersion,
  lead,
  actions,
}: EvaluationHeaderProps) {
  const { t } = useTranslation("evaluation");
  return (
    <>
      <PageHeader
        title={t(PARTS[part])}
        lead={
          <Flex
            display="inline-flex"
            component="span"
            gap="0.5rem 1.25rem"
            align="center"
            wrap="wrap"
          >
            {version !== undefined &&
              (versions.length > 1 && onVersion ? (
                <NativeSelect
                  aria-label={t("release")}
                  value={version}
                  data={[...versions]}
                  onChange={(event) => {
                    onVersion(event.currentTarget.value);
                  }}
                />
              ) : (
                <span>{t("onRelease", { version })}</span>
              ))}
            {lead}
          </Flex>
        }
        actions={actions}
      />
      <nav className={classes.parts} aria-label={t("parts.label")}>
        {(Object.keys(PARTS) as EvaluationPart[]).map((one) => (
          <AppLink
            key={one}
            to={{
              page: one,
              search:
                ["evaluationReleases", "errorAnalyses"].includes(one) || !version
                  ? {}
                  : { version },
            }}
            className={classes.part}
            exact
          >
            {t(PARTS[one])}
          </AppLink>
        ))}
      </nav>
    </>
  );
}
