import { Box, Button, Checkbox, Text } from "@mantine/core";
import {
  IconCircleDashed,
  IconPin,
  IconStack2,
  IconTag,
  IconUsersGroup,
} from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { ImageThumb } from "@/components/image/thumbnail";
import { Badge, StatusBadge } from "@/components/status-badge";
import { loadedRows } from "@/lib/api/keyset";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";
import { useGoToPage } from "@/lib/routing/use-go";

import { type FoundItem, useItems } from "../api";
import { itemsCommands } from "../commands";
import { ItemFilters } from "../components/filters";
import { ExcludePersonDialog } from "../components/keep-dialog";
import { PinDialog } from "../components/pin-dialog";
import { RelabelDialog } from "../components/relabel-dialog";
import { SendBackDialog } from "../components/send-back-dialog";
import { TagDialog } from "../components/tag-dialog";
import classes from "./items-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/items");

/** Every item, with search and bulk changes. */
export function ItemsPage() {
  const { t } = useTranslation("items");
  const { format } = useLocale();
  const { slug } = route.useParams();
  const search = route.useSearch();
  const go = useGoToPage();
  const list = useItems(slug, search);
  const items = loadedRows(list.data);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [dialog, setDialog] = useState<"relabel" | "sendBack" | "pin" | "keep" | "tag" | null>(
    null,
  );
  // Items hidden by a filter are not changed.
  const selected = items.map(({ id }) => id).filter((id) => chosen.has(id));
  const opening = (which: typeof dialog) => ({
    run: () => {
      setDialog(which);
    },
    enabled: selected.length > 0,
  });
  const dialogs = {
    slug,
    items: selected,
    onClose: () => {
      setDialog(null);
    },
    onDone: () => {
      setDialog(null);
      setChosen(new Set());
    },
  };
  const commands = useCommands(itemsCommands, {
    relabel: opening("relabel"),
    sendBack: opening("sendBack"),
    pin: opening("pin"),
    keep: opening("keep"),
    tag: opening("tag"),
    none: {
      run: () => {
        setChosen(new Set());
      },
      enabled: selected.length > 0,
    },
  });
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };

  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      <ItemFilters
        slug={slug}
        search={search}
        onChange={(next) => {
          go({ page: "items", search: { ...next } }, { replace: true });
        }}
      />
      <div className={classes.selection} role="group" aria-label={t("selection.label")}>
        <span role="status">{t("selection.count", { count: selected.length })}</span>
        <CommandButton command={commands.relabel}>{t("commands.relabel")}</CommandButton>
        <CommandButton command={commands.sendBack} variant="default">
          {t("commands.sendBack")}
        </CommandButton>
        <CommandButton command={commands.pin} variant="default">
          {t("commands.pin")}
        </CommandButton>
        <CommandButton command={commands.keep} variant="default">
          {t("commands.keep")}
        </CommandButton>
        <CommandButton command={commands.tag} variant="default">
          {t("commands.tag")}
        </CommandButton>
        {selected.length > 0 && (
          <CommandButton command={commands.none} variant="subtle">
            {t("commands.none")}
          </CommandButton>
        )}
      </div>
      <DataTable
        caption={t("title")}
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          {
            key: "choose",
            width: "2.75rem",
            header: (
              <Checkbox
                aria-label={t("selection.all")}
                checked={items.length > 0 && selected.length === items.length}
                indeterminate={selected.length > 0 && selected.length < items.length}
                onChange={(event) => {
                  setChosen(new Set(event.currentTarget.checked ? items.map(({ id }) => id) : []));
                }}
              />
            ),
            cell: ({ id, number }) => (
              <Checkbox
                aria-label={t("selection.one", { number })}
                checked={chosen.has(id)}
                onChange={() => {
                  toggle(id);
                }}
              />
            ),
          },
          { key: "item", header: t("column.item"), cell: (item) => <ItemCell item={item} /> },
          {
            key: "said",
            header: t("column.said"),
            cell: (item) => <Said slug={slug} item={item} />,
          },
          {
            key: "state",
            header: t("column.state"),
            cell: ({ case: found, shared }) =>
              found ? (
                <AppLink to={{ page: "adjudicate", search: { case: found.id } }}>
                  <StatusBadge state={`case.${found.status}`} />
                </AppLink>
              ) : (
                <Badge tone="neutral" icon={shared ? IconUsersGroup : IconCircleDashed}>
                  {t(shared ? "shared" : "unbegun")}
                </Badge>
              ),
          },
          {
            key: "people",
            header: t("column.people"),
            cell: ({ people, pinned }) => (
              <>
                {people.length === 0 && pinned.length === 0 && "–"}
                {people.map((name) => (
                  <Box key={name} miw="9rem">
                    {name}
                  </Box>
                ))}
                {pinned.length > 0 && (
                  <Box c="dimmed">
                    <IconPin size={16} aria-hidden="true" className={classes.icon} />
                    {t("pinned", { names: format.list(pinned) })}
                  </Box>
                )}
              </>
            ),
          },
        ]}
        more={list}
        empty={
          list.isPending ? (
            <p aria-busy="true">{t("loading")}</p>
          ) : (
            <EmptyState
              icon={<IconStack2 size={40} stroke={1.4} />}
              title={t("nothing.title")}
              action={
                Object.keys(search).length > 0 && (
                  <Button
                    variant="default"
                    renderRoot={(props) => <AppLink to={{ page: "items" }} {...props} />}
                  >
                    {t("nothing.all")}
                  </Button>
                )
              }
            >
              {t("nothing.text")}
            </EmptyState>
          )
        }
      />
      <RelabelDialog {...dialogs} opened={dialog === "relabel"} />
      <SendBackDialog {...dialogs} opened={dialog === "sendBack"} />
      {dialog === "pin" && <PinDialog {...dialogs} />}
      {dialog === "keep" && <ExcludePersonDialog {...dialogs} />}
      {dialog === "tag" && <TagDialog {...dialogs} />}
    </>
  );
}

/** Link to the item's page. */
function ItemCell({ item }: { item: FoundItem }) {
  const { t } = useTranslation("items");
  const [image] = item.images;
  const name = t("item", { number: item.number });
  return (
    <AppLink
      to={{ page: "item", params: { number: String(item.number) } }}
      className={classes.item}
    >
      {image && <ImageThumb image={image} height={72} />}
      <span>{name}</span>
    </AppLink>
  );
}

function Said({ slug, item }: { slug: string; item: FoundItem }) {
  const { pick } = useLocale();
  const fields = labelFields(useProtocol(slug));
  const labels = fields.flatMap(({ id, choices }) =>
    (item.labels[id] ?? []).map(
      (choice) => pick(choices.find((one) => one.id === choice)?.title) || choice,
    ),
  );
  return (
    <div className={classes.said}>
      <Box c="dimmed">{labels.join(" · ")}</Box>
      <Text component="div" inherit lineClamp={3}>
        {item.text}
      </Text>
      {item.tags.length > 0 && (
        <div className={classes.tags}>
          {item.tags.map((tag) => (
            <Badge key={tag} tone="neutral" icon={IconTag}>
              {tag}
            </Badge>
          ))}
        </div>
      )}
    </div>
  );
}
