import { Title } from "@mantine/core";
import { useSuspenseQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import { useProject } from "@/lib/session/project";

import { documentOptions, type Release } from "../api";
import { DocumentText } from "./document-text";
import classes from "./documents-tab.module.css";

const DOCUMENTS = [
  ["card", "README.md"],
  ["datasheet", "DATASHEET.md"],
] as const;

/** Data card and datasheet as in the release. */
export function DocumentsTab({ release }: { release: Release }) {
  const { t } = useTranslation("releases");
  const { slug } = useProject();
  const texts = useSuspenseQueries({
    queries: DOCUMENTS.map(([, path]) => documentOptions(slug, release, path)),
  });
  return (
    <>
      {DOCUMENTS.map(([name, path], at) => (
        <section key={path} className={classes.document}>
          <Title order={2} size="h3">
            {t(`documents.${name}`)} <MutedText fw={400}>{path}</MutedText>
          </Title>
          <DocumentText>{texts[at]?.data ?? ""}</DocumentText>
        </section>
      ))}
    </>
  );
}
