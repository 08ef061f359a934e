import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import { RuledList } from "@/components/layout/ruled-list";
import { useProject } from "@/lib/session/project";

import { FormatDownloads, type DownloadsProps } from "./downloads";
import classes from "./people.module.css";

const FILES: readonly Pick<DownloadsProps, "what" | "formats">[] = [
  { what: "agreement", formats: ["json", "csv"] },
  { what: "annotations", formats: ["jsonl", "csv"] },
  { what: "hours", formats: ["csv"] },
];

/** Exports and their content. */
export function ExportFiles({ slug }: { slug: string }) {
  const { t } = useTranslation("people");
  const { time_zone: zone } = useProject();
  return (
    <RuledList open>
      {FILES.map(({ what, formats }) => (
        <li key={what} className={classes.file}>
          <span>
            <strong>{t(`files.${what}.title`)}</strong>
            <MutedText display="block" maw="70ch">
              {t(`files.${what}.about`, { zone })}
            </MutedText>
          </span>
          <FormatDownloads slug={slug} what={what} formats={formats} />
        </li>
      ))}
    </RuledList>
  );
}
