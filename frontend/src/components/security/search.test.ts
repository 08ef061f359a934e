import { expect, test } from "vitest";

import { eventsCsvUrl, toEventQuery, securitySearch } from "./search";

test("keeps only filters that the page knows", () => {
  expect(
    securitySearch({ kind: "exported", person: "7", since: "2026-02-30x", until: "2026-03-01" }),
  ).toEqual({ kind: "exported", person: 7, until: "2026-03-01" });
  expect(securitySearch({ kind: "nonsense", person: -1, since: 5 })).toEqual({});
});

test("includes the last day as a whole", () => {
  const { since, until } = toEventQuery({ since: "2026-03-01", until: "2026-03-01" });
  expect(Date.parse(until ?? "") - Date.parse(since ?? "")).toBe(24 * 60 * 60 * 1000);
});

test("downloads what the page shows", () => {
  expect(eventsCsvUrl("/api/security-record/", {})).toBe("/api/security-record/export/csv/");
  expect(eventsCsvUrl("/api/security-record/", { kind: "exported", person: 7 })).toBe(
    "/api/security-record/export/csv/?kind=exported&person_id=7",
  );
});
