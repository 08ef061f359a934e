import { UnknownFormatError } from "../protocol/unknown-format";

/** One problem of one field, as in RFC 9457 problem details. */
export interface FieldError {
  field: string;
  message: string;
}

interface ProblemDetails {
  type?: string;
  title?: string;
  detail?: string;
  errors?: readonly FieldError[];
}

/** An error response of the API. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly status: number;
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  /** Further data of the problem, such as the draft that someone else has saved. */
  readonly extensions: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    details: ProblemDetails,
    extensions: Readonly<Record<string, unknown>> = {},
  ) {
    super(details.detail || details.title || `HTTP ${status}`);
    this.status = status;
    this.type = details.type ?? "about:blank";
    this.title = details.title ?? "";
    this.detail = details.detail ?? "";
    this.errors = details.errors ?? [];
    this.extensions = extensions;
  }

  /** Not possible now: someone else was faster, or the state does not allow it. */
  get isConflict(): boolean {
    return this.status === 409;
  }

  /** Return the messages by field, for `form.setErrors` or the `error` of an input. */
  get fieldErrors(): Record<string, string> {
    const messages: Record<string, string> = {};
    for (const { field, message } of this.errors) {
      messages[field] = messages[field] ? `${messages[field]} ${message}` : message;
    }
    return messages;
  }
}

/** Read a failed response as an `ApiProblem`, whatever its body is. */
export async function problemFromResponse(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  const whole: Record<string, unknown> =
    typeof body === "object" && body !== null ? { ...body } : {};
  const { type, title, detail, errors, ...extensions } = whole;
  const details = { type, title, detail, errors: Array.isArray(errors) ? errors : [] };
  return new ApiProblem(response.status, details as ProblemDetails, extensions);
}

export function isProblem(error: unknown, status?: number): error is ApiProblem {
  return error instanceof ApiProblem && (status === undefined || error.status === status);
}

export type ProblemKind =
  | "offline"
  | "conflict"
  | "protocolChanged"
  | "notNow"
  | "signedOut"
  | "forbidden"
  | "missing"
  | "invalid"
  | "busy"
  | "server"
  | "format"
  | "unknown";

/** By the cause that the server names; without one, the state does not allow it. */
const CONFLICTS: Readonly<Record<string, ProblemKind>> = {
  changed: "conflict",
  protocol: "protocolChanged",
};

/** The general message of a failure. */
export function problemKind(error: unknown): ProblemKind {
  if (error instanceof ApiProblem) {
    if (error.isConflict) return CONFLICTS[String(error.extensions["cause"])] ?? "notNow";
    if (error.status === 401) return "signedOut";
    if (error.status === 403) return "forbidden";
    if (error.status === 404 || error.status === 410) return "missing";
    if (error.status === 429) return "busy";
    return error.status < 500 ? "invalid" : "server";
  }
  if (error instanceof UnknownFormatError) return "format";
  // Thrown by `fetch` if there is no response.
  return error instanceof TypeError && /fetch|network|load/i.test(error.message)
    ? "offline"
    : "unknown";
}
