import { Flex } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import { $api } from "@/lib/api/client";
import { useLocale } from "@/lib/i18n/use-locale";

import classes from "./project-progress.module.css";

/** Progress of a project: the funnel as small bars, and its last step as text. */
export function ProjectProgress({ slug }: { slug: string }) {
  const { t } = useTranslation("projects");
  const { format } = useLocale();
  const { data } = useQuery(
    $api.queryOptions("get", "/api/projects/{slug}/overview/", { params: { path: { slug } } }),
  );
  // Its space is reserved, so that nothing moves when the numbers load.
  if (!data)
    return <Flex component="span" gap="md" align="center" flex="none" w="16rem" mih="2.25rem" />;
  const most = Math.max(1, ...data.funnel.map(({ count }) => count));
  const reached = data.funnel.filter(({ count }) => count > 0).at(-1);
  return (
    <Flex component="span" gap="md" align="center" flex="none" w="16rem" mih="2.25rem">
      <Flex component="span" gap="3px" flex="none" h="2.25rem" aria-hidden="true">
        {data.funnel.map(({ step, stage, count }) => (
          <span key={`${step} ${stage}`} className={classes.place}>
            <span
              className={classes.bar}
              style={{ height: `${String((100 * count) / most)}%` }}
              data-some={count > 0 || undefined}
            />
          </span>
        ))}
      </Flex>
      <MutedText>
        {reached
          ? t(`reached.${reached.step}`, { count: reached.count, n: format.number(reached.count) })
          : t("reached.nothing")}
      </MutedText>
    </Flex>
  );
}
