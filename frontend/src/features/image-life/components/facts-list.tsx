import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { Facts } from "@/components/layout/facts";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";

import type { ImageDetail } from "../api";
import { detail } from "../facts";
import classes from "./facts-list.module.css";

/** Shown only for images from the web or with a manifest. */
const FROM_DETAILS = new Set(["page", "address", "fetched_from", "fetched_at"]);

/** Facts about the file: size, source, licence, rights, hashes, origin. */
export function FactsList({ image }: { image: ImageDetail }) {
  const { t } = useTranslation(["image-life", "common"]);
  const { format } = useLocale();
  const { details } = image;
  const frames = Number(detail(details, "frames"));
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
    { key: "author", value: detail(details, "author") },
    { key: "query", value: detail(details, "query") },
    { key: "simile", value: detail(details, "simile") },
    { key: "open_caption", value: detail(details, "open_caption") },
    { key: "elaboration", value: detail(details, "elaboration") },
    { key: "model", value: detail(details, "model") },
    { key: "prompt", value: detail(details, "prompt") },
    { key: "parameters", value: detail(details, "parameters") },
    { key: "page", value: <Address of={detail(details, "page")} /> },
    { key: "address", value: <Address of={detail(details, "address")} /> },
    { key: "fetched_from", value: <Address of={detail(details, "fetched_from")} /> },
    { key: "fetched_at", value: <Moment of={detail(details, "fetched_at")} /> },
    { key: "imported", value: <RelativeTime at={image.created_at} /> },
    { key: "path", value: image.original_path },
    { key: "frames", value: frames > 1 ? format.number(frames) : "" },
    { key: "sha256", value: <Hash value={image.sha256} /> },
    { key: "published", value: <Hash value={image.published_sha256} /> },
    { key: "phash", value: <Hash value={image.phash} /> },
  ] as const;
  const facts = known.filter(({ key, value }) =>
    FROM_DETAILS.has(key) ? detail(details, key) : value !== "",
  );
  return (
    <Facts names="8.75rem" display="grid" style={{ gap: "0.5rem" }}>
      {facts.map(({ key, value }) => (
        <div key={key} className={classes.fact}>
          <dt>{t(`fact.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Facts>
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
