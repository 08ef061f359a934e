import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { ItemImages } from "@/components/image/item-images";
import { FinalRecord } from "@/components/record/final-record";
import type { Protocol } from "@/lib/protocol/protocol";
import { practiceOptions } from "@/lib/session/welcome";

import classes from "./worked-example.module.css";

/** The practice item as an example of a finished record. */
export function WorkedExample({ slug, protocol }: { slug: string; protocol: Protocol }) {
  const { t } = useTranslation("annotate");
  const { data } = useQuery(practiceOptions(slug));
  if (!data) return null;
  return (
    <div className={classes.example}>
      <h3>{t("guideline.worked")}</h3>
      <p>{t("guideline.workedText")}</p>
      <Box h="16rem" mb="sm">
        <ItemImages images={data.images} />
      </Box>
      <FinalRecord protocol={protocol} record={data.record} />
    </div>
  );
}
