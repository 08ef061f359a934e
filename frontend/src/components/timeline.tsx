import { Box } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { RelativeTime } from "@/lib/i18n/relative-time";

import { PlainList } from "./layout/primitives";
import type { BadgeTone } from "./status-badge";
import classes from "./timeline.module.css";

export interface TimelineEntry {
  id: string | number;
  at: Date | string;
  icon: Icon;
  tone?: BadgeTone;
  /** Event. */
  what: ReactNode;
  /** Role or name of the person, as the reader may know it. */
  who?: ReactNode;
  /** Reason, measured values, links, images. */
  why?: ReactNode;
}

/** Events of an object, from its beginning. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <PlainList component="ol">
      {entries.map(({ id, at, icon: Glyph, tone = "neutral", what, who, why }) => (
        <li key={id} className={classes.entry}>
          <span className={classes.icon} data-tone={tone} aria-hidden="true">
            <Glyph size={18} stroke={1.8} />
          </span>
          <Box miw={0} pt="0.2rem">
            <Box fw={600}>{what}</Box>
            <Box c="dimmed">
              {who && <>{who} · </>}
              <RelativeTime at={at} />
            </Box>
            {why && (
              <Box maw="75ch" mt="0.35rem">
                {why}
              </Box>
            )}
          </Box>
        </li>
      ))}
    </PlainList>
  );
}
