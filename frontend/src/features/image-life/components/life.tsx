import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconCircleDot,
  IconFileImport,
  IconFilter,
  type Icon,
  IconPencil,
  IconPackage,
  IconGitMerge,
  IconMessages,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { AfterPasswordLink } from "@/components/after-password-link";
import { ShowMore } from "@/components/show-more";
import { stageIcon } from "@/components/stage-icon";
import { STATE_BADGES, type BadgeTone } from "@/components/status-badge";
import { Timeline, type TimelineEntry } from "@/components/timeline";
import { loadedRows } from "@/lib/api/keyset";
import { textFor } from "@/lib/i18n/texts";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";
import { ROLES } from "@/lib/session/session";
import { inUnit } from "@/lib/stages/stages";
import { useStages, useStageText } from "@/lib/stages/use-stages";

import { type ImageDetail, type LedgerEntry, useItemLife } from "../api";
import { detailText, measuredBy, fullHistory } from "../facts";

const OWN = {
  pass_filters: [IconFilter, "accent"],
  adopt: [IconFileImport, "good"],
  accept: [IconCheck, "good"],
  undo_accept: [IconArrowBackUp, "neutral"],
  undo_discard: [IconArrowBackUp, "neutral"],
  restore: [IconArrowBackUp, "accent"],
  refilter: [IconFilter, "neutral"],
  withdraw: [IconBan, "bad"],
} as const satisfies Record<string, readonly [Icon, BadgeTone]>;
const ACTIONS = Object.keys(OWN) as (keyof typeof OWN)[];

const LATER = {
  slot: IconPencil,
  case: IconGitMerge,
  thread: IconMessages,
  release: IconPackage,
} as const satisfies Record<string, Icon>;
const MACHINES = Object.keys(LATER) as (keyof typeof LATER)[];

interface LifeProps {
  slug: string;
  images: readonly ImageDetail[];
  /** Undefined while the images belong to no item. */
  itemId: number | undefined;
}

/** History from the import to the last release, with roles and reasons. */
export function FullHistory({ slug, images, itemId }: LifeProps) {
  const { t } = useTranslation(["image-life", "common"]);
  const { format } = useLocale();
  const stages = useStages();
  const text = useStageText();
  const later = useItemLife(slug, itemId);

  const came = images.flatMap((image): TimelineEntry[] => [
    {
      id: `imported-${String(image.id)}`,
      at: image.created_at,
      icon: IconFileImport,
      tone: "accent",
      what: t("life.imported", { source: image.source_name }),
      why: image.original_path,
    },
    ...image.aliases.map((alias, index) => ({
      id: `alias-${String(image.id)}-${String(index)}`,
      at: alias.created_at,
      icon: IconFileImport,
      what: t("life.alias", { source: alias.source_name }),
      why: alias.path,
    })),
  ]);

  /** The stage that excluded the image by this entry, or restored it. */
  const stageOf = ({ machine, action, source }: LedgerEntry) =>
    machine === "image"
      ? stages.find((one) => one.action === action || one.state === source)
      : undefined;

  const excludedBy = (entry: LedgerEntry) => {
    const stage = stageOf(entry);
    return stage?.action === entry.action ? stage : undefined;
  };

  const whatOf = (entry: LedgerEntry): string => {
    const { machine, action, target } = entry;
    const stage = excludedBy(entry);
    if (stage) return text(stage, "action");
    return machine === "image"
      ? textFor(action, ACTIONS, (known) => t(`life.action.${known}`))
      : t("life.later", {
          thing: textFor(machine, MACHINES, (known) => t(`life.machine.${known}`)),
          state: textFor(`${machine}.${target}`, STATE_BADGES, (known) =>
            t(`common:status.${known}`),
          ),
        });
  };

  const whyOf = (entry: LedgerEntry) => {
    const { reason, data, machine } = entry;
    const stage = stageOf(entry);
    const measured = stage?.kind === "image" ? measuredBy(stage, data) : undefined;
    const copyOf = detailText(data, "copy_of");
    const kept = detailText(data, "kept_in_place_of");
    const certainty = detailText(data, "rule") === "match" ? detailText(data, "value") : undefined;
    if (machine !== "image") return reason;
    return (
      <>
        {reason && <div>{reason}</div>}
        {copyOf && (
          <div>
            <ImageLink id={copyOf}>{t("life.copyOf", { number: copyOf })}</ImageLink>
            {certainty &&
              `${format.colon}${t("life.measured", {
                certainty: format.percent(Number(certainty)),
              })}`}
          </div>
        )}
        {kept && <ImageLink id={kept}>{t("life.keptInPlaceOf", { number: kept })}</ImageLink>}
        {stage && measured && (
          <div>
            {text(stage, `reason.${measured.rule}`, {
              value: inUnit(measured.value, stage.reasons[measured.rule], format),
              threshold: inUnit(measured.threshold, stage.reasons[measured.rule], format),
            })}
          </div>
        )}
      </>
    );
  };

  const happened = fullHistory(
    images.flatMap(({ life }) => life),
    loadedRows(later.data),
  ).map((entry): TimelineEntry => {
    const own = ACTIONS.find((action) => entry.machine === "image" && action === entry.action);
    const later = MACHINES.find((machine) => machine === entry.machine);
    const stage = excludedBy(entry);
    const [icon, tone] = stage
      ? [stageIcon(stage.icon), "neutral" as const]
      : own
        ? OWN[own]
        : [later ? LATER[later] : IconCircleDot, "neutral" as const];
    return {
      id: entry.id,
      at: entry.at,
      icon,
      tone,
      what: whatOf(entry),
      who: (
        <>
          {entry.role === "system"
            ? t("life.system")
            : textFor(entry.role, ROLES, (known) => t(`common:role.${known}`))}
          {entry.after_password_link && <AfterPasswordLink />}
        </>
      ),
      why: whyOf(entry),
    };
  });
  const entries = [...came, ...happened].sort(
    (one, other) => new Date(one.at).getTime() - new Date(other.at).getTime(),
  );
  return (
    <>
      <Timeline entries={entries} />
      <ShowMore list={later} mt="md" />
    </>
  );
}

function ImageLink({ id, children }: { id: string; children: string }) {
  return <AppLink to={{ page: "image", params: { id } }}>{children}</AppLink>;
}
