import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useUnsubscribe } from "../api";
import { LinkStep } from "../components/link-step";

const route = getRouteApi("/public/unsubscribe/$token");

/** Turn notifications by mail off, without a login. */
export function UnsubscribePage() {
  const { t } = useTranslation("account");
  const { token } = route.useParams();
  const step = useUnsubscribe();
  return (
    <LinkStep
      title={t("unsubscribe.title")}
      lead={t("unsubscribe.lead")}
      action={t("unsubscribe.action")}
      done={t("unsubscribe.done")}
      step={step}
      onAction={() => {
        step.mutate({ params: { path: { token } } });
      }}
    />
  );
}
