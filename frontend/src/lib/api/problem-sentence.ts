import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import { UnknownFormatError } from "@/lib/protocol/unknown-format";

import { ApiProblem, problemKind } from "./problem";

/** Return a failure in one line: its kind in the reader's language, then the server's message. */
export function useProblemSentence(): (error: unknown) => string {
  const { t } = useTranslation();
  return useCallback(
    (error) => {
      const kind = problemKind(error);
      const format = error instanceof UnknownFormatError ? error.format : "";
      const title = t(`problem.${kind}.title`, { format });
      const detail = error instanceof ApiProblem && kind !== "server" ? error.detail : "";
      return detail ? t("problem.sentence", { title, detail }) : title;
    },
    [t],
  );
}
