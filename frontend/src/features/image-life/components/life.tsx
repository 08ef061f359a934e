import { Button } from "@mantine/core";
import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconCircleDot,
  IconCopy,
  IconFileImport,
  IconFilter,
  type Icon,
  IconPencil,
  IconPackage,
  IconGitMerge,
  IconMessages,
  IconTextScan2,
  IconX,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { STATES, type Tone } from "@/components/status-badge";
import { Timeline, type TimelineEntry } from "@/components/timeline";
import { rowsOf } from "@/lib/api/keyset";
import { textFor } from "@/lib/i18n/texts";
import { useLocale } from "@/lib/i18n/use-locale";
import { useScreeningRules } from "@/lib/protocol/screening";
import { AppLink } from "@/lib/routing/app-link";
import { ROLES } from "@/lib/session/session";

import { type ImageDetail, type LedgerEntry, useItemLife, useItemOf } from "../api";
import { detail, wholeLife } from "../facts";

const OWN = {
  mark_duplicate: [IconCopy, "neutral"],
  exclude_text: [IconTextScan2, "neutral"],
  pass_filters: [IconFilter, "accent"],
  adopt: [IconFileImport, "good"],
  accept: [IconCheck, "good"],
  discard: [IconX, "neutral"],
  undo_accept: [IconArrowBackUp, "neutral"],
  undo_discard: [IconArrowBackUp, "neutral"],
  restore: [IconArrowBackUp, "accent"],
  refilter: [IconFilter, "neutral"],
  withdraw: [IconBan, "bad"],
} as const satisfies Record<string, readonly [Icon, Tone]>;
const ACTIONS = Object.keys(OWN) as (keyof typeof OWN)[];

const LATER = {
  slot: IconPencil,
  case: IconGitMerge,
  thread: IconMessages,
  release: IconPackage,
} as const satisfies Record<string, Icon>;
const MACHINES = Object.keys(LATER) as (keyof typeof LATER)[];

/** From the crawl to the last release: who by role, what, why. */
export function Life({ slug, image }: { slug: string; image: ImageDetail }) {
  const { t } = useTranslation(["image-life", "common"]);
  const { format, pick } = useLocale();
  const { reasons } = useScreeningRules(slug);
  const later = useItemLife(slug, useItemOf(slug, image.id));

  const came: TimelineEntry[] = [
    {
      id: "imported",
      at: image.created_at,
      icon: IconFileImport,
      tone: "accent",
      what: t("life.imported", { source: image.source_name }),
      why: image.original_path,
    },
    ...image.aliases.map((alias, index) => ({
      id: `alias-${String(index)}`,
      at: alias.created_at,
      icon: IconFileImport,
      what: t("life.alias", { source: alias.source_name }),
      why: alias.path,
    })),
  ];

  const whatOf = ({ machine, action, target }: LedgerEntry): string =>
    machine === "image"
      ? textFor(action, ACTIONS, (known) => t(`life.action.${known}`))
      : t("life.later", {
          thing: textFor(machine, MACHINES, (known) => t(`life.machine.${known}`)),
          state: textFor(`${machine}.${target}`, STATES, (known) => t(`common:status.${known}`)),
        });

  /** A screening reason is an id of the protocol; everything else was written by a person. */
  const reasonOf = (reason: string): string =>
    format.list(
      reason.split(", ").map((part) => pick(reasons.find(({ id }) => id === part)?.title) || part),
    );

  const whyOf = ({ reason, data, machine }: LedgerEntry) => {
    const copyOf = detail(data, "copy_of");
    const kept = detail(data, "kept_in_place_of");
    const area = detail(data, "text_area");
    const distance = detail(data, "distance");
    if (machine !== "image") return reason;
    return (
      <>
        {reason && <div>{reasonOf(reason)}</div>}
        {copyOf && (
          <div>
            <PictureLink id={copyOf}>{t("life.copyOf", { number: copyOf })}</PictureLink>
            {distance &&
              `${format.colon}${t("life.measured", {
                distance,
                similarity: format.percent(Number(detail(data, "similarity"))),
              })}`}
          </div>
        )}
        {kept && <PictureLink id={kept}>{t("life.keptInPlaceOf", { number: kept })}</PictureLink>}
        {area && (
          <div>
            {t("life.text", {
              area: format.percent(Number(area)),
              threshold: format.percent(Number(detail(data, "threshold"))),
            })}
          </div>
        )}
      </>
    );
  };

  const happened = wholeLife(image.life, rowsOf(later.data)).map((entry): TimelineEntry => {
    const own = ACTIONS.find((action) => entry.machine === "image" && action === entry.action);
    const later = MACHINES.find((machine) => machine === entry.machine);
    const [icon, tone] = own
      ? OWN[own]
      : [later ? LATER[later] : IconCircleDot, "neutral" as const];
    return {
      id: entry.id,
      at: entry.at,
      icon,
      tone,
      what: whatOf(entry),
      who:
        entry.role === "system"
          ? t("life.system")
          : textFor(entry.role, ROLES, (known) => t(`common:role.${known}`)),
      why: whyOf(entry),
    };
  });
  const entries = [...came, ...happened].sort(
    (one, other) => new Date(one.at).getTime() - new Date(other.at).getTime(),
  );
  return (
    <>
      <Timeline entries={entries} />
      {later.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={later.isFetchingNextPage}
          onClick={() => void later.fetchNextPage()}
        >
          {t("common:table.more")}
        </Button>
      )}
    </>
  );
}

function PictureLink({ id, children }: { id: string; children: string }) {
  return <AppLink to={{ page: "image", params: { id } }}>{children}</AppLink>;
}
