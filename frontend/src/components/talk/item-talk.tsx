import { Button, Popover } from "@mantine/core";
import { IconMessages } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { $api } from "@/lib/api/client";
import { AppLink } from "@/lib/routing/app-link";

import { StatusBadge } from "../status-badge";
import { AskDialog } from "./ask-dialog";
import classes from "./item-talk.module.css";
import { THREADS } from "./threads";

const itemQuery = ({ item_number, item_code }: ItemTalkProps["item"]) =>
  item_number === null ? { item_code: item_code ?? "" } : { item_number };

interface ItemTalkProps {
  slug: string;
  /** Organizers name an item by its number, annotators by the code of their assignment. */
  item: { item_number: number | null; item_code?: string | null };
  /** For organizers, who may note what was agreed on. */
  itemId?: number;
}

/** What was said of an item before, as far as one may read it, and the way to add to it. */
export function ItemTalk({ slug, itemId, item }: ItemTalkProps) {
  const { t } = useTranslation();
  const [isNoting, setNoting] = useState(false);
  const { data } = $api.useQuery("get", THREADS, {
    params: { path: { slug }, query: itemQuery(item) },
  });
  const threads = data?.results ?? [];
  return (
    <div className={classes.talk}>
      {threads.length > 0 && (
        <Popover position="bottom" width="min(32rem, 90vw)" trapFocus returnFocus>
          <Popover.Target>
            <Button variant="subtle" size="compact-md">
              {t("talk.earlier", { count: threads.length })}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={t("talk.earlier", { count: threads.length })}>
            <ul className={classes.earlier}>
              {threads.map((thread) => (
                <li key={thread.id}>
                  <AppLink to={{ page: "thread", params: { id: String(thread.id) } }}>
                    {thread.opening}
                  </AppLink>{" "}
                  <StatusBadge state={`thread.${thread.status}`} />
                  {thread.resolution && <p>{thread.resolution}</p>}
                </li>
              ))}
            </ul>
          </Popover.Dropdown>
        </Popover>
      )}
      {itemId !== undefined && (
        <>
          <Button
            variant="subtle"
            size="compact-md"
            leftSection={<IconMessages size={18} aria-hidden="true" />}
            onClick={() => {
              setNoting(true);
            }}
          >
            {t("talk.noteAction")}
          </Button>
          <AskDialog
            slug={slug}
            about={{ item: itemId }}
            noting
            opened={isNoting}
            onClose={() => {
              setNoting(false);
            }}
          />
        </>
      )}
    </div>
  );
}
