import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { OpenRound } from "@/components/rounds/open-round";
import { roundsOptions, roundToOpen } from "@/components/rounds/rounds";
import { $api } from "@/lib/api/client";
import { AppLink } from "@/lib/routing/app-link";
import { useGoToPage } from "@/lib/routing/use-go";

/** Opens the next round if that is the project's next step, or links to the rounds. */
export function NextRound({ slug }: { slug: string }) {
  const { t } = useTranslation("adjudicate");
  const go = useGoToPage();
  const { data: overview } = $api.useQuery("get", "/api/projects/{slug}/overview/", {
    params: { path: { slug } },
  });
  const { data: rounds } = useQuery(roundsOptions(slug));
  if (!overview || !rounds) return null;
  const opens = roundToOpen(rounds);
  if (overview.next.kind === "open_round" && opens) {
    return (
      <OpenRound
        slug={slug}
        {...opens}
        onOpened={() => {
          go({ page: "questions" });
        }}
      />
    );
  }
  return (
    <Button renderRoot={(props) => <AppLink to={{ page: "questions" }} {...props} />}>
      {t("empty.action")}
    </Button>
  );
}
