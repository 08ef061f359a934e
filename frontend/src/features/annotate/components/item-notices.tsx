import { useLocalStorage } from "@mantine/hooks";
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconClockPause,
  IconUsersGroup,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { memo } from "react";
import { useTranslation } from "react-i18next";

import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import type { Protocol } from "@/lib/protocol/protocol";
import { welcomeOptions } from "@/lib/session/welcome";

import type { MySlot } from "../api";
import { FormBanner } from "./banner";

interface ItemNoticesProps {
  slug: string;
  slot: MySlot;
  protocol: Protocol;
  lost: string | null;
}

/** Notices about the item above the form. */
export const ItemNotices = memo(function ItemNotices({
  slug,
  slot,
  protocol,
  lost,
}: ItemNoticesProps) {
  const { t } = useTranslation("annotate");
  const { pick, format } = useLocale();
  const { data: welcome } = useQuery(welcomeOptions(slug));
  const briefing = welcome?.briefing;
  // The organizers' text for this project overrides the protocol's.
  const warning = pick(briefing?.content_warning) || pick(protocol.annotation.content_warning);
  const [warned, setWarned] = useLocalStorage({
    // A new text is announced again.
    key: `subtext.warned.${slug}.${String(briefing?.number ?? 0)}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const { feedback, annotation } = slot;
  const cameBack = feedback && (!annotation || feedback.at > annotation.submitted_at);
  return (
    <>
      {slot.kind !== "work" && (
        <FormBanner icon={IconUsersGroup} tone="accent" title={t(`kind.${slot.kind}.title`)}>
          <p>{t(`kind.${slot.kind}.text`)}</p>
        </FormBanner>
      )}
      {cameBack && (
        <FormBanner
          icon={IconArrowBackUp}
          tone="warn"
          title={
            <>
              {t("feedback.title")}
              {format.gap}
              <RelativeTime at={feedback.at} />
            </>
          }
        >
          <p>{feedback.reason}</p>
        </FormBanner>
      )}
      {(lost !== null || !slot.mine) && (
        <FormBanner icon={IconClockPause} tone="warn" title={t("lapsed.title")}>
          <p>{t(slot.mine || slot.status === "open" ? "lapsed.text" : "lapsed.taken")}</p>
        </FormBanner>
      )}
      {warning && !warned && (
        <FormBanner
          icon={IconAlertTriangle}
          tone="accent"
          title={warning}
          onClose={() => {
            setWarned(true);
          }}
        />
      )}
    </>
  );
});
