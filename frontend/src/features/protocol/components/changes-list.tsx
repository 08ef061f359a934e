import { Box, Group, Select } from "@mantine/core";
import {
  IconArrowRight,
  IconBan,
  IconBookmark,
  IconCheck,
  type Icon,
  IconPlayerTrackNext,
  IconStack2,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { MutedText, MutedNote } from "@/components/layout/primitives";
import { Badge, type BadgeTone } from "@/components/status-badge";
import { WordDiff } from "@/components/word-diff";
import type { Localized } from "@/lib/i18n/locale";
import { useLocale } from "@/lib/i18n/use-locale";

import type { VersionDifference } from "../api";
import { isList, isObject, type Json } from "../form/path";
import { pathStepsOfChange } from "../form/place-of-change";
import { useDocumentNames } from "../form/use-words";
import classes from "./changes-list.module.css";

const EFFECTS: Readonly<Record<VersionDifference["effect"], readonly [BadgeTone, Icon]>> = {
  keep: ["neutral", IconCheck],
  next: ["neutral", IconPlayerTrackNext],
  mark: ["accent", IconBookmark],
  places: ["accent", IconStack2],
  carry: ["warn", IconArrowRight],
  begun: ["warn", IconBan],
};

/** Effects on finished work: only before a change is saved. */
export interface ForeseenEffects {
  work: Readonly<Record<string, number>>;
  used: Readonly<Record<string, number>>;
  late: ReadonlyMap<string, string>;
  mapping: Readonly<Record<string, string>>;
  unmapped: ReadonlyMap<string, string>;
  onMap: (path: string, target: string) => void;
}

export interface ChangesListProps {
  changes: readonly VersionDifference[];
  before: Json;
  after: Json;
  foreseen?: ForeseenEffects;
}

/** Differences of two protocols by field, and their effects on finished work. */
export function ChangesList({ changes, before, after, foreseen }: ChangesListProps) {
  const { t } = useTranslation("protocol");
  if (changes.length === 0) return <MutedNote mb="0.5rem">{t("diff.none")}</MutedNote>;
  return (
    <ul className={classes.changes} aria-label={t("changes.list", { count: changes.length })}>
      {changes.map((change) => (
        <li key={`${change.path}-${change.kind}`} data-path={change.path}>
          <Box component="h3" m={0} fz="1rem" fw={600}>
            <Place change={change} document={change.kind === "removed" ? before : after} />
          </Box>
          <div className={classes.what}>
            <What change={change} />
          </div>
          {foreseen && <Follows change={change} after={after} foreseen={foreseen} />}
        </li>
      ))}
    </ul>
  );
}

function Place({ change, document }: { change: VersionDifference; document: Json }) {
  const { t } = useTranslation("protocol");
  const { pick } = useLocale();
  const words = useDocumentNames();
  const steps = pathStepsOfChange(change.path, document);
  const keysUpTo = (at: number) =>
    steps
      .slice(0, at + 1)
      .flatMap(({ key }) => key ?? [])
      .join(".");
  const named = steps.map(({ key, id, title }, at) =>
    key === undefined ? pick(title) || id : words.label(keysUpTo(at)),
  );
  return (
    <>
      {named.join(" › ")}
      {change.kind !== "changed" && (
        <MutedText ms="0.6rem" fw={400}>
          {t(`changes.kind.${change.kind}`)}
        </MutedText>
      )}
    </>
  );
}

function What({ change: { before, after } }: { change: VersionDifference }) {
  const words = useDocumentNames();
  const { pick, format } = useLocale();
  const { t } = useTranslation("protocol");
  const said = (value: Json): string => {
    if (value === null) return t("editor.none");
    if (typeof value === "boolean") return t(value ? "changes.yes" : "changes.no");
    if (typeof value === "string") return words.value(value);
    if (isList(value)) return format.list(value.map(said));
    if (isObject(value)) {
      const title = value["title"] ?? value["stem"] ?? value;
      if (isObject(title)) {
        return pick(title as Localized) || JSON.stringify(value);
      }
    }
    return String(value);
  };
  const [old, now] = [said(before as Json), said(after as Json)];
  if (before === null) return <ins>{now}</ins>;
  if (after === null) return <del>{old}</del>;
  if (old.length + now.length > 60) return <WordDiff before={old} after={now} />;
  return (
    <>
      <del>{old}</del> <IconArrowRight size={16} aria-hidden="true" /> <ins>{now}</ins>
    </>
  );
}

interface FollowsProps {
  change: VersionDifference;
  after: Json;
  foreseen: ForeseenEffects;
}

function Follows({ change, after, foreseen }: FollowsProps) {
  const { t } = useTranslation("protocol");
  const { format } = useLocale();
  const { path, effect } = change;
  const { work } = foreseen;
  const used = foreseen.used[path] ?? 0;
  const late = foreseen.late.get(path);
  const count = (kind: string) => work[kind] ?? 0;
  const sentence = (): string => {
    if (effect === "carry") {
      return used > 0 ? t("effect.carry", { count: used }) : t("effect.unused");
    }
    if (effect === "places") {
      const more = Number(change.after) > Number(change.before);
      const affected = more
        ? count("items") - count("begun") + count("unfinished")
        : count("begun");
      if (affected === 0) return t("effect.next");
      return t(more ? "effect.more" : "effect.fewer", { count: affected });
    }
    if (effect === "mark" && count("begun") > 0) return t("effect.mark", { count: count("begun") });
    if (effect === "begun") {
      return late === undefined
        ? t("effect.inTime")
        : t("effect.late", { count: count("begun"), number: format.number(count("begun")) });
    }
    return t(effect === "keep" ? "effect.keep" : "effect.next");
  };
  const [tone, icon] = EFFECTS[effect];
  return (
    <Group gap="0.5rem 1.25rem" align="flex-end">
      <Badge
        tone={late !== undefined ? "bad" : effect === "carry" && used === 0 ? "neutral" : tone}
        icon={late !== undefined ? IconBan : icon}
      >
        {late !== undefined && effect !== "begun" ? late : sentence()}
      </Badge>
      {effect === "carry" && used > 0 && (
        <MappingSelect path={path} change={change} after={after} foreseen={foreseen} />
      )}
    </Group>
  );
}

/** Mapping of a removed field or choice. */
function MappingSelect({ path, change, after, foreseen }: FollowsProps & { path: string }) {
  const { t } = useTranslation("protocol");
  const { pick } = useLocale();
  const [, field = "", choices] = path.split(".");
  const fields = isObject(after) && isList(after["fields"]) ? after["fields"] : [];
  const own = fields.filter(isObject).find(({ id }) => id === field);
  const kind = isObject(change.before as Json)
    ? (change.before as Record<string, Json>)["kind"]
    : null;
  const offered: readonly Json[] = choices
    ? isList(own?.["choices"])
      ? own["choices"]
      : []
    : fields.filter((one) => isObject(one) && one["kind"] === kind);
  const mayLeaveOut = !choices || own?.["multiple"] === true || own?.["required"] === false;
  const data = [
    ...offered.filter(isObject).map((one) => ({
      value: String(one["id"]),
      label: `${pick(one["title"] as Localized)} (${String(one["id"])})`,
    })),
    ...(mayLeaveOut ? [{ value: "-", label: t("changes.leaveOut") }] : []),
  ];
  const target = foreseen.mapping[path];
  return (
    <Select
      w="min(22rem, 100%)"
      label={t("changes.takesItsPlace")}
      placeholder={t("changes.choose")}
      data={data}
      value={target === undefined ? null : target || "-"}
      onChange={(next) => {
        if (next !== null) foreseen.onMap(path, next === "-" ? "" : next);
      }}
      error={foreseen.unmapped.get(path)}
    />
  );
}
