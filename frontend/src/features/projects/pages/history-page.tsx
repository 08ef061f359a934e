import { Box, Group, NativeSelect } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { AfterPasswordLink } from "@/components/after-password-link";
import { DataTable } from "@/components/data-table";
import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { STATE_BADGES } from "@/components/status-badge";
import { loadedRows } from "@/lib/api/keyset";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { textFor } from "@/lib/i18n/texts";
import { useLocale } from "@/lib/i18n/use-locale";
import { useImageStatus } from "@/lib/stages/use-stages";

import { membersOptions, useHistory } from "../api";
import {
  countObjects,
  type EntryGroup,
  groupEntries,
  HISTORY_MACHINES,
  STATES_WITHOUT_BADGE,
  roleGivenByEntry,
  settingChanges,
  type HistoryEntry,
} from "../history";
import classes from "./history-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/history");

/** The history of the project, newest first. */
export function HistoryPage() {
  const { t } = useTranslation(["projects", "common"]);
  const { slug } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { format } = useLocale();
  const imageStatus = useImageStatus();
  const { data: members } = useSuspenseQuery(membersOptions(slug));
  const list = useHistory(slug, search);

  const whatOf = (entry: HistoryEntry, count = 1): string => {
    const { machine, target, subject } = entry;
    const changes = settingChanges(entry);
    if (changes.length > 0) {
      const texts = changes.map(({ setting, ...values }) => t(`history.change.${setting}`, values));
      return t("history.settings", { changes: format.list(texts) });
    }
    const state = `${machine}.${target}`;
    const role = roleGivenByEntry(entry);
    const other = STATES_WITHOUT_BADGE.find((one) => one === state);
    const known = () =>
      machine === "image"
        ? imageStatus(target)
        : textFor(state, STATE_BADGES, (one) => t(`common:status.${one}`));
    const thing = textFor(machine, HISTORY_MACHINES, (known) => t(`history.machine.${known}`));
    const ofObject = () => (other ? t(`history.state.${other}`) : known());
    const reached = role ? t(`common:role.${role}`) : ofObject();
    if (count > 1) return t("history.events", { thing, number: count, state: reached });
    return t("history.event", { subject: subject ?? thing, state: reached });
  };
  const what = (entries: EntryGroup) => {
    const text = whatOf(entries[0], countObjects(entries));
    if (entries.length === 1) return text;
    return (
      <details>
        <summary>{text}</summary>
        <Box component="ul" m="0.25rem 0 0" ps="lg">
          {entries.map((entry) => (
            <li key={entry.id}>{whatOf(entry, entry.subject_count)}</li>
          ))}
        </Box>
      </details>
    );
  };
  const show = (next: { of?: string; person?: string }) => {
    void navigate({
      search: {
        of: HISTORY_MACHINES.find((one) => one === (next.of ?? search.of)),
        person: Number(next.person ?? search.person) || undefined,
      },
      replace: true,
    });
  };

  return (
    <>
      <PageHeader title={t("history.title")} lead={t("history.lead")} />
      <Group gap="0.75rem 1rem" align="stretch" mb="lg">
        <NativeSelect
          label={t("history.of")}
          value={search.of ?? ""}
          onChange={(event) => {
            show({ of: event.currentTarget.value });
          }}
          data={[
            { value: "", label: t("history.everything") },
            ...HISTORY_MACHINES.map((one) => ({ value: one, label: t(`history.machine.${one}`) })),
          ]}
        />
        <NativeSelect
          label={t("history.person")}
          value={String(search.person ?? "")}
          onChange={(event) => {
            show({ person: event.currentTarget.value });
          }}
          data={[
            { value: "", label: t("history.everyone") },
            ...members.map(({ person_id: id, display_name: name }) => ({
              value: String(id),
              label: name,
            })),
          ]}
        />
      </Group>
      {list.error && (
        <ProblemAlert
          error={list.error}
          onRetry={() => {
            void list.refetch();
          }}
        />
      )}
      <DataTable<EntryGroup>
        caption={t("history.title")}
        rows={groupEntries(loadedRows(list.data))}
        rowKey={([{ id }]) => id}
        empty={
          list.isSuccess && (
            <Box component="p" c="dimmed">
              {t("history.none")}
            </Box>
          )
        }
        columns={[
          {
            key: "at",
            header: t("history.when"),
            cell: ([{ at }]) => <RelativeTime at={at} />,
          },
          {
            key: "person",
            header: t("history.who"),
            cell: ([{ person, after_password_link: isMarked }]) => (
              <>
                {person ?? t("history.system")}
                {isMarked && <AfterPasswordLink />}
              </>
            ),
          },
          {
            key: "what",
            header: t("history.what"),
            cell: (group) => <div className={classes.what}>{what(group)}</div>,
          },
          { key: "reason", header: t("history.why"), cell: ([{ reason }]) => reason },
        ]}
        more={list}
      />
    </>
  );
}
