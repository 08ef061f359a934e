import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { parseAddresses } from "./invite";
import { InviteButton } from "./invite-button";

interface Offer {
  role: "annotator" | "organizer" | "maintainer";
  organizers_invite?: boolean;
  mail?: boolean;
}

const posts: { path: string; body: unknown }[] = [];

/** A server with this installation and this person; it answers every invitation by `reply`. */
function serve({ role, organizers_invite = true, mail = false }: Offer, reply: Response) {
  posts.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    const json = (body: unknown) => new Response(JSON.stringify(body), { status: 200 });
    if (path === "/api/instance/") {
      return json({ name: "Subtext", mail, demo_jobs: [] });
    }
    if (path === "/api/projects/demo/") {
      return json({ protocol: { annotation: { organizers_invite } } });
    }
    if (path === "/api/session/") {
      const memberships = [{ role, project: { slug: "demo", name: "Demo" } }];
      return json({ user: { id: 1, display_name: "Ada", memberships } });
    }
    posts.push({ path, body: await request.json() });
    return reply;
  });
}

const made = () =>
  new Response(JSON.stringify({ id: 1, role: "annotator", token: "abc", uses_left: 10 }), {
    status: 201,
  });

async function open() {
  await renderInApp(<InviteButton />);
  await userEvent.click(await screen.findByRole("button", { name: /invite people/i }));
  await screen.findByRole("dialog");
}

describe("the invite dialog", () => {
  it("makes a link and shows it to be copied", async () => {
    serve({ role: "maintainer" }, made());
    await open();
    await userEvent.click(screen.getByRole("button", { name: /create link/i }));
    const link = await screen.findByLabelText(/invitation link/i);
    expect(link).toHaveValue(`${window.location.origin}/invite/abc`);
    expect(posts.map(({ body }) => body)).toEqual([{ role: "annotator", uses: 10, days: 14 }]);
  });

  it("offers an organizer raters and annotators", async () => {
    serve({ role: "organizer" }, made());
    await open();
    const roles = screen.getAllByRole("option").map(({ textContent }) => textContent);
    expect(roles).toEqual(["Rater", "Annotator"]);
  });

  it("is not offered where the protocol lets only maintainers invite", async () => {
    serve({ role: "organizer", organizers_invite: false }, made());
    await renderInApp(
      <>
        <InviteButton />
        <p>Below</p>
      </>,
    );
    await screen.findByText("Below");
    expect(screen.queryByRole("button", { name: /invite people/i })).toBeNull();
  });

  it("mails one link to each address", async () => {
    serve({ role: "maintainer", mail: true }, new Response("[{}, {}]", { status: 201 }));
    await open();
    await userEvent.click(screen.getByRole("radio", { name: /e-mail/i }));
    await userEvent.type(screen.getByLabelText(/addresses/i), "a@example.org, b@example.org");
    await userEvent.click(screen.getByRole("button", { name: /send invitations/i }));
    await waitFor(() => {
      expect(posts).toEqual([
        {
          path: "/api/projects/demo/invitations/mail/",
          body: { role: "annotator", emails: ["a@example.org", "b@example.org"], days: 14 },
        },
      ]);
    });
  });

  it("says what is refused at its field, until it is changed", async () => {
    const body = { title: "Refused", errors: [{ field: "uses", message: "Not like this." }] };
    serve({ role: "maintainer" }, new Response(JSON.stringify(body), { status: 400 }));
    await open();
    await userEvent.click(screen.getByRole("button", { name: /create link/i }));
    expect(await screen.findByText("Not like this.")).toBeVisible();
    const uses = screen.getByLabelText(/number of people/i);
    expect(uses).toBeInvalid();
    await userEvent.type(uses, "0");
    await waitFor(() => {
      expect(screen.queryByText("Not like this.")).toBeNull();
    });
  });
});

describe("addresses in a text", () => {
  it.each([
    ["a@b.c\nd@e.f", ["a@b.c", "d@e.f"]],
    [" a@b.c, d@e.f;", ["a@b.c", "d@e.f"]],
    ["", []],
  ])("finds %j", (text, found) => {
    expect(parseAddresses(text)).toEqual(found);
  });
});
