import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { FactList } from "@/components/layout/facts";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";

import type { ImageDetail } from "../api";
import { detailText } from "../facts";
import classes from "./facts-list.module.css";

/** Shown only for images from the web or with a manifest. */
const FROM_DETAILS = new Set(["page", "address", "fetched_from", "fetched_at"]);

/** Facts about the file: size, source, licence, rights, hashes, origin. */
export function FactsList({ image }: { image: ImageDetail }) {
  const { t } = useTranslation(["image-life", "common"]);
  const { format } = useLocale();
  const { details } = image;
  const frames = Number(detailText(details, "frames"));
  const known = [
    {
      key: "size",
      value: `${format.number(image.width)} × ${format.number(image.height)} · ${image.format} · ${format.bytes(image.size)}`,
    },
    {
      key: "source",
      value: (
        <AppLink to={{ page: "images", search: { source: image.source_id } }}>
          {image.source_name}
        </AppLink>
      ),
    },
    { key: "licence", value: image.licence },
    { key: "rights", value: t(`common:rights.${image.rights}`) },
    { key: "author", value: detailText(details, "author") },
    { key: "query", value: detailText(details, "query") },
    { key: "simile", value: detailText(details, "simile") },
    { key: "open_caption", value: detailText(details, "open_caption") },
    { key: "elaboration", value: detailText(details, "elaboration") },
    { key: "model", value: detailText(details, "model") },
    { key: "prompt", value: detailText(details, "prompt") },
    { key: "parameters", value: detailText(details, "parameters") },
    { key: "page", value: <Address of={detailText(details, "page")} /> },
    { key: "address", value: <Address of={detailText(details, "address")} /> },
    { key: "fetched_from", value: <Address of={detailText(details, "fetched_from")} /> },
    { key: "fetched_at", value: <Moment of={detailText(details, "fetched_at")} /> },
    { key: "imported", value: <RelativeTime at={image.created_at} /> },
    { key: "path", value: image.original_path },
    { key: "frames", value: frames > 1 ? format.number(frames) : "" },
    { key: "sha256", value: <Hash value={image.sha256} /> },
    { key: "published", value: <Hash value={image.published_sha256} /> },
    { key: "phash", value: <Hash value={image.phash} /> },
  ] as const;
  const facts = known.filter(({ key, value }) =>
    FROM_DETAILS.has(key) ? detailText(details, key) : value !== "",
  );
  return (
    <FactList names="8.75rem" display="grid" style={{ gap: "0.5rem" }}>
      {facts.map(({ key, value }) => (
        <div key={key} className={classes.fact}>
          <dt>{t(`fact.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </FactList>
  );
}

function Hash({ value }: { value: string }) {
  return (
    <Box component="code" fz="0.9375rem">
      {value}
    </Box>
  );
}

function Moment({ of }: { of: string }) {
  return of && <RelativeTime at={of} />;
}

function Address({ of }: { of: string }) {
  if (!/^https?:/.test(of)) return of;
  return (
    <a href={of} target="_blank" rel="noreferrer">
      {of}
    </a>
  );
}
