import { Button } from "@mantine/core";
import { IconAlertTriangle, IconScale } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { Badge } from "@/components/status-badge";
import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields, type Protocol } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";

import { type Balance, balanceOptions, type Branch } from "../api";
import { CallDialog } from "../components/call-dialog";
import { Calls } from "../components/calls";
import classes from "./balance-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/balance");

/** How evenly the labels are filled, from how many sources, and who is asked for what lacks. */
export function BalancePage() {
  const { t } = useTranslation("balance");
  const { slug } = route.useParams();
  const { data } = useSuspenseQuery(balanceOptions(slug));
  const protocol = useProtocol(slug);
  const [called, setCalled] = useState<Branch | null>(null);
  const labelled = data.items - data.unlabelled;
  if (data.branches.length === 0) {
    return (
      <>
        <PageHeader title={t("title")} />
        <EmptyState icon={<IconScale size={40} stroke={1.4} />} title={t("none.title")}>
          {t("none.text")}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      <p className={classes.summary}>
        {t("summary", { labelled, items: data.items })} {thinSentence(t, data)}
      </p>
      <Calls slug={slug} protocol={protocol} calls={data.calls} />
      <section aria-labelledby="tree">
        <h2 id="tree">{t("tree")}</h2>
        <Tree data={data} protocol={protocol} onCall={setCalled} />
      </section>
      <Terms data={data} protocol={protocol} />
      <CallDialog
        slug={slug}
        branch={called}
        name={called ? nameOf(protocol, called) : null}
        onClose={() => {
          setCalled(null);
        }}
      />
    </>
  );
}

type Say = ReturnType<typeof useTranslation<"balance">>["t"];

function thinSentence(t: Say, { branches }: Balance): string {
  return t("thinCount", { count: branches.filter(({ thin }) => thin).length });
}

function nameOf(protocol: Protocol, { field, choice }: Pick<Branch, "field" | "choice">) {
  const label = labelFields(protocol).find(({ id }) => id === field);
  return label?.choices.find(({ id }) => id === choice)?.title ?? null;
}

interface TreeProps {
  data: Balance;
  protocol: Protocol;
  onCall: (branch: Branch) => void;
}

function Tree({ data, protocol, onCall }: TreeProps) {
  const { t } = useTranslation("balance");
  const { pick, format } = useLocale();
  const most = Math.max(1, ...data.branches.map(({ items }) => items));
  const depth = ({ field }: Branch) => data.levels.indexOf(field);
  const isNarrow = (branch: Branch) => depth(branch) === data.levels.length - 1;
  return (
    <DataTable
      caption={t("tree")}
      rows={data.branches}
      rowKey={({ field, choice }) => `${field}-${choice}`}
      columns={[
        {
          key: "name",
          header: t("column.label"),
          cell: (branch) => (
            <AppLink
              to={{ page: "items", search: { label: `${branch.field}:${branch.choice}` } }}
              className={classes.name}
              data-depth={depth(branch)}
              data-wide={!isNarrow(branch) || undefined}
            >
              {pick(nameOf(protocol, branch)) || branch.choice}
            </AppLink>
          ),
        },
        {
          key: "items",
          header: t("column.items"),
          numeric: true,
          cell: ({ items }) => (
            <span className={classes.amount}>
              <span className={classes.track} aria-hidden="true">
                <span style={{ width: `${String((100 * items) / most)}%` }} />
              </span>
              {format.number(items)}
            </span>
          ),
        },
        {
          key: "questions",
          header: t("column.questions"),
          numeric: true,
          cell: ({ questions }) => format.number(questions),
        },
        {
          key: "sources",
          header: t("column.sources"),
          numeric: true,
          cell: (branch) => (
            <span className={classes.sources}>
              {isNarrow(branch) && data.sources_wanted > 1
                ? t("ofWanted", { count: branch.sources, wanted: data.sources_wanted })
                : format.number(branch.sources)}
            </span>
          ),
        },
        {
          key: "state",
          header: t("column.state"),
          cell: (branch) => (
            <span className={classes.states}>
              {branch.thin && (
                <Badge tone="warn" icon={IconAlertTriangle}>
                  {t("thin")}
                </Badge>
              )}
              {branch.few_sources && data.sources_wanted > 1 && branch.items > 0 && (
                <Badge tone="neutral" icon={IconAlertTriangle}>
                  {t("fewSources")}
                </Badge>
              )}
            </span>
          ),
        },
        {
          key: "call",
          header: "",
          cell: (branch) =>
            isNarrow(branch) && (
              <Button
                variant={branch.thin ? "light" : "subtle"}
                size="compact-md"
                aria-label={t("call.openFor", { name: pick(nameOf(protocol, branch)) })}
                onClick={() => {
                  onCall(branch);
                }}
              >
                {t("call.open")}
              </Button>
            ),
        },
      ]}
    />
  );
}

function Terms({ data, protocol }: { data: Balance; protocol: Protocol }) {
  const { t } = useTranslation("balance");
  const { pick } = useLocale();
  if (data.terms.length === 0) return null;
  const titleOf = (id: string) => pick(protocol.fields.find((field) => field.id === id)?.title);
  return (
    <section aria-labelledby="terms">
      <h2 id="terms">{t("terms.title")}</h2>
      <ul className={classes.terms}>
        {data.terms.map(({ field, term, questions, most }) => (
          <li key={`${field}-${term}`}>
            <AppLink to={{ page: "items", search: { text: term } }}>{term}</AppLink>{" "}
            {t("terms.count", { field: titleOf(field), count: questions, most })}
            {questions > most && (
              <Badge tone="warn" icon={IconAlertTriangle}>
                {t("terms.over")}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
