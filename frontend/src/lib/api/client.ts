import createFetchClient, { type Middleware } from "openapi-fetch";
import createQueryClient from "openapi-react-query";
import type { ErrorStatus } from "openapi-typescript-helpers";

import type { paths } from "@/api/generated";

import { conditionalRequests } from "./conditional";
import { readCookie } from "./cookies";
import { type ApiProblem, problemFromResponse } from "./problem";
import { samePerson } from "./same-person";

type Failures = { default: { content: { "application/problem+json": ApiProblem } } };

/** The typed client of the API; every failure is an `ApiProblem`. */
type WithProblems<Paths> = {
  [Path in keyof Paths]: {
    [Method in keyof Paths[Path]]: Paths[Path][Method] extends { responses: infer Responses }
      ? Omit<Paths[Path][Method], "responses"> & {
          responses: Omit<Responses, ErrorStatus> & Failures;
        }
      : Paths[Path][Method];
  };
};

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

const conventions: Middleware = {
  async onRequest({ request }) {
    request.headers.set("Accept-Language", document.documentElement.lang);
    if (!SAFE_METHODS.has(request.method)) {
      // Removed by hand or with the session: any response about the session sets it again.
      if (!readCookie("csrftoken")) await api.GET("/api/session/");
      request.headers.set("X-CSRFToken", readCookie("csrftoken"));
    }
    return request;
  },
  async onResponse({ response }) {
    if (!response.ok) throw await problemFromResponse(response);
  },
};

/** The only place that sends requests. A response that is not 2xx throws `ApiProblem`. */
export const api = createFetchClient<WithProblems<paths>>({
  baseUrl: globalThis.location.origin,
  credentials: "same-origin",
  // Looked up on each call, so that a test can replace it.
  fetch: (request) => globalThis.fetch(request),
});
// Responses pass the last middleware first: a 304 is no failure.
api.use(conventions, samePerson, conditionalRequests);

/** `$api.useQuery("get", "/api/…")`, `$api.useMutation("post", "/api/…")`, `$api.queryOptions(…)`. */
export const $api = createQueryClient(api);
