import { Box, Stack } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { HashCopy } from "@/components/hash-copy";
import { MutedText } from "@/components/layout/primitives";
import { textFor } from "@/lib/i18n/texts";
import { useLocale } from "@/lib/i18n/use-locale";
import { useFirstRows } from "@/lib/more";
import { useProject } from "@/lib/session/project";

import { type ReleaseFile, filesOptions, fileUrl, type Release } from "../api";
import { groupByFolder } from "../files";
import classes from "./files-tab.module.css";
import { HubSection } from "./hub-section";
import { SiteSection } from "./site-section";

/** The folders of a release, each written by one layout. */
const FOLDERS = [
  "LICENSES",
  "data",
  "images",
  "inspect",
  "lmms_eval",
  "nested",
  "opaque",
  "questions",
  "statistics",
  "vlmevalkit",
] as const;

/** Every file with its hash: documents first, then folder by folder with its readers. */
export function FilesTab({ release: { version, status } }: { release: Release }) {
  const { t } = useTranslation("releases");
  const { format } = useLocale();
  const { slug, can } = useProject();
  const { data } = useSuspenseQuery(filesOptions(slug, version));
  const { top, folders } = groupByFolder(data);
  return (
    <Stack gap="sm">
      {can("organize") && status === "published" && <SiteSection version={version} />}
      {can("maintain") && status === "published" && <HubSection version={version} />}
      <FilesTable caption={t("tabs.files")} files={top} version={version} />
      {folders.map(({ name, files, bytes }) => (
        <details key={name} className={classes.folder}>
          <summary>
            <Box component="span" fw={600}>
              {name}/
            </Box>
            <MutedText>
              {t("files.count", { count: files.length, n: format.number(files.length) })} ·{" "}
              {format.bytes(bytes)}
            </MutedText>
            <MutedText>{textFor(name, FOLDERS, (known) => t(`files.purpose.${known}`))}</MutedText>
          </summary>
          <FilesTable caption={`${name}/`} files={files} version={version} />
        </details>
      ))}
    </Stack>
  );
}

interface FilesTableProps {
  caption: string;
  files: readonly ReleaseFile[];
  version: string;
}

function FilesTable({ caption, files, version }: FilesTableProps) {
  const { t } = useTranslation("releases");
  const { format } = useLocale();
  const { slug } = useProject();
  const { shown, more } = useFirstRows(files);
  return (
    <DataTable
      caption={caption}
      rows={shown}
      rowKey={({ path }) => path}
      columns={[
        {
          key: "path",
          header: t("files.path"),
          cell: ({ path }) => (
            <Box
              href={fileUrl(slug, version, path)}
              download
              className="anywhere"
              component="a"
              c="var(--accent)"
            >
              {path}
            </Box>
          ),
        },
        {
          key: "size",
          header: t("files.size"),
          numeric: true,
          cell: ({ bytes }) => (
            <Box className="nowrap" component="span">
              {format.bytes(bytes)}
            </Box>
          ),
        },
        {
          key: "hash",
          header: "SHA-256",
          cell: ({ sha256, path }) => sha256 && <HashCopy hash={sha256} label={path} />,
        },
      ]}
      more={more}
    />
  );
}
