import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import classes from "./hash-copy.module.css";

const SHOWN = 12;

/** The first characters of a hash; a click copies all of it. */
export function HashCopy({ hash, label }: { hash: string; label: string }) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
  return (
    <button
      type="button"
      className={classes.hash}
      title={hash}
      aria-label={t("copy.hash", { label, start: hash.slice(0, SHOWN) })}
      data-copied={clipboard.copied || undefined}
      onClick={() => {
        clipboard.copy(hash);
      }}
    >
      {hash.slice(0, SHOWN)}
      {clipboard.copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
      <span role="status" hidden>
        {clipboard.copied && t("copy.done")}
      </span>
    </button>
  );
}
