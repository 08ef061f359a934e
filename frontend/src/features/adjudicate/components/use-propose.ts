import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { useToasts } from "@/lib/toasts/use-toasts";

import { caseOptions, CHANGES_QUEUE } from "../api";
import type { CaseDetail } from "../decision";

type Proposed = Partial<components["schemas"]["CaseProposeRequest"]>;

/** Propose a record, or to drop the item, to the other annotators. */
export function usePropose(slug: string, given: CaseDetail, onDone: () => void) {
  const { t } = useTranslation("adjudicate");
  const queries = useQueryClient();
  const toasts = useToasts();
  const { mutate, isPending, error } = $api.useMutation(
    "post",
    "/api/projects/{slug}/cases/{case_id}/propose/",
    {
      meta: CHANGES_QUEUE,
      onSuccess: (changed) => {
        queries.setQueryData(caseOptions(slug, given.id).queryKey, changed);
        toasts.done(t("together.proposed", { number: given.item_number }));
        onDone();
      },
    },
  );
  return {
    isPending,
    error,
    mutate: (proposed: Proposed) => {
      mutate({
        params: { path: { slug, case_id: given.id } },
        body: {
          version: given.version,
          record: null,
          questions: [],
          reasons: {},
          discard: "",
          ...proposed,
        },
      });
    },
  };
}
