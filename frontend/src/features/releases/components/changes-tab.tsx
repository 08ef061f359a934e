import { useSuspenseQuery } from "@tanstack/react-query";
import { Box, Group, Text, Title } from "@mantine/core";
import { IconEqual } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { PlainList } from "@/components/layout/primitives";
import { ItemImageLink } from "@/components/image/item-image-link";
import { WordDiff } from "@/components/word-diff";
import { textFor } from "@/lib/i18n/texts";
import { useLocale } from "@/lib/i18n/use-locale";
import { useProject } from "@/lib/session/project";
import { ROLES } from "@/lib/session/session";

import {
  type ReleaseChange,
  type ReleaseDifference,
  differenceOptions,
  type Release,
  type Statistics,
  statisticsOptions,
} from "../api";
import { fieldTitle, textsBeforeAndAfter } from "../difference";
import classes from "./changes-tab.module.css";

/** Differences from the previous version, item by item, before and after. */
export function ChangesTab({ release }: { release: Release }) {
  const { t } = useTranslation("releases");
  const { slug } = useProject();
  const { version } = release;
  const { data: difference } = useSuspenseQuery(differenceOptions(slug, version));
  const { data: statistics } = useSuspenseQuery(statisticsOptions(slug, version));
  const { previous, added, removed, changed, counts } = difference;
  if (counts.added + counts.removed + counts.changed === 0) {
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
            {t("diff.changed", { count: counts.changed })}
          </Title>
          <Shown listed={changed.length} count={counts.changed} />
          <PlainList component="ol">
            {changed.map(({ key, changes }) => (
              <li key={key} className={classes.item}>
                <ItemImage item={key} difference={difference} height={96} />
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
          </PlainList>
        </section>
      )}
      <Pictures
        title={t(previous ? "diff.added" : "diff.all", { count: counts.added })}
        items={added}
        count={counts.added}
        difference={difference}
      />
      <Pictures
        title={t("diff.removed", { count: counts.removed })}
        items={removed}
        count={counts.removed}
        difference={difference}
      />
    </div>
  );
}

/** Says that a list is incomplete, and where the complete one is. */
function Shown({ listed, count }: { listed: number; count: number }) {
  const { t } = useTranslation("releases");
  if (listed >= count) return null;
  return (
    <Text c="dimmed" mb="sm">
      {t("diff.first", { count: listed })}
    </Text>
  );
}

function Pictures({
  title,
  items,
  count,
  difference,
}: {
  title: string;
  items: readonly string[];
  count: number;
  difference: ReleaseDifference;
}) {
  if (items.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      <Shown listed={items.length} count={count} />
      <Group gap="0.6rem" align="stretch">
        {items.map((item) => (
          <Box key={item} maw="16rem">
            <ItemImage item={item} difference={difference} height={80} />
            <Reasons item={item} difference={difference} />
          </Box>
        ))}
      </Group>
    </section>
  );
}

/** Reasons of a change: the action, the role, and the text. */
function Reasons({ item, difference }: { item: string; difference: ReleaseDifference }) {
  const { t } = useTranslation(["releases", "common"]);
  const reasons = difference.reasons.filter(({ key }) => key === item);
  if (reasons.length === 0) return null;
  return (
    <Box
      component="ul"
      m="0.35rem 0 0"
      pl="1.1rem"
      maw="75ch"
      c="dimmed"
      aria-label={t("diff.why")}
    >
      {reasons.map(({ role, reason }) => (
        <li key={`${role} ${reason}`}>
          <Box component="span" c="var(--ink)">
            {role === "system"
              ? t("diff.bySystem")
              : t("diff.by", {
                  role: textFor(role, ROLES, (known) => t(`common:role.${known}`)),
                })}
          </Box>{" "}
          {reason}
        </li>
      ))}
    </Box>
  );
}

function ItemImage({
  item,
  difference,
  height,
}: {
  item: string;
  difference: ReleaseDifference;
  height: number;
}) {
  const picture = difference.pictures[item];
  if (picture === undefined) return <code>{item}</code>;
  return <ItemImageLink picture={picture} height={height} className={classes.picture} />;
}

function ChangeRow({ change, statistics }: { change: ReleaseChange; statistics: Statistics }) {
  const { t } = useTranslation("releases");
  const { locale } = useLocale();
  const { before, after } = textsBeforeAndAfter(change, statistics);
  const where = fieldTitle(change, statistics);
  return (
    <tr>
      <th scope="row">
        {t(`diff.kind.${change.what}`)}
        {where && (
          <Box component="span" display="block" c="var(--ink)">
            {where}
          </Box>
        )}
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
