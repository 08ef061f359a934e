import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { ImageStatusBadge } from "@/components/image-status";
import { ShowMore } from "@/components/show-more";
import { rowsOf } from "@/lib/api/keyset";

import { useLeftAlone } from "../api";
import { LinkedPicture, otherOf, PairRow } from "./pair-row";
import classes from "./pair-row.module.css";

/** Near-duplicates that stay because people have worked on them. */
export function LeftAlone({ slug }: { slug: string }) {
  const { t } = useTranslation(["duplicates", "common"]);
  const list = useLeftAlone(slug);
  const rows = rowsOf(list.data);
  if (rows.length === 0) return null;
  return (
    <section className={classes.section}>
      <Title order={2}>{t("leftAlone.title")}</Title>
      <p className={classes.lead}>{t("leftAlone.lead")}</p>
      <ul className={classes.list}>
        {rows.map((row) => {
          const other = otherOf(row);
          return (
            <PairRow
              key={row.id}
              one={row.image}
              relation={t("leftAlone.copyOf")}
              other={other && <LinkedPicture image={other} />}
            >
              <ImageStatusBadge status={row.image.status} />
            </PairRow>
          );
        })}
      </ul>
      <ShowMore list={list} />
    </section>
  );
}
