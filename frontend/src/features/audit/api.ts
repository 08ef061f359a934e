import type { components } from "@/api/generated";
import { $api, api } from "@/lib/api/client";
import { ALL_PROJECT_RESOURCES } from "@/lib/api/outdate";
import { isJobLive } from "@/lib/jobs/jobs";
import { type ChosenFile, type FilePart, splitIntoParts, sendAllParts } from "@/lib/uploads/parts";

export type Audit = components["schemas"]["Audit"];
export type AuditSummary = components["schemas"]["AuditSummary"];
export type AuditReportData = components["schemas"]["AuditReport"];
export type AuditFinding = components["schemas"]["AuditFinding"];
export type FindingCase = components["schemas"]["AuditCase"];
export type ColumnMapping = components["schemas"]["AuditColumns"];
export type AuditedTable = components["schemas"]["AuditTable"];

const AUDITS = "/api/audits/";
const AUDIT = "/api/audits/{audit_id}/";
const WHILE_RUNNING_MS = 1000;

export const auditsOptions = $api.queryOptions("get", AUDITS);
export const placesOptions = $api.queryOptions("get", "/api/audits/places/");

const of = (id: number) => ({ params: { path: { audit_id: id } } });

export const auditOptions = (id: number) => ({
  ...$api.queryOptions("get", AUDIT, of(id)),
  refetchInterval: ({ state }: { state: { data?: Audit | undefined } }) =>
    isJobLive(state.data?.job?.status) || isJobLive(state.data?.import_job?.status)
      ? WHILE_RUNNING_MS
      : (false as const),
});

export function useStartAudit() {
  return $api.useMutation("post", "/api/audits/{audit_id}/start/", {
    meta: { outdates: [AUDITS] },
  });
}

export function useCancelAudit() {
  return $api.useMutation("post", "/api/audits/{audit_id}/cancel/", {
    meta: { outdates: [AUDITS] },
  });
}

/** The project then has new images, items and rework. */
export function useImportAudited() {
  return $api.useMutation("post", "/api/audits/{audit_id}/import/", {
    meta: { outdates: [AUDITS, ALL_PROJECT_RESOURCES] },
  });
}

export function useDeleteAudit() {
  return $api.useMutation("delete", AUDIT, { meta: { outdates: [AUDITS] } });
}

export const imageAddress = (audit: number, number: number) =>
  `/api/audits/${String(audit)}/images/${String(number)}/`;

export const fileAddress = (audit: number, kind: "html" | "json" | "md" | "yaml") =>
  `/api/audits/${String(audit)}/report/${kind}/`;

/**
 * Create an audit of a path in the import folder, or of files that are then uploaded, and start it.
 */
export async function beginAudit(
  what: { path: string; files: readonly ChosenFile[]; earlier: number | null },
  onSent: (sent: number, total: number) => void,
  signal: AbortSignal,
): Promise<number> {
  const { data: audit } = await api.POST(AUDITS, {
    body: { path: what.path, earlier_id: what.earlier },
  });
  if (!audit) throw new Error("An audit was created without an answer.");
  if (what.path === "") {
    const parts = splitIntoParts(what.files);
    const total = parts.reduce((sum, { size }) => sum + size, 0);
    let sent = 0;
    onSent(sent, total);
    await sendAllParts(
      parts,
      (part) => sendPart(audit.id, part, signal),
      ({ size }) => {
        sent += size;
        onSent(sent, total);
      },
    );
    signal.throwIfAborted();
  }
  await api.POST("/api/audits/{audit_id}/start/", { ...of(audit.id), body: { columns: null } });
  return audit.id;
}

async function sendPart(audit: number, part: FilePart, signal: AbortSignal): Promise<void> {
  const form = new FormData();
  form.set("path", part.path);
  form.set("number", String(part.number));
  form.set("of", String(part.of));
  form.set("content", part.content(), "part");
  await api.POST("/api/audits/{audit_id}/parts/", {
    ...of(audit),
    // The request is a form; the schema describes it field by field.
    body: { path: part.path, number: part.number, of: part.of, content: "" },
    bodySerializer: () => form,
    signal,
  });
}
