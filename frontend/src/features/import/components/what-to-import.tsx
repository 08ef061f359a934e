import { Checkbox, SegmentedControl, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { MutedNote } from "@/components/layout/primitives";
import { useLocale } from "@/lib/i18n/use-locale";

import { parseImageAddresses, mayBePublished } from "../addresses";
import { bucketsOptions } from "../api";
import type { ChosenFile } from "@/lib/uploads/parts";
import { IMPORT_LOCATIONS, type ImportLocation } from "../search";
import { DropZone } from "@/components/drop-zone/drop-zone";

/** All entered values, so that switching the kind of import loses nothing. */
export interface ImportInput {
  where: ImportLocation;
  files: ChosenFile[];
  /** The files are a published benchmark: records are imported too. */
  published: boolean;
  /** Leave out questions without an image; otherwise nothing is imported then. */
  skipMissing: boolean;
  addresses: string;
  bucket: string;
  prefix: string;
}

export const EMPTY_IMPORT_INPUT: ImportInput = {
  where: "files",
  files: [],
  published: false,
  skipMissing: false,
  addresses: "",
  bucket: "",
  prefix: "",
};

/** Whether there is something to import. */
export function isChosen({ where, files, addresses, bucket }: ImportInput): boolean {
  if (where === "files") return files.length > 0;
  if (where === "bucket") return bucket !== "";
  const { list, wrong } = parseImageAddresses(addresses);
  return list.length > 0 && wrong === null;
}

/** Files of this computer, web addresses, or a bucket of the installation. */
export function WhatToImport({
  slug,
  what,
  onChange,
  disabled,
}: {
  slug: string;
  what: ImportInput;
  onChange: (what: ImportInput) => void;
  disabled: boolean;
}) {
  const { t } = useTranslation("import");
  const { data } = useQuery(bucketsOptions(slug));
  const buckets = data?.buckets ?? [];
  const ways = IMPORT_LOCATIONS.filter((where) => where !== "bucket" || buckets.length > 0);
  return (
    <Stack miw={0}>
      <SegmentedControl
        fullWidth
        aria-label={t("where.label")}
        disabled={disabled}
        data={ways.map((where) => ({ value: where, label: t(`where.${where}`) }))}
        value={what.where}
        onChange={(chosen) => {
          const where = ways.find((one) => one === chosen);
          if (where) onChange({ ...what, where });
        }}
      />
      {what.where === "files" && (
        <>
          <DropZone
            files={what.files}
            onChange={(files) => {
              onChange({ ...what, files, published: what.published && mayBePublished(files) });
            }}
            disabled={disabled}
            kinds={t("drop.kinds")}
          />
          {mayBePublished(what.files) && (
            <Checkbox
              size="md"
              label={t("published.label")}
              description={t("published.help")}
              checked={what.published}
              disabled={disabled}
              onChange={(event) => {
                onChange({ ...what, published: event.currentTarget.checked });
              }}
            />
          )}
          {what.published && (
            <Checkbox
              size="md"
              label={t("skipMissing.label")}
              description={t("skipMissing.help")}
              checked={what.skipMissing}
              disabled={disabled}
              onChange={(event) => {
                onChange({ ...what, skipMissing: event.currentTarget.checked });
              }}
            />
          )}
        </>
      )}
      {what.where === "addresses" && (
        <AddressList
          value={what.addresses}
          disabled={disabled}
          onChange={(addresses) => {
            onChange({ ...what, addresses });
          }}
        />
      )}
      {what.where === "bucket" && (
        <>
          <Select
            label={t("bucket.name")}
            data={buckets}
            value={what.bucket || null}
            placeholder={t("bucket.choose")}
            required
            onChange={(bucket) => {
              onChange({ ...what, bucket: bucket ?? "" });
            }}
          />
          <TextInput
            label={t("bucket.prefix")}
            description={t("bucket.prefixHelp")}
            value={what.prefix}
            onChange={(event) => {
              onChange({ ...what, prefix: event.currentTarget.value });
            }}
          />
        </>
      )}
    </Stack>
  );
}

function AddressList({
  value,
  onChange,
  disabled,
}: {
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
}) {
  const { t } = useTranslation("import");
  const { format } = useLocale();
  const { list, wrong } = parseImageAddresses(value);
  return (
    <>
      <Textarea
        label={t("addresses.label")}
        description={t("addresses.help")}
        placeholder="https://"
        autosize
        minRows={7}
        maxRows={16}
        value={value}
        disabled={disabled}
        error={wrong ? t("addresses.wrong", { line: format.number(wrong.line) }) : undefined}
        onChange={(event) => {
          onChange(event.currentTarget.value);
        }}
      />
      {list.length > 0 && !wrong && (
        <MutedNote mt="0.5rem">
          {t("addresses.count", { count: list.length, number: format.number(list.length) })}
        </MutedNote>
      )}
    </>
  );
}
