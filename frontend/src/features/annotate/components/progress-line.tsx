import { Box, Group } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import { useLocale } from "@/lib/i18n/use-locale";
import { optionLetter, type Protocol } from "@/lib/protocol/protocol";

import type { MissingPart, FormProgress } from "../form/missing";
import classes from "./progress-line.module.css";

export interface ProgressLineProps {
  protocol: Protocol;
  progress: FormProgress;
  onGo: (path: string) => void;
  /** Items submitted in this session and left to do with this one, if known. */
  session?: { done: number; left: number | undefined };
}

/** One line with the progress and the missing parts, each a link to its field. */
export const ProgressLine = memo(function ProgressLine({
  protocol,
  progress,
  onGo,
  session,
}: ProgressLineProps) {
  const { t } = useTranslation("annotate");
  const { done, total, missing } = progress;
  return (
    <div className={classes.line}>
      <progress
        className={classes.bar}
        value={done}
        max={total}
        aria-label={t("progress.label", { done, total })}
      />
      <Group gap={0} wrap="nowrap">
        {missing.length === 0 ? (
          <p className={classes.ready}>
            <IconCircleCheck size={18} aria-hidden="true" />
            {t("progress.ready")}
          </p>
        ) : (
          <p className={classes.missing}>
            <Box component="span" flex="none" me="0.2rem">
              {t("progress.missing")}
            </Box>
            {missing.map((one) => (
              <button
                key={`${one.path}-${one.kind}`}
                type="button"
                className={classes.one}
                onClick={() => {
                  onGo(one.path);
                }}
              >
                <MissingName protocol={protocol} missing={one} />
              </button>
            ))}
          </p>
        )}
        {session?.left !== undefined && (
          <MutedText className="tabular nowrap" flex="none" ms="auto" px="0.75rem 1.25rem">
            {t("progress.session", { done: session.done, count: session.left })}
          </MutedText>
        )}
      </Group>
    </div>
  );
});

function MissingName({ protocol, missing }: { protocol: Protocol; missing: MissingPart }) {
  const { t } = useTranslation("annotate");
  const { pick } = useLocale();
  const { kind, question, option, count, unit } = missing;
  const amount =
    count !== undefined && unit
      ? t(`progress.${kind === "long" ? "tooMany" : "more"}.${unit}`, { count })
      : "";
  let name = pick(protocol.fields.find(({ id }) => id === missing.field)?.title);
  if (question !== undefined) {
    const part =
      option !== undefined
        ? t("progress.option", { letter: optionLetter(option) })
        : t(kind === "key" ? "progress.key" : "progress.stem");
    name = t("progress.inQuestion", { number: question + 1, part });
  }
  return <>{amount ? t("progress.amount", { name, amount }) : name}</>;
}
