import { Alert, Box, Button, Select, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconBan } from "@tabler/icons-react";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Encodings } from "@/components/archive-names/archive-names";
import { MutedNote } from "@/components/layout/primitives";
import { LicenceInput } from "@/components/licence/licence-input";
import { ProblemAlert } from "@/components/problem-alert";
import { ProgressJob } from "@/components/progress-job";
import { refetchResources, ALL_PROJECT_RESOURCES } from "@/lib/api/outdate";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import { useLocale } from "@/lib/i18n/use-locale";

import { parseImageAddresses, listFile } from "../addresses";
import {
  beginImport,
  beginPublishedImport,
  type Rights,
  sourcesOptions,
  useCreateSource,
  useImportFromBucket,
} from "../api";
import { DEFAULT_MANIFEST_OPTIONS, mayHaveManifest } from "../manifests";
import type { ImportLocation } from "../search";
import { continueUpload, startUpload, stopUpload, useUploadState } from "../uploading";
import { ConfirmNames } from "./confirm-names";
import classes from "./import-form.module.css";
import { RightsChoice } from "@/components/licence/rights-choice";
import { ManifestChoices } from "./manifest-choices";
import { isChosen, EMPTY_IMPORT_INPUT, WhatToImport } from "./what-to-import";

const NEW = "new";
/** The rights of the images are not guessed: nothing is preselected. */
const NO_SOURCE = { name: "", licence: "", rights: "" as Rights | "", address: "" };
const MEGABYTE = 1e6;

