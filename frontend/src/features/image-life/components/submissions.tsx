import { useTranslation } from "react-i18next";

import { AfterPasswordLink } from "@/components/after-password-link";
import { MutedText, MutedNote, PlainList } from "@/components/layout/primitives";
import { FinalRecord } from "@/components/record/final-record";
import { StatusBadge } from "@/components/status-badge";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useProtocol } from "@/lib/protocol/use-protocol";

import type { ItemDetails } from "../api";
import classes from "./item-parts.module.css";

/** What each person submitted, and who still has the item. */
export function Submissions({ slug, details }: { slug: string; details: ItemDetails }) {
  const { t } = useTranslation("image-life");
  const protocol = useProtocol(slug);
  const { records, item } = details;
  const waiting = item.slots.filter(
    ({ code, person }) => person !== null && records.every((record) => record.code !== code),
  );
  if (records.length === 0 && waiting.length === 0) {
    return <MutedNote>{t("item.noSubmissions")}</MutedNote>;
  }
  return (
    <PlainList gap="0.5rem">
      {records.map((record) => (
        <li key={record.id}>
          <details className={classes.fold}>
            <summary>
              <strong>{record.person}</strong>
              <MutedText m={0}>
                {t(`item.purpose.${record.purpose}`)}
                {record.revision > 1 && ` · ${t("item.version", { number: record.revision })}`}
                {" · "}
                <RelativeTime at={record.submitted_at} />
                {" · "}
                <code>{record.code}</code>
                {record.after_password_link && <AfterPasswordLink />}
              </MutedText>
            </summary>
            <FinalRecord protocol={protocol} record={record} />
          </details>
        </li>
      ))}
      {waiting.map((slot) => (
        <li key={slot.id} className={classes.waiting}>
          <strong>{slot.person}</strong>
          <MutedText m={0}>
            <code>{slot.code}</code>
          </MutedText>
          <StatusBadge state={`slot.${slot.status}`} />
        </li>
      ))}
    </PlainList>
  );
}
