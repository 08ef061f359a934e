import type { Middleware } from "openapi-fetch";

interface Known {
  tag: string;
  response: Response;
}

/**
 * The newest tagged response by URL. The browser caches none, because the server sends `no-store`.
 */
const known = new Map<string, Known>();

/** Enough for what a page polls, and a few pages back. */
const AT_MOST = 50;

/** Drop all responses, for example on logout. */
export function forgetAnswers(): void {
  known.clear();
}

/** Polled responses are sent again only if they changed: a 304 gives the stored one. */
export const conditionalRequests: Middleware = {
  onRequest({ request }) {
    const found = request.method === "GET" ? known.get(request.url) : undefined;
    if (found) request.headers.set("If-None-Match", found.tag);
    return request;
  },
  onResponse({ request, response }) {
    const found = known.get(request.url);
    if (response.status === 304 && found) return found.response.clone();
    const tag = response.headers.get("ETag");
    if (request.method === "GET" && response.ok && tag) {
      known.delete(request.url);
      known.set(request.url, { tag, response: response.clone() });
      const [oldest] = known.keys();
      if (known.size > AT_MOST && oldest !== undefined) known.delete(oldest);
    }
    return response;
  },
};
