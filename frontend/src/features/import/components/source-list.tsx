import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { LicenceInput } from "@/components/licence/licence-input";
import { ReasonDialog } from "@/components/reason-dialog";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type Rights, type Source, useChangeRights } from "../api";
import { RightsChoice } from "@/components/licence/rights-choice";
import { SourceEffects } from "./source-effects";

/** The sources of the project's images, and their rights. */
export function SourceList({ slug, sources }: { slug: string; sources: readonly Source[] }) {
  const { t } = useTranslation(["import", "common"]);
  const { format } = useLocale();
  const [changing, setChanging] = useState<Source | null>(null);
  return (
    <>
      <DataTable
        caption={t("sources")}
        columns={[
          {
            key: "name",
            header: t("source.label"),
            cell: ({ name, address }) =>
              address ? (
                <a href={address} target="_blank" rel="noreferrer">
                  {name}
                </a>
              ) : (
                name
              ),
          },
          { key: "licence", header: t("source.licence"), cell: ({ licence }) => licence },
          {
            key: "images",
            header: t("source.images"),
            numeric: true,
            cell: ({ id, image_count: count = 0 }) => (
              <AppLink to={{ page: "images", search: { source: id } }}>
                {format.number(count)}
              </AppLink>
            ),
          },
          {
            key: "rights",
            header: t("source.rights"),
            cell: ({ rights }) => t(`common:rights.${rights}`),
          },
          {
            key: "change",
            header: "",
            cell: (source) => (
              <Button
                variant="subtle"
                size="compact-md"
                onClick={() => {
                  setChanging(source);
                }}
              >
                {t("changeRights.open")}
              </Button>
            ),
          },
        ]}
        rows={sources}
        rowKey={({ id }) => id}
      />
      {changing && (
        <ChangeRights
          key={changing.id}
          slug={slug}
          source={changing}
          onClose={() => {
            setChanging(null);
          }}
        />
      )}
    </>
  );
}

function ChangeRights({
  slug,
  source,
  onClose,
}: {
  slug: string;
  source: Source;
  onClose: () => void;
}) {
  const { t } = useTranslation("import");
  const toasts = useToasts();
  const change = useChangeRights();
  const before = source.rights;
  const [rights, setRights] = useState<Rights>(before);
  const [licence, setLicence] = useState(source.licence);
  return (
    <ReasonDialog
      opened
      onClose={onClose}
      title={t("changeRights.title", { source: source.name })}
      action={t(rights === "prohibited" ? "changeRights.prohibit" : "changeRights.action")}
      incomplete={licence.trim() === "" || (rights === before && licence.trim() === source.licence)}
      pending={change.isPending}
      error={change.error}
      onConfirm={(reason) => {
        change.mutate(
          {
            params: { path: { slug, source_id: source.id } },
            body: { rights, licence: licence.trim(), reason },
          },
          {
            onSuccess: () => {
              toasts.done(t("changeRights.done"));
              onClose();
            },
          },
        );
      }}
    >
      <LicenceInput label={t("source.licence")} value={licence} onChange={setLicence} />
      <RightsChoice value={rights} onChange={setRights} />
      <SourceEffects slug={slug} source={source.id} prohibiting={rights === "prohibited"} />
    </ReasonDialog>
  );
}
