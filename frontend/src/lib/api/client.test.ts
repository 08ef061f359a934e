import { beforeEach, describe, expect, it, vi } from "vitest";

import { api } from "./client";
import { cursorInLink, loadedRows } from "./keyset";
import { sessionOver } from "../session/session-over";
import { ApiProblem } from "./problem";

function answerWith(status: number, body: unknown) {
  const answer = vi.fn<(request: Request) => Promise<Response>>(() =>
    Promise.resolve(new Response(JSON.stringify(body), { status })),
  );
  vi.stubGlobal("fetch", answer);
  return answer;
}

const login = () => api.POST("/api/session/", { body: { username: "a", password: "b" } });

beforeEach(() => {
  document.cookie = "csrftoken=tok%3Den";
});

describe("the API client", () => {
  it("sends the CSRF token with what changes something, and only then", async () => {
    const answer = answerWith(200, { user: null });
    await login();
    await api.GET("/api/session/");
    expect(answer.mock.calls.map(([request]) => request.headers.get("X-CSRFToken"))).toEqual([
      "tok=en",
      null,
    ]);
  });

  it("asks for messages in the language of the page", async () => {
    document.documentElement.lang = "zh-CN";
    const answer = answerWith(200, { user: null });
    await api.GET("/api/session/");
    expect(answer.mock.calls[0]?.[0].headers.get("Accept-Language")).toBe("zh-CN");
  });

  it("makes an ApiProblem of every failure, with the messages by field", async () => {
    answerWith(400, {
      title: "Invalid",
      detail: "Two fields cannot be accepted.",
      errors: [
        { field: "username", message: "Too short." },
        { field: "username", message: "Taken." },
      ],
    });
    const problem = await login().catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(ApiProblem);
    expect(problem).toMatchObject({
      status: 400,
      message: "Two fields cannot be accepted.",
      fieldErrors: { username: "Too short. Taken." },
      isConflict: false,
    });
  });

  it("survives a failure that is no JSON", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("<h1>Oops</h1>", { status: 502 })));
    await expect(login()).rejects.toMatchObject({ status: 502, errors: [] });
  });

  it("knows a conflict", async () => {
    answerWith(409, { title: "Stale" });
    await expect(login()).rejects.toMatchObject({ isConflict: true });
  });

  it("keeps what a problem carries besides", async () => {
    answerWith(409, { status: 409, title: "Stale", draft: { version: 4 } });
    await expect(login()).rejects.toMatchObject({ extensions: { draft: { version: 4 } } });
  });
});

describe("keyset pages", () => {
  it("reads the cursor out of a link", () => {
    expect(cursorInLink("http://host/api/images/?cursor=abc%3D&x=1")).toBe("abc=");
    expect(cursorInLink(null)).toBeUndefined();
  });

  it("lays the rows of all pages end to end", () => {
    expect(loadedRows({ pages: [{ results: [1, 2] }, { results: [3] }] })).toEqual([1, 2, 3]);
    expect(loadedRows(undefined)).toEqual([]);
  });
});

it("asks for the cookie that a write needs, when somebody has cleared them all", async () => {
  document.cookie = "csrftoken=; max-age=0";
  const asked: string[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    if (request.method === "GET") document.cookie = "csrftoken=new";
    else expect(request.headers.get("X-CSRFToken")).toBe("new");
    return Promise.resolve(Response.json({}));
  });
  await api.POST("/api/session/", { body: { username: "ada", password: "x" } });
  expect(asked).toEqual(["GET /api/session/", "POST /api/session/"]);
});

describe("a page of one person", () => {
  const here = { params: { path: { slug: "bench", number: 1 } } };
  const vote = () =>
    api.PUT("/api/projects/{slug}/screening/pictures/{number}/vote/", {
      ...here,
      body: { decision: "keep", reason: "", note: "", seconds: 1 },
    });
  const session = (id: number, name: string) =>
    Response.json(
      { user: { id, username: name, display_name: name } },
      { headers: { "X-Subtext-Person": String(id) } },
    );
  const replies: Response[] = [];
  const sent: (string | null)[] = [];

  beforeEach(async () => {
    document.cookie = "csrftoken=token";
    replies.length = sent.length = 0;
    vi.stubGlobal("fetch", (request: Request) => {
      sent.push(request.headers.get("X-Subtext-Person"));
      return Promise.resolve(replies.shift() ?? Response.json({}));
    });
    replies.push(session(7, "ada"));
    await login();
    sent.length = 0;
  });

  it("names the person with everything it sends", async () => {
    await vote();
    expect(sent).toEqual(["7"]);
    expect(sessionOver.reason()).toBeNull();
  });

  it("locks when the server knows another person, until its own has logged in", async () => {
    const bo = { username: "bo", display_name: "Bo" };
    replies.push(Response.json({ status: 409, logged_in_as: bo }, { status: 409 }));
    await expect(vote()).rejects.toMatchObject({ status: 401 });
    expect(sessionOver.reason()).toEqual({ other: bo });
    await expect(vote()).rejects.toMatchObject({ status: 401 });
    await expect(api.GET("/api/projects/")).rejects.toMatchObject({ status: 401 });
    expect(sent).toEqual(["7"]);
    replies.push(session(7, "ada"));
    await login();
    await vote();
    expect(sent).toEqual(["7", "7", "7"]);
    expect(sessionOver.reason()).toBeNull();
  });

  it.each([
    ["another person", session(8, "bo"), { other: { id: 8, username: "bo", display_name: "bo" } }],
    [
      "nobody",
      Response.json({ user: null }, { headers: { "X-Subtext-Person": "0" } }),
      { other: null },
    ],
  ])("locks when it reads that %s is logged in", async (_who, reply, reason) => {
    replies.push(reply);
    await expect(api.GET("/api/session/")).rejects.toMatchObject({ status: 401 });
    expect(sessionOver.reason()).toMatchObject(reason);
  });

  it("asks to log in again once its session has expired", async () => {
    replies.push(Response.json({ status: 401 }, { status: 401 }));
    await expect(vote()).rejects.toMatchObject({ status: 401 });
    expect(sessionOver.reason()).toEqual({ other: null });
  });

  it("unlocks when its person has logged in again in another tab", async () => {
    replies.push(Response.json({ status: 401 }, { status: 401 }), session(7, "ada"));
    await expect(vote()).rejects.toMatchObject({ status: 401 });
    await api.GET("/api/session/");
    expect(sessionOver.reason()).toBeNull();
  });

  it("becomes the page of whoever logs in there", async () => {
    replies.push(session(8, "bo"));
    await login();
    await vote();
    expect(sent).toEqual(["7", "8"]);
  });
});
