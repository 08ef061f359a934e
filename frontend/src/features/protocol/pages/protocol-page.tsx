import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import { documentOptions } from "../api";
import { BilingualText } from "../components/both";
import { ExportButton } from "../components/export-button";
import { FactRows, ProtocolPart } from "../components/part";
import { SheetFields, SheetQuestions } from "../components/sheet-fields";
import { SheetAnnotation, SheetCuration, SheetReview } from "../components/sheet-process";
import { SheetEvaluation, SheetRelease } from "../components/sheet-publication";
import { VersionList } from "../components/versions";
import type { ProtocolDocument } from "../document";
import classes from "./protocol.module.css";

const route = getRouteApi("/signed-in/projects/$slug/protocol");

const PARTS = [
  "curation",
  "fields",
  "questions",
  "annotation",
  "review",
  "release",
  "evaluation",
] as const;

/** The current protocol as a page to read. */
export function ProtocolPage() {
  const { t } = useTranslation("protocol");
  const { slug } = route.useParams();
  const { can } = useProject();
  // The server keeps whole documents and has checked this one against the same schema.
  const protocol = useProtocol(slug) as ProtocolDocument;
  const { data } = useSuspenseQuery(documentOptions(slug));
  return (
    <>
      <PageHeader
        title={protocol.name}
        lead={t("lead", { number: data.number })}
        actions={
          <>
            <ExportButton slug={slug} number={data.number} yaml={data.yaml} />
            {can("maintain") && (
              <Button
                leftSection={<IconPencil size={18} />}
                renderRoot={(props) => <AppLink to={{ page: "protocolEdit" }} {...props} />}
              >
                {t("change")}
              </Button>
            )}
          </>
        }
      />
      <nav className={classes.contents} aria-label={t("contents")}>
        {PARTS.map((part) => (
          <a key={part} href={`#${part}`}>
            {t(`sheet.${part}`)}
          </a>
        ))}
        <a href="#versions">{t("versions.title")}</a>
      </nav>
      <ProtocolPart id="about" title={t("sheet.about")}>
        <FactRows
          facts={[
            { name: t("sheet.summary"), value: <BilingualText block text={protocol.summary} /> },
            {
              name: t("sheet.writtenIn"),
              value: t(`sheet.language.${protocol.language}`),
            },
            ...(protocol.paper ? [{ name: t("sheet.paper"), value: protocol.paper }] : []),
          ]}
        />
      </ProtocolPart>
      <SheetCuration protocol={protocol} />
      <SheetFields protocol={protocol} />
      <SheetQuestions protocol={protocol} />
      <SheetAnnotation protocol={protocol} />
      <SheetReview protocol={protocol} />
      <SheetRelease protocol={protocol} />
      <SheetEvaluation protocol={protocol} />
      <VersionList slug={slug} />
    </>
  );
}
