import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { HashCopy } from "@/components/hash-copy";
import { useLocale } from "@/lib/i18n/use-locale";
import { useProject } from "@/lib/session/project";

import { filesOptions, fileUrl, type Release } from "../api";
import classes from "./files-tab.module.css";

const IMAGES = "images/";
const STEP = 50;

/** Every file with its hash: what can be read first, the pictures after it. */
export function FilesTab({ release: { version } }: { release: Release }) {
  const { t } = useTranslation("releases");
  const { format } = useLocale();
  const { slug } = useProject();
  const { data } = useSuspenseQuery(filesOptions(slug, version));
  const [shown, setShown] = useState(STEP);
  const isPicture = (path: string) => path.startsWith(IMAGES);
  const files = data.toSorted(
    (one, other) => Number(isPicture(one.path)) - Number(isPicture(other.path)),
  );
  return (
    <DataTable
      caption={t("tabs.files")}
      rows={files.slice(0, shown)}
      rowKey={({ path }) => path}
      columns={[
        {
          key: "path",
          header: t("files.path"),
          cell: ({ path }) => (
            <a href={fileUrl(slug, version, path)} download className={classes.path}>
              {path}
            </a>
          ),
        },
        {
          key: "size",
          header: t("files.size"),
          numeric: true,
          cell: ({ bytes }) => <span className={classes.size}>{format.bytes(bytes)}</span>,
        },
        {
          key: "hash",
          header: "SHA-256",
          cell: ({ sha256, path }) => sha256 && <HashCopy hash={sha256} label={path} />,
        },
      ]}
      more={{
        hasMore: shown < files.length,
        loading: false,
        onMore: () => {
          setShown(shown + STEP);
        },
      }}
    />
  );
}
