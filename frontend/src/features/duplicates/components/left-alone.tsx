import { Box, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { ImageStatusBadge } from "@/components/image-status";
import { MutedNote, PlainList } from "@/components/layout/primitives";
import { ShowMore } from "@/components/show-more";
import { loadedRows } from "@/lib/api/keyset";

import { useLeftAlone } from "../api";
import { LinkedImage, otherImageOfChange, PairRow } from "./pair-row";

/** Near-duplicates that stay because people have worked on them. */
export function LeftAlone({ slug }: { slug: string }) {
  const { t } = useTranslation(["duplicates", "common"]);
  const list = useLeftAlone(slug);
  const rows = loadedRows(list.data);
  if (rows.length === 0) return null;
  return (
    <Box component="section" mt="3rem">
      <Title order={2}>{t("leftAlone.title")}</Title>
      <MutedNote mt="0.35rem" maw="62ch">
        {t("leftAlone.lead")}
      </MutedNote>
      <PlainList gap="0.25rem" maw="none" m="1rem 0 0">
        {rows.map((row) => {
          const other = otherImageOfChange(row);
          return (
            <PairRow
              key={row.id}
              one={row.image}
              relation={t("leftAlone.copyOf")}
              other={other && <LinkedImage image={other} />}
            >
              <ImageStatusBadge status={row.image.status} />
            </PairRow>
          );
        })}
      </PlainList>
      <ShowMore list={list} />
    </Box>
  );
}
