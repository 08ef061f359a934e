import { useQuery } from "@tanstack/react-query";

import { $api } from "@/lib/api/client";
import { useLocale } from "@/lib/i18n/use-locale";

const formatsOptions = $api.queryOptions(
  "get",
  "/api/question-formats/",
  {},
  { staleTime: Infinity },
);

/** Return the title of a format in the reader's language; of one that is not installed, its id. */
export function useFormatTitle(): (id: string) => string {
  const { pick } = useLocale();
  const { data, isPending } = useQuery(formatsOptions);
  return (id) => {
    if (isPending) return "";
    const format = data?.find((installed) => installed.id === id);
    return format ? pick(format.title) : id;
  };
}
