import { Box, Group } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconX, type Icon } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import { RuledList } from "@/components/layout/ruled-list";
import { ItemImageLink } from "@/components/image/item-image-link";
import { Badge, type BadgeTone } from "@/components/status-badge";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";

import { type Gate, type GateLine } from "../api";
import { sortByLevel, pageToResolve } from "../gate";
import classes from "./gate-list.module.css";

const LOOKS: Readonly<Record<GateLine["level"], readonly [BadgeTone, Icon]>> = {
  block: ["bad", IconX],
  warn: ["warn", IconAlertTriangle],
  ok: ["good", IconCheck],
};
const PICTURES = 8;

/** The release checks line by line; passed ones are folded. */
export function GateList({ gate }: { gate: Gate }) {
  const { t } = useTranslation("releases");
  const lines = sortByLevel(gate.lines);
  const fine = lines.filter(({ level }) => level === "ok");
  return (
    <Box maw="60rem">
      <RuledList open>
        {lines
          .filter(({ level }) => level !== "ok")
          .map((line) => (
            <Line key={line.id} line={line} />
          ))}
      </RuledList>
      {fine.length > 0 && (
        <details className={classes.fine}>
          <summary>
            <Badge tone="good" icon={IconCheck}>
              {t("gate.fine", { count: fine.length })}
            </Badge>
          </summary>
          <RuledList open pl="1rem">
            {fine.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </RuledList>
        </details>
      )}
    </Box>
  );
}

function Line({ line }: { line: GateLine }) {
  const { t } = useTranslation("releases");
  const { pick, format } = useLocale();
  const [tone, icon] = LOOKS[line.level];
  const page = pageToResolve(line);
  const more = line.pictures.length - PICTURES;
  return (
    <li className={classes.line}>
      <Box component="span" pt="0.05rem">
        <Badge tone={tone} icon={icon}>
          {t(`gate.level.${line.level}`)}
        </Badge>
      </Box>
      <Box miw={0}>
        <span>{pick(line.message)}</span>
        {page && (
          <AppLink to={page} className={classes.link}>
            {t(`gate.look.${page.page}`)}
          </AppLink>
        )}
        {line.level !== "ok" && line.pictures.length > 0 && (
          <Group gap="0.4rem" mt="0.5rem">
            {line.pictures.slice(0, PICTURES).map((picture) => (
              <ItemImageLink key={picture.id} picture={picture} height={56} />
            ))}
            {more > 0 && <MutedText>+ {format.number(more)}</MutedText>}
          </Group>
        )}
      </Box>
    </li>
  );
}
