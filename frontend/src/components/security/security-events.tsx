import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { type Column, DataTable } from "@/components/data-table";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { textFor } from "@/lib/i18n/texts";
import { useLocale } from "@/lib/i18n/use-locale";
import type { NextPageState } from "@/lib/more";
import { ROLES } from "@/lib/session/session";

import { MutedText } from "../layout/primitives";
import type { SecurityEvent } from "./search";

interface SecurityEventsProps {
  events: readonly SecurityEvent[];
  isLoaded: boolean;
  more: NextPageState;
  /** Columns that say the same in every row are left out. */
  without?: "project" | "account";
}

/** Events of the security record, the newest first. */
export function SecurityEvents({ events, isLoaded, more, without }: SecurityEventsProps) {
  const { t } = useTranslation("security");
  const detailsOf = useDetails();
  const columns: Column<SecurityEvent>[] = [
    {
      key: "at",
      header: t("when"),
      cell: ({ at, last_at: last }) => (
        <>
          <RelativeTime at={at} />
          {last && (
            <Box className="anywhere" display="block" c="dimmed">
              {t("until")} <RelativeTime at={last} />
            </Box>
          )}
        </>
      ),
    },
    {
      key: "what",
      header: t("event"),
      cell: (event) => (
        <Box miw="11rem">
          {t(`kind.${event.kind}`)}
          <MutedText className="anywhere" display="block">
            {detailsOf(event)}
          </MutedText>
        </Box>
      ),
    },
    {
      key: "by",
      header: t("by"),
      cell: ({ actor }) => <Box miw="7rem">{actor ?? t("nobody")}</Box>,
    },
    {
      key: "account",
      header: t("account"),
      cell: ({ person }) => person && <Box miw="7rem">{person}</Box>,
    },
    { key: "project", header: t("project"), cell: ({ project }) => project },
  ];
  return (
    <DataTable<SecurityEvent>
      caption={t("title")}
      rows={events}
      rowKey={({ id }) => id}
      empty={
        isLoaded && (
          <Box component="p" c="dimmed">
            {t("none")}
          </Box>
        )
      }
      columns={columns.filter(({ key }) => key !== without)}
      more={more}
    />
  );
}

const EXPORTS = [
  "agreement",
  "annotations",
  "answers",
  "history",
  "hours",
  "images",
  "release",
  "security_record",
] as const;
const FIELDS = [
  "name",
  "description",
  "archived",
  "time_zone",
  "username",
  "display_name",
  "first_name",
  "last_name",
  "is_active",
  "is_staff",
  "is_superuser",
  "groups",
  "user_permissions",
  "locale",
  "date_joined",
  "last_login",
] as const;
const WAYS = ["account", "mail"] as const;
const SWITCHES = ["admin", "mail", "demo"] as const;

/** What the data of an event says, in a few words. */
function useDetails() {
  const { t } = useTranslation(["security", "common"]);
  const { format } = useLocale();
  const role = (value: unknown) => textFor(String(value), ROLES, (one) => t(`common:role.${one}`));
  return ({ kind, details: data, count }: SecurityEvent): string => {
    const parts: string[] = [];
    const add = (name: string, text: (value: string) => string) => {
      const value = data[name];
      if (typeof value === "string" && value) parts.push(text(value));
    };
    if (kind === "login_failed") parts.push(t("detail.attempts", { count }));
    if (kind === "role_changed") {
      parts.push(
        data["before"]
          ? t("detail.role", { before: role(data["before"]), after: role(data["role"]) })
          : role(data["role"]),
      );
    } else if (data["role"]) parts.push(role(data["role"]));
    if (typeof data["number"] === "number") {
      parts.push(t("detail.version", { version: data["number"] }));
    }
    add("export", (value) => textFor(value, EXPORTS, (one) => t(`export.${one}`)));
    add("version", (version) => t("detail.version", { version }));
    add("file", (file) => file);
    add("format", (value) => value.toUpperCase());
    add("way", (value) => textFor(value, WAYS, (one) => t(`way.${one}`)));
    if (Array.isArray(data["fields"])) {
      const names = data["fields"].map((field) =>
        textFor(String(field), FIELDS, (one) => t(`field.${one}`)),
      );
      parts.push(format.list(names));
    }
    if (kind === "installation_changed") {
      parts.push(
        ...SWITCHES.map((name) => t(data[name] ? `switch.${name}.on` : `switch.${name}.off`)),
      );
    }
    return parts.join(" · ");
  };
}
