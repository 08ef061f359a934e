import { use, Suspense } from "react";
import { useTranslation } from "react-i18next";

import { MutedNote } from "@/components/layout/primitives";
import { FormPreviewContext } from "@/lib/protocol/form-preview";
import type { Protocol } from "@/lib/protocol/protocol";

import classes from "./editor.module.css";

export interface PreviewProps {
  /** The last valid state of the draft. */
  protocol: Protocol | null;
  isCurrent: boolean;
}

/** The form as annotators see it. */
export function AnnotationFormPreview({ protocol, isCurrent }: PreviewProps) {
  const { t } = useTranslation("protocol");
  const formOf = use(FormPreviewContext);
  return (
    <aside className={classes.preview} aria-labelledby="preview">
      <h2 id="preview" className={classes.previewTitle}>
        {t("editor.preview")}
      </h2>
      {!isCurrent && <MutedNote p="0.5rem 1rem">{t("editor.previewBehind")}</MutedNote>}
      {protocol && formOf && (
        // Scrolls by itself, with keys too.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.previewBody} tabIndex={0} role="group" aria-labelledby="preview">
          <Suspense fallback={null}>{formOf(protocol)}</Suspense>
        </div>
      )}
    </aside>
  );
}
