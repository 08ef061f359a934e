import { useTranslation } from "react-i18next";

import { deferred } from "@/lib/deferred";

import classes from "./documents-tab.module.css";

const DocumentMarkdown = deferred(
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
        <details className={classes.metadata}>
          <summary>{t("documents.metadata")}</summary>
          <pre className={classes.text}>{metadata}</pre>
        </details>
      )}
      <DocumentMarkdown>{children.replace(FRONT_MATTER, "")}</DocumentMarkdown>
    </>
  );
}
