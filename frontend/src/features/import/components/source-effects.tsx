import { Box, Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";
import { useImageStatus } from "@/lib/stages/use-stages";

import { useSourceEffects } from "../api";
import classes from "./source-effects.module.css";

const SHOWN = 12;

/** Consequences of prohibiting a source, what cannot be undone, and earlier changes. */
export function SourceEffects({
  slug,
  source,
  prohibiting,
}: {
  slug: string;
  source: number;
  prohibiting: boolean;
}) {
  const { t } = useTranslation(["import", "common"]);
  const { format } = useLocale();
  const statusOf = useImageStatus();
  const { data, error } = useSourceEffects(slug, source);
  if (error) return <ProblemAlert error={error} />;
  if (!data) return <Skeleton height={72} />;
  const { images, by_status: byStatus, released, changes } = data;
  return (
    <>
      {prohibiting && (
        <section className={classes.effects} aria-live="polite">
          <p>
            {images > 0
              ? t("changeRights.withdraws", { count: images })
              : t("changeRights.withdrawsNone")}
          </p>
          {images > 0 && (
            <ul className={classes.list}>
              {Object.entries(byStatus).map(([status, count]) => (
                <li key={status}>
                  {statusOf(status)}
                  {format.colon}
                  {format.number(count)}
                </li>
              ))}
            </ul>
          )}
          <p>{t(released.length > 0 ? "changeRights.released" : "changeRights.notReleased")}</p>
          <ul className={classes.list}>
            {released.map(({ project, name, version, images: shown }) => (
              <li key={`${project} ${version}`}>
                {t("changeRights.releasedIn", { name, version, count: shown.length })}{" "}
                {shown.slice(0, SHOWN).map((id) => (
                  <AppLink
                    key={id}
                    className={classes.picture}
                    to={{ page: "image", params: { id: String(id) } }}
                  >
                    {format.number(id)}
                  </AppLink>
                ))}
                {shown.length > SHOWN &&
                  t("changeRights.more", { number: format.number(shown.length - SHOWN) })}
              </li>
            ))}
          </ul>
        </section>
      )}
      {changes.length > 0 && (
        <section className={classes.effects}>
          <Box component="h3" m="0.5rem 0 0" fz="1rem">
            {t("changeRights.earlier")}
          </Box>
          <ul className={classes.list}>
            {changes.map(
              ({
                before,
                after,
                licence_before: licenceBefore = "",
                licence_after: licenceAfter = "",
                reason,
                changed_by: by,
                changed_at: at,
              }) => (
                <li key={at}>
                  {[
                    before !== after &&
                      t("changeRights.from", {
                        before: t(`common:rights.${before}`),
                        after: t(`common:rights.${after}`),
                      }),
                    licenceAfter !== "" &&
                      t("changeRights.from", { before: licenceBefore, after: licenceAfter }),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                  {by && ` · ${by}`} · <RelativeTime at={at} />
                  <Box className="anywhere" c="dimmed">
                    {reason}
                  </Box>
                </li>
              ),
            )}
          </ul>
        </section>
      )}
    </>
  );
}
