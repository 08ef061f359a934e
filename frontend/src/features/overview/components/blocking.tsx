import { Box, Title } from "@mantine/core";
import { IconChevronRight, IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { RuledList } from "@/components/layout/ruled-list";
import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";

import { SLOW_REFRESH_MS, gateOptions, type ReleaseBlocker } from "../api";
import { blockerTarget } from "../links";
import classes from "./overview.module.css";

/** Blocking checks of the next release, each with a link to where it is resolved. */
export function ReleaseBlockers({
  slug,
  found,
}: {
  slug: string;
  found: readonly ReleaseBlocker[];
}) {
  const { t } = useTranslation("overview");
  const { format, pick } = useLocale();
  const fields = labelFields(useProtocol(slug));
  const { data: gate } = useQuery({
    ...gateOptions(slug),
    staleTime: SLOW_REFRESH_MS,
    refetchInterval: SLOW_REFRESH_MS,
  });
  const titlesOf = (ids: readonly string[]) =>
    format.list(ids.map((id) => pick(fields.find((field) => field.id === id)?.title) || id));
  // The next version would be equal to the last one, so nothing blocks it.
  const isUnchanged = found.length === 0 && gate?.unchanged === true && gate.is_current;
  // When all work is done, the release checks may still find something: a licence, a wording.
  const lines =
    found.length === 0 && !isUnchanged
      ? (gate?.lines.filter(({ level }) => level === "block") ?? [])
      : [];
  const title =
    gate && !isUnchanged
      ? t("blocking.title", { version: gate.suggested })
      : t(isUnchanged ? "blocking.titleUnchanged" : "blocking.titleUnknown");

  return (
    <section aria-labelledby="blocking">
      <Title order={2} mb="0.75rem" id="blocking">
        {title}
      </Title>
      <RuledList>
        {found.map((one) => (
          <li key={one.kind}>
            <AppLink to={blockerTarget(one)} className={classes.blocker}>
              <Box className="tabular" component="span" miw="2.5rem" fz="1.25rem" fw={600} ta="end">
                {format.number(one.count)}
              </Box>
              <span className={classes.blockerText}>
                {t(`blocking.kind.${one.kind}`, { count: one.count })}
                {one.fields_named.length > 0 && (
                  <span className={classes.note}>{titlesOf(one.fields_named)}</span>
                )}
              </span>
              <IconChevronRight size={18} aria-hidden="true" />
            </AppLink>
          </li>
        ))}
        {lines.map((line) => (
          <li key={line.id}>
            <AppLink to={{ page: "releases" }} className={classes.blocker}>
              <Box className="tabular" component="span" miw="2.5rem" fz="1.25rem" fw={600} ta="end">
                {line.count > 0 && format.number(line.count)}
              </Box>
              <span className={classes.blockerText}>{pick({ ...line.message })}</span>
              <IconChevronRight size={18} aria-hidden="true" />
            </AppLink>
          </li>
        ))}
      </RuledList>
      {gate && !gate.checked_at && found.length === 0 && (
        <AppLink to={{ page: "releases" }}>
          {t("blocking.check", { version: gate.suggested })}
        </AppLink>
      )}
      {isUnchanged && <p>{t("blocking.unchanged")}</p>}
      {gate?.checked_at && !isUnchanged && found.length === 0 && lines.length === 0 && (
        <p className={classes.free}>
          <IconCircleCheck size={20} aria-hidden="true" />
          {t("blocking.nothing", { version: gate.suggested })}
        </p>
      )}
    </section>
  );
}
