import type { Middleware } from "openapi-fetch";

import { type OtherPerson, sessionOver } from "../session/session-over";
import { ApiProblem, problemFromResponse } from "./problem";

/** In requests: whom this page was opened for. In session responses: who is logged in. */
const HEADER = "X-Subtext-Person";
const NOBODY = "0";
const LOGIN = "/api/session/";

/** The id of the account that this page was opened for; null before the first response. */
let person: string | null = null;

/** End the session of this page, as if it had expired: its person logs in again. */
function lock(other: OtherPerson | null): ApiProblem {
  sessionOver.begin(other);
  return new ApiProblem(401, {});
}

/**
 * Every request names the person of this page. If another person is logged in, the page locks:
 * it sends nothing until its own person has logged in again.
 */
export const samePerson: Middleware = {
  onRequest({ request, schemaPath }) {
    if (sessionOver.reason()?.other && schemaPath !== LOGIN) throw lock(null);
    if (person !== null) request.headers.set(HEADER, person);
    return request;
  },
  async onResponse({ request, response, schemaPath }) {
    const belongsToPerson = person !== null && person !== NOBODY;
    const loggedIn = response.headers.get(HEADER);
    if (loggedIn !== null && request.method === "GET" && belongsToPerson) {
      if (loggedIn === person) {
        // They may have logged in again in another tab.
        sessionOver.end();
        return;
      }
      const session = (await response.json()) as { user: OtherPerson | null };
      throw lock(session.user);
    }
    if (loggedIn !== null) {
      // The first response, or a login or logout in this page.
      person = loggedIn;
      sessionOver.end();
    }
    if (response.status === 401 && belongsToPerson && schemaPath !== LOGIN) throw lock(null);
    if (response.status !== 409) return;
    const { extensions } = await problemFromResponse(response.clone());
    if ("logged_in_as" in extensions) throw lock(extensions["logged_in_as"] as OtherPerson);
  },
};
