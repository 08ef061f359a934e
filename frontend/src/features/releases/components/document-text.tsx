import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { loadWhenNeeded } from "@/lib/deferred";

import classes from "./documents-tab.module.css";

const DocumentMarkdown = loadWhenNeeded(
  async () => (await import("./document-markdown")).DocumentMarkdown,
);

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n+/;

/** A document for people; the metadata in front, for machines, is folded and not printed. */
export function DocumentText({ children }: { children: string }) {
  const { t } = useTranslation("releases");
  const metadata = FRONT_MATTER.exec(children)?.[1];
  return (
    <>
      {metadata !== undefined && (
        <Box component="details" className="on-screen" mt="xs">
          <Box component="summary" c="var(--accent)">
            {t("documents.metadata")}
          </Box>
          <pre className={classes.text}>{metadata}</pre>
        </Box>
      )}
      <DocumentMarkdown>{children.replace(FRONT_MATTER, "")}</DocumentMarkdown>
    </>
  );
}
