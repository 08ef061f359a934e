import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import classes from "./code-copy.module.css";

export interface CodeCopyProps {
  /** Name for screen readers. */
  label: string;
  children: string;
  /** Wrap prose, such as a prompt; do not wrap commands. */
  wrap?: boolean;
}

/** A text to read and copy. */
export function CodeCopy({ label, children, wrap = false }: CodeCopyProps) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
  return (
    <figure className={classes.block} aria-label={label}>
      {/* A line may be wider than the page: the block scrolls, with keys too. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={classes.code} data-wrap={wrap || undefined} tabIndex={0}>
        {children}
      </pre>
      <Button
        flex="none"
        variant="default"
        size="compact-md"
        leftSection={clipboard.copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
        onClick={() => {
          clipboard.copy(children);
        }}
      >
        {clipboard.copied ? t("copy.done") : t("copy.action")}
      </Button>
    </figure>
  );
}
