import { Box } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconHelp,
  IconX,
  type Icon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { MutedNote } from "@/components/layout/primitives";

import type { DecidedImage } from "../sitting";
import classes from "./decision-strip.module.css";

const ICONS: Readonly<Record<DecidedImage["decision"], Icon>> = {
  keep: IconCheck,
  discard: IconX,
  unsure: IconHelp,
};

/** The last ten decisions, each a link back to its image. */
export function DecisionStrip({
  decided,
  onTakeBack,
}: {
  decided: readonly DecidedImage[];
  onTakeBack: (id: number) => void;
}) {
  const { t } = useTranslation("screening");
  if (decided.length === 0) return <MutedNote>{t("strip.none")}</MutedNote>;
  return (
    <ol className={classes.strip} aria-label={t("strip.title")}>
      {decided.map(({ image, decision, state, problem }) => {
        const Glyph = ICONS[decision];
        const words = t(`strip.${state}`, {
          number: image.id,
          decision: t(`decision.${decision}`),
          problem,
        });
        return (
          <Box key={image.id} component="li" flex="none">
            <button
              type="button"
              className={classes.decided}
              title={words}
              aria-label={words}
              data-state={state}
              onClick={() => {
                onTakeBack(image.id);
              }}
            >
              {/* The preview has just been on the screen: it is here even without a connection. */}
              <img
                className={classes.image}
                src={image.preview_url ?? undefined}
                alt=""
                draggable={false}
              />
              <span className={classes.mark} data-decision={decision}>
                {state === "refused" ? (
                  <IconAlertTriangle size={14} aria-hidden="true" />
                ) : state === "waiting" ? (
                  <IconClock size={14} aria-hidden="true" />
                ) : (
                  <Glyph size={14} stroke={2.6} aria-hidden="true" />
                )}
              </span>
            </button>
          </Box>
        );
      })}
    </ol>
  );
}
