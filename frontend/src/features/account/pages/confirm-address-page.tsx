import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useAddressConfirm } from "../api";
import { LinkStep } from "../components/link-step";

const route = getRouteApi("/public/confirm-address/$token");

/** Confirm the address that the link was mailed to. A click, because programs open links too. */
export function ConfirmAddressPage() {
  const { t } = useTranslation("account");
  const { token } = route.useParams();
  const step = useAddressConfirm();
  return (
    <LinkStep
      title={t("confirm.title")}
      lead={t("confirm.lead")}
      action={t("confirm.action")}
      done={t("confirm.done", { address: step.data?.address })}
      step={step}
      onAction={() => {
        step.mutate({ params: { path: { token } } });
      }}
    />
  );
}
