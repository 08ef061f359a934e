import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { AppLink } from "@/lib/routing/app-link";

import { type ProtocolVersion, versionsOptions } from "../api";
import { ProtocolPart } from "./part";

/** All protocol versions: who saved them, when and why. */
export function VersionList({ slug }: { slug: string }) {
  const { t } = useTranslation("protocol");
  const { data } = useSuspenseQuery(versionsOptions(slug));
  return (
    <ProtocolPart id="versions" title={t("versions.title")}>
      <DataTable<ProtocolVersion>
        caption={t("versions.title")}
        rows={data}
        rowKey={({ number }) => number}
        columns={[
          {
            key: "number",
            header: t("versions.number"),
            width: "9rem",
            cell: ({ number }) => (
              <AppLink to={{ page: "protocolVersion", params: { number: String(number) } }}>
                {t("versions.one", { number })}
              </AppLink>
            ),
          },
          {
            key: "note",
            header: t("versions.note"),
            cell: ({ note, number }) => note || (number === 1 ? t("versions.first") : "–"),
          },
          {
            key: "by",
            header: t("versions.by"),
            cell: ({ created_by: by }) => by ?? t("versions.system"),
          },
          {
            key: "at",
            header: t("versions.at"),
            cell: ({ created_at: at }) => <RelativeTime at={at} />,
          },
        ]}
      />
    </ProtocolPart>
  );
}
