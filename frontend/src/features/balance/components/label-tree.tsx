import { Box, Button, Flex } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { type Column, DataTable } from "@/components/data-table";
import { Badge } from "@/components/status-badge";
import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields, type Protocol } from "@/lib/protocol/protocol";
import { AppLink } from "@/lib/routing/app-link";

import type { Branch, Tree } from "../api";
import classes from "./label-tree.module.css";

/** Title of a branch in the protocol. */
export function branchTitle(
  protocol: Protocol,
  { field, choice }: Pick<Branch, "field" | "choice">,
) {
  const label = labelFields(protocol).find(({ id }) => id === field);
  return label?.choices.find(({ id }) => id === choice)?.title ?? null;
}

interface LabelTreeProps {
  tree: Tree;
  /** Minimum number of sources of a value. */
  sourcesWanted: number;
  protocol: Protocol;
  onCall: (branch: Branch) => void;
}

/** Numbers of items, questions and sources of each choice of a label, level by level. */
export function LabelTree({ tree, sourcesWanted, protocol, onCall }: LabelTreeProps) {
  const { t } = useTranslation("balance");
  const { pick, format } = useLocale();
  const narrow = tree.levels.at(-1);
  const divided = protocol.fields.find(
    (field) => field.kind === "text" && field.terms?.under === narrow,
  );
  const most = Math.max(1, ...tree.branches.map(({ items }) => items));
  const isNarrow = ({ field }: Branch) => field === narrow;
  const isJudged = ({ field }: Branch) => field === tree.judged;
  const titles = tree.levels.map((id) => protocol.fields.find((field) => field.id === id)?.title);
  const name = [...titles, ...(divided ? [divided.title] : [])].map(pick).join(" › ");
  const columns: Column<Branch>[] = [
    {
      key: "name",
      header: t("column.label"),
      cell: (branch) => (
        <AppLink
          to={{ page: "items", search: { label: `${branch.field}:${branch.choice}` } }}
          className={classes.name}
          data-depth={tree.levels.indexOf(branch.field)}
          data-wide={!isNarrow(branch) || undefined}
        >
          {pick(branchTitle(protocol, branch)) || branch.choice}
        </AppLink>
      ),
    },
    {
      key: "items",
      header: t("column.items"),
      numeric: true,
      cell: ({ items }) => (
        <Flex display="inline-flex" component="span" gap="0.6rem" align="center" justify="end">
          <Box component="span" visibleFrom="sm" className={classes.track} aria-hidden="true">
            <span style={{ width: `${String((100 * items) / most)}%` }} />
          </Box>
          {format.number(items)}
        </Flex>
      ),
    },
    {
      key: "questions",
      header: t("column.questions"),
      numeric: true,
      cell: ({ questions }) => format.number(questions),
    },
    ...(divided
      ? [
          {
            key: "terms",
            header: pick(divided.title),
            numeric: true,
            cell: ({ terms }: Branch) => format.number(terms ?? 0),
          },
        ]
      : []),
    {
      key: "sources",
      header: t("column.sources"),
      numeric: true,
      cell: (branch) => (
        <Box className="nowrap" component="span">
          {isJudged(branch) && sourcesWanted > 1
            ? t("ofWanted", { count: branch.sources, wanted: sourcesWanted })
            : format.number(branch.sources)}
        </Box>
      ),
    },
    ...(tree.judged ? [stateColumn()] : []),
    {
      key: "call",
      header: "",
      cell: (branch) =>
        (isNarrow(branch) || isJudged(branch)) && (
          <Button
            variant={branch.underrepresented ? "light" : "subtle"}
            size="compact-md"
            aria-label={t("call.openFor", { name: pick(branchTitle(protocol, branch)) })}
            onClick={() => {
              onCall(branch);
            }}
          >
            {t("call.open")}
          </Button>
        ),
    },
  ];

  function stateColumn(): Column<Branch> {
    return {
      key: "state",
      header: t("column.state"),
      cell: (branch) => (
        <Flex display="inline-flex" component="span" gap="0.4rem" wrap="wrap">
          {branch.underrepresented && (
            <Badge tone="warn" icon={IconAlertTriangle}>
              {t("underrepresented")}
            </Badge>
          )}
          {branch.few_sources && sourcesWanted > 1 && branch.items > 0 && (
            <Badge tone="neutral" icon={IconAlertTriangle}>
              {t("fewSources")}
            </Badge>
          )}
        </Flex>
      ),
    };
  }

  const heading = `tree-${narrow ?? ""}`;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{name}</h2>
      <DataTable
        caption={name}
        rows={tree.branches}
        rowKey={({ field, choice }) => `${field}-${choice}`}
        columns={columns}
      />
    </section>
  );
}
