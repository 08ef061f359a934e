import { Box } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import {
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";

import { hasText } from "@/lib/i18n/i18n";

import classes from "./definition.module.css";
import type { TermName } from "./term-name";
import { useFirstUse } from "./use-first-use";

/** As long as a pointer needs from the term to its definition. */
const CROSSING_MS = 150;
const EDGE_PX = 8;
const GAP_PX = 4;

interface DefinitionProps {
  name: TermName;
  children: ReactNode;
}

/** The words of a term; the first on the page have their definition one move away. */
export function TermDefinition({ name, children }: DefinitionProps) {
  const isFirst = useFirstUse(name);
  // A text that a person wrote may look like a mark.
  if (!isFirst || !hasText(`glossary:term.${name}.meaning`)) return children;
  return <DefinedTerm name={name}>{children}</DefinedTerm>;
}

function DefinedTerm({ name, children }: DefinitionProps) {
  const { t } = useTranslation("glossary");
  const [opened, setOpened] = useState(false);
  const id = useId();
  const whole = useRef<HTMLSpanElement>(null);
  const term = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLSpanElement>(null);
  const follow = useDebouncedCallback(setOpened, CROSSING_MS);
  // A finger enters, leaves and then clicks.
  const hover = (entered: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== "touch") follow(entered);
  };
  const open = () => {
    setOpened(true);
  };

  useLayoutEffect(() => {
    if (!opened) return;
    const place = () => {
      if (term.current && box.current) placeBelow(box.current, term.current);
    };
    place();
    window.addEventListener("scroll", place, { capture: true, passive: true });
    window.addEventListener("resize", place);
    return () => {
      window.removeEventListener("scroll", place, { capture: true });
      window.removeEventListener("resize", place);
    };
  }, [opened]);

  useEffect(() => {
    if (!opened) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // The page's own Escape is for the next one.
      event.stopPropagation();
      setOpened(false);
    };
    const onPointerDown = ({ target }: Event) => {
      if (!whole.current?.contains(target as Node)) setOpened(false);
    };
    document.addEventListener("keydown", onKeyDown, true);
    document.addEventListener("pointerdown", onPointerDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown, true);
      document.removeEventListener("pointerdown", onPointerDown);
    };
  }, [opened]);

  return (
    <span
      ref={whole}
      onPointerEnter={hover(true)}
      onPointerLeave={hover(false)}
      onBlur={({ relatedTarget }) => {
        if (!whole.current?.contains(relatedTarget)) setOpened(false);
      }}
    >
      {/* A real button is a box of its own: a comma after it could begin the next line. */}
      <span
        ref={term}
        role="button"
        tabIndex={0}
        className={classes.term}
        aria-expanded={opened}
        aria-describedby={opened ? id : undefined}
        onFocus={open}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          open();
        }}
      >
        {children}
      </span>
      {opened && (
        <span ref={box} className={classes.box}>
          <span id={id}>
            <strong>{t(`term.${name}.name`)}</strong>
            <Box component="span" display="block" m="0.125rem 0 0.375rem">
              {t(`term.${name}.meaning`)}
            </Box>
          </span>
          <Link to="/glossary" hash={name}>
            {t("see")}
          </Link>
        </span>
      )}
    </span>
  );
}

/** Put the box under the term, above it where there is no room, and inside the window. */
function placeBelow(box: HTMLElement, term: HTMLElement): void {
  // Words that go over two lines have a box a line.
  const at = term.getClientRects()[0] ?? term.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = at.bottom + GAP_PX;
  const above = at.top - GAP_PX - height;
  const isBelow = below + height + EDGE_PX <= window.innerHeight || above < EDGE_PX;
  const right = document.documentElement.clientWidth - EDGE_PX - width;
  box.style.top = `${isBelow ? below : above}px`;
  box.style.left = `${Math.max(EDGE_PX, Math.min(at.left, right))}px`;
}
