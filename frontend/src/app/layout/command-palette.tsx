import "@mantine/spotlight/styles.css";

import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconHelpHexagon, IconSearch, IconStack2, IconUser } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { LinkTarget } from "@/lib/routing/pages";
import { useGoToPage } from "@/lib/routing/use-go";
import type { Membership } from "@/lib/session/session";

import type { ProtocolFeatures } from "../navigation";
import classes from "./command-palette.module.css";
import { usePaletteSearchResults, usePalettePages } from "./use-palette-results";

const [store, palette] = createSpotlight();

/** Enter takes the first result, also if the server found it after others below it. */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId);
  list?.querySelector("[data-selected]")?.removeAttribute("data-selected");
  list?.querySelector("[data-action]")?.setAttribute("data-selected", "true");
  store.updateState((state) => ({ ...state, selected: 0 }));
}

interface PaletteProps {
  membership: Membership | undefined;
  uses: readonly ProtocolFeatures[];
  /** Number of times that the palette was opened. */
  asked: number;
}

/** Any page, item, question or person, found by typing. */
export function CommandPalette({ membership, uses, asked }: PaletteProps) {
  const { t } = useTranslation("app");
  const [query, setQuery] = useState("");
  // Where an arrow key has moved the selection, it stays while more is found.
  const hasMoved = useRef(false);
  useEffect(() => {
    if (asked > 0) palette.open();
  }, [asked]);
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      scrollable
      maxHeight="min(32rem, 70dvh)"
      // Its top stays where it is, however much is found.
      centered={false}
      yOffset="10dvh"
      // It is opened again at once: while closing, its own field would take the shortcut.
      transitionProps={{ duration: 120, exitDuration: 0 }}
      classNames={{ actionBody: classes.body, actionDescription: classes.description }}
      attributes={{ content: { "aria-label": t("palette.title") } }}
    >
      <Spotlight.Search
        placeholder={t(`palette.placeholder.${membership ? "project" : "pages"}`)}
        aria-label={t("palette.title")}
        leftSection={<IconSearch size={20} stroke={1.6} />}
        onKeyDown={({ key }) => {
          hasMoved.current = key === "ArrowDown" || key === "ArrowUp";
        }}
      />
      <Spotlight.ActionsList>
        <Found membership={membership} uses={uses} query={query.trim()} hasMoved={hasMoved} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

interface FoundProps extends Omit<PaletteProps, "asked"> {
  query: string;
  hasMoved: RefObject<boolean>;
}

function Found({ membership, uses, query, hasMoved }: FoundProps) {
  const { t } = useTranslation("app");
  const pages = usePalettePages(membership, uses, query);
  // Ask the server only after a pause in typing.
  const [sought] = useDebouncedValue(query, 150);
  const { items, questions, people, isSearching } = usePaletteSearchResults(membership, sought);

  const isEmpty = [pages, items, questions, people].every((found) => found.length === 0);
  useEffect(() => {
    if (!hasMoved.current) selectFirst();
  }, [hasMoved, query, items, questions, people]);
  return (
    <>
      <Group label={t("palette.pages")} found={pages.length}>
        {pages.map(({ key, name, icon: Icon, target }) => (
          <Entry key={key} label={name} icon={<Icon size={20} stroke={1.6} />} target={target} />
        ))}
      </Group>
      <Group label={t("palette.items")} found={items.length}>
        {items.map(({ id, number, text }) => (
          <Entry
            key={id}
            label={t("palette.item", { number })}
            description={text}
            icon={<IconStack2 size={20} stroke={1.6} />}
            target={{ page: "item", params: { number: String(number) } }}
          />
        ))}
      </Group>
      <Group label={t("palette.questions")} found={questions.length}>
        {questions.map(({ id, stem, item_number }) => (
          <Entry
            key={id}
            label={stem}
            description={t("palette.item", { number: item_number })}
            icon={<IconHelpHexagon size={20} stroke={1.6} />}
            target={{ page: "item", params: { number: String(item_number) } }}
          />
        ))}
      </Group>
      <Group label={t("palette.people")} found={people.length}>
        {people.map(({ id, name, person }) => (
          <Entry
            key={id}
            label={name}
            icon={<IconUser size={20} stroke={1.6} />}
            target={{ page: "person", params: { id: String(person) } }}
          />
        ))}
      </Group>
      {isEmpty && (
        <Spotlight.Empty>
          {t(isSearching ? "palette.searching" : "palette.nothing")}
        </Spotlight.Empty>
      )}
    </>
  );
}

function Group({ label, found, children }: { label: string; found: number; children: ReactNode }) {
  return found > 0 && <Spotlight.ActionsGroup label={label}>{children}</Spotlight.ActionsGroup>;
}

interface EntryProps {
  label: string;
  description?: string;
  icon: ReactNode;
  target: LinkTarget;
}

function Entry({ label, description, icon, target }: EntryProps) {
  const go = useGoToPage();
  return (
    <Spotlight.Action
      label={label}
      leftSection={icon}
      {...(description ? { description } : {})}
      onClick={() => {
        go(target);
      }}
    />
  );
}
