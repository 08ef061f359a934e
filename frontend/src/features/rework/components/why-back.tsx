import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { SideLined } from "@/components/layout/side-lined";
import { useLocale } from "@/lib/i18n/use-locale";
import { useProtocol } from "@/lib/protocol/use-protocol";

import type { Rework } from "../api";

/** Reason why the item was returned, besides comments on single questions. */
export function ReturnReasons({ slug, given }: { slug: string; given: Rework }) {
  const { t } = useTranslation("rework");
  const { pick } = useLocale();
  const points = useProtocol(slug).review.rounds.flatMap(({ checklist }) => checklist);
  const titleOf = (id: string) => pick(points.find((point) => point.id === id)?.title) || id;
  // If a question failed, the comments on it say more than the ledger's reason.
  const hasReasons = given.questions.some(({ reasons }) => reasons.length > 0);
  const reason = hasReasons ? "" : given.reason;
  if (!reason && given.missing.length === 0) return null;
  return (
    <SideLined line="var(--warn)" ps="1rem">
      {reason && (
        <Box component="p" m={0} style={{ whiteSpace: "pre-line" }}>
          {reason}
        </Box>
      )}
      {given.missing.length > 0 && (
        <>
          <Box component="p" m={0}>
            {t("missing")}
          </Box>
          <ul>
            {given.missing.map((id) => (
              <li key={id}>{titleOf(id)}</li>
            ))}
          </ul>
        </>
      )}
    </SideLined>
  );
}
