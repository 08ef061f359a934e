import { Autocomplete, Box, Button, SegmentedControl, Select, Stack } from "@mantine/core";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { DropZone } from "@/components/drop-zone/drop-zone";
import { ProblemAlert } from "@/components/problem-alert";
import { ProgressJob } from "@/components/progress-job";
import { refetchResources } from "@/lib/api/outdate";
import { useLocale } from "@/lib/i18n/use-locale";
import type { ChosenFile } from "@/lib/uploads/parts";

import { auditsOptions, beginAudit, placesOptions } from "../api";

const MEGABYTE = 1e6;
const NONE = "none";

/**
 * Form of a new audit: files of this computer or a path in the import folder, and an earlier audit
 * to compare with.
 */
export function NewAuditForm({ earlier: given }: { earlier: number | null }) {
  const { t } = useTranslation("audit");
  const { format } = useLocale();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { data: audits } = useSuspenseQuery(auditsOptions);
  const { data: server } = useSuspenseQuery(placesOptions);
  const [where, setWhere] = useState("files");
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const [path, setPath] = useState("");
  const [earlier, setEarlier] = useState(given === null ? NONE : String(given));
  const [sending, setSending] = useState<{ sent: number; total: number }>();
  const [error, setError] = useState<unknown>();
  const abort = useRef(new AbortController());
  const finished = audits.filter(({ job }) => job?.status === "finished");

  const start = async () => {
    abort.current = new AbortController();
    const { signal } = abort.current;
    setError(undefined);
    setSending({ sent: 0, total: 0 });
    try {
      const id = await beginAudit(
        {
          path: where === "folder" ? path.trim() : "",
          files,
          earlier: earlier === NONE ? null : Number(earlier),
        },
        (sent, total) => {
          setSending({ sent, total });
        },
        signal,
      );
      await refetchResources(queries, "/api/audits/");
      await navigate({ to: "/audits/$id", params: { id: String(id) } });
    } catch (reason) {
      if (!signal.aborted) setError(reason);
      setSending(undefined);
    }
  };

  if (sending && sending.total > 0) {
    return (
      <ProgressJob
        title={t("new.sending", {
          sent: format.bytes(sending.sent),
          total: format.bytes(sending.total),
        })}
        state="running"
        done={Math.round((sending.sent / MEGABYTE) * 10) / 10}
        total={Math.max(Math.round((sending.total / MEGABYTE) * 10) / 10, 0.1)}
        onCancel={() => {
          abort.current.abort();
          setSending(undefined);
        }}
      />
    );
  }
  const isComplete = where === "folder" ? path.trim() !== "" : files.length > 0;
  return (
    <Box
      component="form"
      maw="48rem"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <Stack>
        {server.available && (
          <SegmentedControl
            fullWidth
            aria-label={t("new.where")}
            data={[
              { value: "files", label: t("new.files") },
              { value: "folder", label: t("new.folder") },
            ]}
            value={where}
            onChange={setWhere}
          />
        )}
        {where === "folder" ? (
          <Autocomplete
            label={t("new.path")}
            description={t("new.pathHelp")}
            data={server.places}
            limit={20}
            value={path}
            onChange={setPath}
          />
        ) : (
          <DropZone
            files={files}
            onChange={setFiles}
            disabled={sending !== undefined}
            kinds={t("new.kinds")}
          />
        )}
        {finished.length > 0 && (
          <Select
            label={t("new.compare")}
            description={t("new.compareHelp")}
            allowDeselect={false}
            data={[
              { value: NONE, label: t("new.compareNone") },
              ...finished.map(({ id, name, created_at: at }) => ({
                value: String(id),
                label: `${name} · ${format.dateTime(at)}`,
              })),
            ]}
            value={earlier}
            onChange={(value) => {
              setEarlier(value ?? NONE);
            }}
          />
        )}
        {error !== undefined && <ProblemAlert error={error} />}
        <div>
          <Button type="submit" disabled={!isComplete} loading={sending !== undefined}>
            {t("new.start")}
          </Button>
        </div>
      </Stack>
    </Box>
  );
}
