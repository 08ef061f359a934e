import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";

import classes from "./glossary-page.module.css";

/** Every term with its definition; a term's own address is `/glossary#near-duplicate`. */
export function GlossaryPage() {
  const { t } = useTranslation("glossary");
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      <Box component="dl" maw="60rem" m={0}>
        {Object.entries(t("term", { returnObjects: true })).map(([id, { name, meaning }]) => (
          <div key={id} id={id} className={classes.entry}>
            <Box component="dt" fw={600}>
              {name}
            </Box>
            <dd>{meaning}</dd>
          </div>
        ))}
      </Box>
    </>
  );
}
