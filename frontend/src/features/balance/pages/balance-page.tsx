import { Box } from "@mantine/core";
import { IconAlertTriangle, IconScale } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { StatisticsNote } from "@/components/statistics-note";
import { PageHeader } from "@/components/page-header";
import { Badge } from "@/components/status-badge";
import { useLocale } from "@/lib/i18n/use-locale";
import { type Protocol } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";

import { type Balance, balanceOptions, type Branch } from "../api";
import { CollectionRequestDialog } from "../components/call-dialog";
import { CollectionRequests } from "../components/calls";
import { LabelTree, branchTitle } from "../components/label-tree";

const route = getRouteApi("/signed-in/projects/$slug/balance");

/** Balance of labels and sources, and open requests for items. */
export function BalancePage() {
  const { t } = useTranslation("balance");
  const { slug } = route.useParams();
  const { data } = useSuspenseQuery(balanceOptions(slug));
  const protocol = useProtocol(slug);
  const [called, setCalled] = useState<Branch | null>(null);
  const labelled = data.items - data.unlabelled;
  if (data.trees.length === 0) {
    return (
      <>
        <PageHeader title={t("title")} />
        <StatisticsNote slug={slug} />
        <EmptyState icon={<IconScale size={40} stroke={1.4} />} title={t("none.title")}>
          {t("none.text")}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      <StatisticsNote slug={slug} />
      <Box component="p" maw="75ch">
        {t("both", {
          summary: t("summary", { labelled, items: data.items }),
          labels: thinSentence(t, data),
        })}
      </Box>
      <CollectionRequests slug={slug} protocol={protocol} calls={data.calls} />
      {data.trees.map((tree) => (
        <LabelTree
          key={tree.levels.join()}
          tree={tree}
          sourcesWanted={data.sources_wanted}
          protocol={protocol}
          onCall={setCalled}
        />
      ))}
      <Terms data={data} protocol={protocol} />
      <CollectionRequestDialog
        slug={slug}
        branch={called}
        name={called ? branchTitle(protocol, called) : null}
        onClose={() => {
          setCalled(null);
        }}
      />
    </>
  );
}

type Say = ReturnType<typeof useTranslation<"balance">>["t"];

function thinSentence(t: Say, { trees }: Balance): string {
  const branches = trees.flatMap((tree) => tree.branches);
  return t("underrepresentedCount", {
    count: branches.filter(({ underrepresented }) => underrepresented).length,
  });
}

function Terms({ data, protocol }: { data: Balance; protocol: Protocol }) {
  const { t } = useTranslation("balance");
  const { pick } = useLocale();
  if (data.terms.length === 0) return null;
  const titleOf = (id: string) => pick(protocol.fields.find((field) => field.id === id)?.title);
  return (
    <section aria-labelledby="terms">
      <h2 id="terms">{t("terms.title")}</h2>
      <Box component="ul" maw="75ch" ps="1.2rem">
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
      </Box>
    </section>
  );
}
