import { useSuspenseQuery } from "@tanstack/react-query";
import { Title } from "@mantine/core";
import { IconEqual } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { PictureThumb } from "@/components/picture/picture-thumb";
import { WordDiff } from "@/components/word-diff";
import { textFor } from "@/lib/i18n/texts";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";
import { ROLES } from "@/lib/session/session";

import {
  type Change,
  type Difference,
  differenceOptions,
  type Release,
  type Statistics,
  statisticsOptions,
} from "../api";
import { fieldTitle, sidesOf } from "../difference";
import classes from "./changes-tab.module.css";

/** What is not as it was in the version before, item by item, before beside after. */
export function ChangesTab({ release }: { release: Release }) {
  const { t } = useTranslation("releases");
  const { slug } = useProject();
  const { version } = release;
  const { data: difference } = useSuspenseQuery(differenceOptions(slug, version));
  const { data: statistics } = useSuspenseQuery(statisticsOptions(slug, version));
  const { previous, added, removed, changed } = difference;
  if (added.length + removed.length + changed.length === 0) {
    return (
      <EmptyState icon={<IconEqual size={40} stroke={1.4} />} title={t("same.title")}>
        {t("same.text", { version: previous })}
      </EmptyState>
    );
  }
  return (
    <div className={classes.page}>
      {changed.length > 0 && (
        <section>
          <Title order={2} size="h3" mb="sm">
            {t("diff.changed", { count: changed.length })}
          </Title>
          <ol className={classes.items}>
            {changed.map(({ key, changes }) => (
              <li key={key} className={classes.item}>
                <ItemPicture item={key} difference={difference} height={96} />
                <div>
                  <table className={classes.changes}>
                    <thead>
                      <tr>
                        <th scope="col">{t("diff.what")}</th>
                        <th scope="col">{t("diff.before", { version: previous })}</th>
                        <th scope="col">{t("diff.after", { version })}</th>
                      </tr>
                    </thead>
                    <tbody>
                      {changes.map((change) => (
                        <ChangeRow
                          key={`${change.what} ${change.where}`}
                          change={change}
                          statistics={statistics}
                        />
                      ))}
                    </tbody>
                  </table>
                  <Reasons item={key} difference={difference} />
                </div>
              </li>
            ))}
          </ol>
        </section>
      )}
      <Pictures
        title={t(previous ? "diff.added" : "diff.all", { count: added.length })}
        items={added}
        difference={difference}
      />
      <Pictures
        title={t("diff.removed", { count: removed.length })}
        items={removed}
        difference={difference}
      />
    </div>
  );
}

function Pictures({
  title,
  items,
  difference,
}: {
  title: string;
  items: readonly string[];
  difference: Difference;
}) {
  if (items.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      <div className={classes.pictures}>
        {items.map((item) => (
          <div key={item} className={classes.alone}>
            <ItemPicture item={item} difference={difference} height={80} />
            <Reasons item={item} difference={difference} />
          </div>
        ))}
      </div>
    </section>
  );
}

/** Why an item is not as it was: what somebody in which role did, in their words. */
function Reasons({ item, difference }: { item: string; difference: Difference }) {
  const { t } = useTranslation("releases");
  const reasons = difference.reasons.filter(({ key }) => key === item);
  if (reasons.length === 0) return null;
  return (
    <ul className={classes.reasons} aria-label={t("diff.why")}>
      {reasons.map(({ role, reason }) => (
        <li key={`${role} ${reason}`}>
          <span className={classes.role}>
            {textFor(role, [...ROLES, "system"], (known) => t(`diff.role.${known}`))}
          </span>{" "}
          {reason}
        </li>
      ))}
    </ul>
  );
}

function ItemPicture({
  item,
  difference,
  height,
}: {
  item: string;
  difference: Difference;
  height: number;
}) {
  const { t } = useTranslation("releases");
  const image = difference.pictures[item];
  if (image === undefined) return <code>{item}</code>;
  return (
    <AppLink
      to={{ page: "image", params: { id: String(image.id) } }}
      className={classes.picture}
      title={item}
    >
      <PictureThumb
        src={image.thumbnail_url}
        alt={t("picture", { id: image.id })}
        height={height}
      />
    </AppLink>
  );
}

function ChangeRow({ change, statistics }: { change: Change; statistics: Statistics }) {
  const { t } = useTranslation("releases");
  const { locale } = useLocale();
  const { before, after } = sidesOf(change, statistics);
  const where = fieldTitle(change, statistics);
  return (
    <tr>
      <th scope="row">
        {t(`diff.kind.${change.what}`)}
        {where && <span className={classes.where}>{where}</span>}
      </th>
      <td>
        <WordDiff before={before} after={after} side="before" language={locale} />
      </td>
      <td>
        <WordDiff before={before} after={after} side="after" language={locale} />
      </td>
    </tr>
  );
}
