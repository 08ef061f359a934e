import { useTranslation } from "react-i18next";

import { ReasonDialog } from "@/components/reason-dialog";
import { useLocale } from "@/lib/i18n/use-locale";
import { useToasts } from "@/lib/toasts/use-toasts";

import { useReturnItems } from "../api";

/** Return all selected items for rework, with one reason. */
export function SendBackDialog({
  slug,
  items,
  opened,
  onClose,
  onDone,
}: {
  slug: string;
  items: readonly number[];
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation("items");
  const { format } = useLocale();
  const toasts = useToasts();
  const sendBack = useReturnItems();
  return (
    <ReasonDialog
      opened={opened}
      title={t("sendBack.title", { count: items.length })}
      action={t("sendBack.action")}
      pending={sendBack.isPending}
      error={sendBack.error}
      onClose={onClose}
      onConfirm={(reason) => {
        sendBack.mutate(
          { params: { path: { slug } }, body: { items: [...items], reason } },
          {
            onSuccess: ({ to_annotators: annotators, to_rework: rework, skipped }) => {
              const count = (why: string) => skipped.filter((one) => one.why === why).length;
              const said = [
                annotators.length > 0 && t("sendBack.toAnnotators", { count: annotators.length }),
                rework.length > 0 && t("sendBack.toRework", { count: rework.length }),
                ...(["unbegun", "state", "changed"] as const).map(
                  (why) => count(why) > 0 && t(`sendBack.skipped.${why}`, { count: count(why) }),
                ),
              ]
                .filter(Boolean)
                .join(format.gap);
              if (annotators.length + rework.length > 0) toasts.done(said);
              else toasts.failed(said);
              onDone();
            },
          },
        );
      }}
    >
      <p>{t("sendBack.what")}</p>
    </ReasonDialog>
  );
}
