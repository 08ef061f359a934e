import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useProtocol, useProtocolVersion } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";
import { useGoToPage } from "@/lib/routing/use-go";
import { useToasts } from "@/lib/toasts/use-toasts";

import { slotOptions } from "../api";
import { Workspace } from "../components/workspace";
import { EmptyWorkspace } from "../components/empty-workspace";

const route = getRouteApi("/signed-in/projects/$slug/annotate/late/$id");

/** States of a slot in which the server accepts no changes. */
const GONE = ["declined", "closed", "voided"];

/** A draft of an item whose slots others have taken since: complete and submit it. */
export function LatePage() {
  const { t } = useTranslation("annotate");
  const { slug, id } = route.useParams();
  const protocol = useProtocol(slug);
  const protocolVersion = useProtocolVersion(slug);
  const toasts = useToasts();
  const go = useGoToPage();
  const { data: slot, dataUpdatedAt, refetch } = useSuspenseQuery(slotOptions(slug, Number(id)));
  const { draft, annotation } = slot;
  const isOver = slot.mine && GONE.includes(slot.status);
  if (!draft || isOver || (annotation && annotation.submitted_at >= draft.saved_at)) {
    return (
      <EmptyWorkspace
        page={t("late.title")}
        icon={<IconCheck size={40} stroke={1.4} />}
        title={t("late.none")}
        action={
          <Button renderRoot={(props) => <AppLink to={{ page: "myWork" }} {...props} />}>
            {t("empty.myWork")}
          </Button>
        }
      />
    );
  }
  return (
    <Workspace
      key={`${String(slot.id)}-${String(dataUpdatedAt)}`}
      slug={slug}
      protocol={protocol}
      protocolVersion={protocolVersion}
      slot={slot}
      draft={draft}
      onReload={() => void refetch()}
      onDone={(how) => {
        toasts.done(t(`done.${how}`, { number: slot.item_code }));
        go({ page: "myWork" });
        return Promise.resolve();
      }}
    />
  );
}
