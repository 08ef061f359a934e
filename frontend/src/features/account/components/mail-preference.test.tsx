import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { MailPreference } from "./mail-preference";

const off = {
  available: true,
  frequency: "off",
  address: "ada@example.org",
  confirmed: false,
  refusal: "",
  daily_hour: 8,
  time_zone: "Asia/Shanghai",
};

/** A server with this preference. Returns what is sent to it, by path. */
async function aPart(preference: object, changed: object = preference) {
  const sent: [string, unknown][] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return new Response(JSON.stringify(preference));
    const body = await request.text();
    sent.push([new URL(request.url).pathname, body && (JSON.parse(body) as unknown)]);
    if (request.method === "POST") return new Response(null, { status: 204 });
    return new Response(JSON.stringify(changed));
  });
  await renderInApp(
    <Suspense>
      <MailPreference />
    </Suspense>,
  );
  return sent;
}

it("sends the choice and says that the address is to be confirmed", async () => {
  const sent = await aPart(off, { ...off, frequency: "daily" });
  expect(await screen.findByText("When to send mails")).toBeVisible();
  expect(screen.getByRole("radio", { name: "Never" })).toBeChecked();
  await userEvent.click(
    screen.getByRole("radio", { name: "Once a day, at 08:00 (Asia/Shanghai)" }),
  );
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/A link was mailed to ada@example.org/)).toBeVisible();
  expect(sent).toEqual([["/api/me/mail/", { frequency: "daily" }]]);
  await userEvent.click(screen.getByRole("button", { name: "Send new link" }));
  await waitFor(() => {
    expect(sent[1]).toEqual(["/api/me/mail/confirmation/", ""]);
  });
});

it("names the address that mails go to", async () => {
  await aPart({ ...off, frequency: "at_once", confirmed: true });
  expect(await screen.findByText("Mails go to ada@example.org.")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("shows what the mail server replied about a refused address", async () => {
  await aPart({ ...off, frequency: "daily", confirmed: true, refusal: "550 No such mailbox" });
  expect(await screen.findByText(/“550 No such mailbox”/)).toBeVisible();
});

it("offers nothing where the installation sends no mail", async () => {
  await aPart({ ...off, available: false });
  expect(await screen.findByText(/This installation sends no mail/)).toBeVisible();
  expect(screen.queryByRole("radio")).toBeNull();
});

it("offers nothing but off without an address", async () => {
  await aPart({ ...off, address: "" });
  expect(await screen.findByText(/Save an e-mail address above/)).toBeVisible();
  expect(screen.getByRole("radio", { name: "At once" })).toBeDisabled();
});
