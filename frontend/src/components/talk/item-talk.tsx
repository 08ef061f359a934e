import { Button, Group, Popover } from "@mantine/core";
import { IconMessages } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { AskDialog } from "./ask-dialog";
import { ThreadList } from "./thread-list";
import { type DiscussedItem, useItemThreads } from "./threads";

interface ItemTalkProps {
  slug: string;
  /** Organizers name an item by its number, annotators by the code of their assignment. */
  item: DiscussedItem;
  /** For organizers, who may record an agreement. */
  itemId?: number;
  /** For pages that show the earlier discussions elsewhere. */
  noteOnly?: boolean;
}

/** Earlier discussions of an item that the reader may see, and a form to add to them. */
export function ItemTalk({ slug, itemId, item, noteOnly = false }: ItemTalkProps) {
  const { t } = useTranslation();
  const [isNoting, setNoting] = useState(false);
  const threads = useItemThreads(slug, item);
  if (itemId === undefined && (noteOnly || threads.length === 0)) return null;
  return (
    <Group gap="0.25rem 1rem">
      {threads.length > 0 && !noteOnly && (
        <Popover position="bottom" width="min(32rem, 90vw)" trapFocus returnFocus>
          <Popover.Target>
            <Button variant="subtle" size="compact-md">
              {t("talk.earlier", { count: threads.length })}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={t("talk.earlier", { count: threads.length })}>
            <ThreadList threads={threads} />
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
    </Group>
  );
}
