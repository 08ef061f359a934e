import { Box, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import { Thumbnail } from "@/components/image/thumbnail";
import { AppLink } from "@/lib/routing/app-link";

import type { FilterChange } from "../api";
import classes from "./pair-row.module.css";

const HEIGHT = 120;

interface Shown {
  id: number;
  thumbnail_url: string | null;
  original_path: string;
  width: number;
  height: number;
}

/** Two images, the measured values of the pair, and its actions. */
export function PairRow({
  one,
  relation,
  other,
  children,
  actions,
}: {
  one: Shown;
  relation?: string;
  other?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <li className={classes.row}>
      <Group gap="0.5rem 1rem" miw={0}>
        <LinkedImage image={one} />
        {relation && <MutedText>{relation}</MutedText>}
        {other}
      </Group>
      <Stack
        className="tabular"
        gap="0.35rem"
        align="flex-start"
        flex="1 1 16rem"
        miw={0}
        c="dimmed"
      >
        <Box
          component="span"
          className="ellipsis"
          maw="100%"
          c="var(--ink)"
          title={one.original_path}
        >
          {one.original_path}
        </Box>
        {children}
      </Stack>
      {actions && (
        <Group gap="0.5rem" align="stretch">
          {actions}
        </Group>
      )}
    </li>
  );
}

export function LinkedImage({ image, height = HEIGHT }: { image: Shown; height?: number }) {
  const { t } = useTranslation("duplicates");
  return (
    <AppLink to={{ page: "image", params: { id: String(image.id) } }} className={classes.picture}>
      <Thumbnail
        src={image.thumbnail_url}
        alt={t("picture", { number: image.id, path: image.original_path })}
        height={height}
        ratio={image.width / image.height}
      />
    </AppLink>
  );
}

/** The other image of a change: the one kept, or the one it was a duplicate of. */
export function otherImageOfChange({ kept, before }: FilterChange): Shown | null {
  return kept ?? before;
}
