import { Box, Button, Flex } from "@mantine/core";
import { IconArrowBackUp, IconMessageQuestion } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { ImageThumb } from "@/components/image/thumbnail";
import { StatusBadge } from "@/components/status-badge";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import type { Titled } from "@/lib/protocol/protocol";
import { AppLink } from "@/lib/routing/app-link";

import type { MyWork } from "../api";
import classes from "./work-row.module.css";

export interface WorkRowProps {
  work: MyWork;
  /** The reasons to decline of the protocol. */
  reasons: readonly Titled[];
  /** Open the item again: to continue, rework it or edit a submission. */
  onTakeUp: () => void;
  /** Ask the organizers about it. */
  onAsk: () => void;
  busy: boolean;
}

/** Label of the button that opens the item again; undefined if nothing can change any more. */
function takeUpOf(work: MyWork) {
  if (work.status === "returned") return "reworkItem";
  if (work.status === "declined") return "undoDecline";
  return work.may_take_back ? "takeBack" : undefined;
}

/** One item of the annotator's work: its state, and a button to open it again. */
export function WorkRow({ work, reasons, onTakeUp, onAsk, busy }: WorkRowProps) {
  const { t } = useTranslation(["my-work", "common"]);
  const { format, pick } = useLocale();
  const image = work.images[0];
  const name = t("picture", { number: work.item_code });
  const reason = reasons.find(({ id }) => id === work.decline_reason)?.title;
  const declined = [pick(reason) || work.decline_reason, work.decline_note].filter(Boolean);
  const takeUp = takeUpOf(work);
  const at = work.moved_at ?? work.submitted_at;
  const cameBack =
    work.feedback !== null &&
    work.feedback_at !== null &&
    (work.submitted_at === null || work.feedback_at > work.submitted_at);
  return (
    <li className={classes.row}>
      <div className={classes.thumb}>{image && <ImageThumb image={image} height={72} />}</div>
      <div className={classes.words}>
        <Flex component="p" gap="0.25rem 0.9rem" align="center" wrap="wrap">
          <Box component="span" fw={600}>
            {name}
          </Box>
          <StatusBadge state={`slot.${work.status}`} />
        </Flex>
        <Box className="tabular" component="p" c="dimmed">
          {at && <RelativeTime at={at} />}
          {work.seconds !== null && ` · ${t("took", { time: format.duration(work.seconds) })}`}
          {work.revision !== null &&
            work.revision > 1 &&
            ` · ${t("revision", { number: work.revision })}`}
          {work.status === "declined" && ` · ${declined.join(": ")}`}
        </Box>
        {work.feedback && (
          <p className={classes.feedback} data-open={cameBack || undefined}>
            <IconArrowBackUp size={18} aria-hidden="true" />
            <span>
              <span className={classes.why}>{t(cameBack ? "cameBack" : "hadComeBack")}</span>{" "}
              {work.feedback}
            </span>
          </p>
        )}
      </div>
      <div className={classes.action}>
        <Button
          variant="subtle"
          aria-label={t("common:talk.askAbout", { name })}
          onClick={onAsk}
          leftSection={<IconMessageQuestion size={18} aria-hidden="true" />}
        >
          {t("common:talk.askShort")}
        </Button>
        {work.status === "leased" ? (
          <Button
            renderRoot={(props) => (
              <AppLink to={{ page: "annotate" }} {...props} aria-label={t("goOnWith", { name })} />
            )}
          >
            {t("goOn")}
          </Button>
        ) : (
          takeUp && (
            <Button
              variant={work.status === "returned" ? "filled" : "default"}
              loading={busy}
              aria-label={t(`${takeUp}Of`, { name })}
              onClick={onTakeUp}
            >
              {t(takeUp)}
            </Button>
          )
        )}
      </div>
    </li>
  );
}
