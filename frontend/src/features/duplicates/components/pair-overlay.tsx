import { Slider } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { MutedNote } from "@/components/layout/primitives";
import { CommandButton } from "@/lib/commands/command-button";
import type { Command } from "@/lib/commands/types";

import { pairImageUrl, type PossiblePair } from "../api";
import classes from "./possible-pairs.module.css";

/** Both images laid over each other: a slider fades between them, marks show differences. */
export function PairOverlay({
  slug,
  pair,
  isMarked,
  marks,
}: {
  slug: string;
  pair: PossiblePair;
  isMarked: boolean;
  marks: Command;
}) {
  const { t } = useTranslation("duplicates");
  const [share, setShare] = useState(50);
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing)
    return (
      <MutedNote mt="0.35rem" mb="md">
        {t("possible.nothing")}
      </MutedNote>
    );
  return (
    <figure className={classes.side}>
      <figcaption>{t("possible.overlay")}</figcaption>
      <div className={classes.stack}>
        <img
          src={pairImageUrl(slug, pair.id, "base")}
          alt={t("possible.overlay")}
          onError={() => {
            setIsMissing(true);
          }}
        />
        <img src={pairImageUrl(slug, pair.id, "aligned")} alt="" style={{ opacity: share / 100 }} />
        {isMarked && <img src={pairImageUrl(slug, pair.id, "differences")} alt="" />}
      </div>
      <Slider
        w="100%"
        miw="12rem"
        thumbLabel={t("possible.slider")}
        label={null}
        value={share}
        onChange={setShare}
      />
      <CommandButton command={marks} variant="subtle" />
    </figure>
  );
}
