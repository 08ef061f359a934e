import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import { UnknownFormatError } from "@/lib/protocol/unknown-format";

import { ApiProblem, problemKind } from "./problem";

/** A failure in one line: what it is in the reader's language, then what the server says. */
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