/** Material, source and rights; then the progress of the upload. */
export function ImportForm({
  slug,
  where,
  onWhere,
}: {
  slug: string;
  where: ImportLocation;
  onWhere: (where: ImportLocation) => void;
}) {
  const { t } = useTranslation("import");
  const { format } = useLocale();
  const queries = useQueryClient();
  const { data: sources } = useSuspenseQuery(sourcesOptions(slug));
  const usable = sources.filter(({ rights }) => rights !== "prohibited");
  const [what, setWhat] = useState({ ...EMPTY_IMPORT_INPUT, where });
  const [filters, setFilters] = useState(true);
  const [manifests, setManifests] = useState(DEFAULT_MANIFEST_OPTIONS);
  const [chosen, setChosen] = useState<string>();
  const create = useCreateSource();
  const form = useForm({
    initialValues: NO_SOURCE,
    onValuesChange: () => {
      create.reset();
    },
  });
  const draft = form.values;
  const fromBucket = useImportFromBucket();
  const uploading = useUploadState(slug);
  const source = chosen ?? (usable[0] ? String(usable[0].id) : NEW);
  const isNew = source === NEW;
  const refused = isNew && draft.rights === "prohibited";
  const complete =
    isChosen(what) &&
    !refused &&
    (!isNew || (draft.name.trim() && draft.licence.trim() && draft.rights));
  // A published benchmark was filtered before it was published.
  const published = what.where === "files" && what.published;
  const hasManifest =
    what.where === "bucket" ||
    (what.where === "files" && !published && mayHaveManifest(what.files));
  const busy = uploading.state === "sending" || create.isPending || fromBucket.isPending;

  const begin = async (slug: string, sourceId: number): Promise<boolean> => {
    if (what.where === "bucket") {
      const { bucket, prefix } = what;
      const body = { source_id: sourceId, bucket, prefix, filters, ...manifests };
      return fromBucket.mutateAsync({ params: { path: { slug } }, body }).then(
        () => true,
        // It is shown with the mutation's error.
        () => false,
      );
    }
    const withRecords = (slug: string, upload: number, names: Encodings) =>
      beginPublishedImport(slug, upload, names, what.skipMissing);
    const filtered = (slug: string, upload: number, names: Encodings) =>
      beginImport(slug, upload, names, filters, manifests);
    if (what.where === "addresses") {
      return startUpload(
        slug,
        sourceId,
        [listFile(parseImageAddresses(what.addresses).list)],
        filtered,
      );
    }
    return startUpload(slug, sourceId, what.files, published ? withRecords : filtered);
  };
  const send = async (sourceId: number) => {
    if (await begin(slug, sourceId)) setWhat({ ...EMPTY_IMPORT_INPUT, where: what.where });
    await refetchResources(queries, ALL_PROJECT_RESOURCES);
  };
  const start = () => {
    if (!isNew) {
      void send(Number(source));
      return;
    }
    const { rights } = draft;
    if (!rights) return;
    create.mutate(
      { params: { path: { slug } }, body: { ...draft, rights } },
      {
        onSuccess: ({ id }) => {
          setChosen(String(id));
          form.reset();
          void send(id);
        },
        onError: problemsAtFields(form),
      },
    );
  };

  if (uploading.state === "naming") {
    return (
      <ConfirmNames
        readings={uploading.readings}
        onConfirm={continueUpload}
        onCancel={stopUpload}
      />
    );
  }
  if (uploading.state === "sending") {
    return (
      <Box mb="2.5rem">
        <ProgressJob
          title={t("upload.title", {
            sent: format.bytes(uploading.sent),
            total: format.bytes(uploading.total),
          })}
          state="running"
          done={Math.round((uploading.sent / MEGABYTE) * 10) / 10}
          total={Math.max(Math.round((uploading.total / MEGABYTE) * 10) / 10, 0.1)}
          secondsLeft={uploading.secondsLeft}
          onCancel={stopUpload}
        />
        <MutedNote mt="0.5rem">{t("upload.stay")}</MutedNote>
      </Box>
    );
  }
  return (
    <form className={classes.form} onSubmit={form.onSubmit(start)}>
      <WhatToImport
        slug={slug}
        what={what}
        disabled={busy}
        onChange={(next) => {
          setWhat(next);
          if (next.where !== what.where) onWhere(next.where);
        }}
      />
      <Stack>
        {usable.length > 0 && (
          <Select
            label={t("source.label")}
            data={[
              ...usable.map(({ id, name, licence }) => ({
                value: String(id),
                label: `${name} · ${licence}`,
              })),
              { value: NEW, label: t("source.new") },
            ]}
            value={source}
            allowDeselect={false}
            onChange={(value) => {
              setChosen(value ?? undefined);
            }}
          />
        )}
        {isNew && (
          <>
            <TextInput
              label={t("source.name")}
              description={t("source.nameHelp")}
              required
              {...form.getInputProps("name")}
            />
            <LicenceInput label={t("source.licence")} required {...form.getInputProps("licence")} />
            <TextInput label={t("source.address")} type="url" {...form.getInputProps("address")} />
            <RightsChoice
              value={draft.rights}
              onChange={(rights) => {
                form.setFieldValue("rights", rights);
              }}
            />
          </>
        )}
        {hasManifest && <ManifestChoices value={manifests} onChange={setManifests} />}
        {!published && (
          <Switch
            label={t("filters.label")}
            description={t("filters.help")}
            checked={filters}
            onChange={(event) => {
              setFilters(event.currentTarget.checked);
            }}
          />
        )}
        {refused && (
          <Alert color="red" variant="outline" icon={<IconBan size={20} />}>
            {t("rights.refused")}
          </Alert>
        )}
        {withoutField(create.error, draft) !== null && <ProblemAlert error={create.error} />}
        {fromBucket.error && <ProblemAlert error={fromBucket.error} />}
        {uploading.state === "interrupted" && (
          <ProblemAlert
            error={uploading.error}
            safe={t("upload.safe", {
              sent: format.bytes(uploading.sent),
              total: format.bytes(uploading.total),
            })}
          />
        )}
        <div>
          <Button
            type="submit"
            size="md"
            disabled={!complete}
            loading={create.isPending || fromBucket.isPending}
          >
            {uploading.state === "interrupted"
              ? t("upload.goOn")
              : t(what.where === "files" ? "upload.start" : "upload.import")}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
