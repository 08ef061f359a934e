import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { ApiProblem, problemKind } from "@/lib/api/problem";
import { UnknownFormatError } from "@/lib/protocol/unknown-format";
import { sessionOver } from "@/lib/session/session-over";
import { renderInApp } from "@/testing/render-in-app";

import { ProblemAlert } from "./problem-alert";
import { ProgressJob } from "./progress-job";
import { StatusBadge } from "./status-badge";

describe("ProblemAlert", () => {
  it("after a conflict offers the newest, and says that nothing was overwritten", async () => {
    const onRetry = vi.fn();
    await renderInApp(
      <ProblemAlert error={new ApiProblem(409, {}, { cause: "changed" })} onRetry={onRetry} />,
    );
    expect(screen.getByRole("alert")).toHaveTextContent("Nothing was overwritten.");
    await userEvent.click(screen.getByRole("button", { name: "Load latest version" }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it("names the fields that cannot be accepted", async () => {
    const error = new ApiProblem(400, { errors: [{ field: "source", message: "Is required." }] });
    await renderInApp(<ProblemAlert error={error} />);
    expect(screen.getByRole("alert")).toHaveTextContent("source Is required.");
  });

  it("names the format of a question that the page does not know, and says what to do", async () => {
    await renderInApp(<ProblemAlert error={new UnknownFormatError("essay")} />);
    const alert = screen.getByRole("alert");
    expect(alert).toHaveTextContent("does not support the question format “essay”");
    expect(alert).toHaveTextContent("ask a maintainer to update Subtext");
  });

  it("says nothing of a session that is over while a dialog asks to log in again", async () => {
    sessionOver.begin();
    await renderInApp(<ProblemAlert error={new ApiProblem(401, {})} />);
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    act(() => {
      sessionOver.end();
    });
    expect(screen.getByRole("alert")).toHaveTextContent("What you typed is still here");
  });

  it.each<[string, unknown]>([
    ["offline", new TypeError("Failed to fetch")],
    ["signedOut", new ApiProblem(401, {})],
    ["forbidden", new ApiProblem(403, {})],
    ["missing", new ApiProblem(404, {})],
    ["busy", new ApiProblem(429, {})],
    ["server", new ApiProblem(500, {})],
    ["format", new UnknownFormatError("essay")],
    ["unknown", new Error("x is undefined")],
  ])("knows what is %s", (kind, error) => {
    expect(problemKind(error)).toBe(kind);
  });
});

describe("ProgressJob", () => {
  it("shows done, total, rate and the time left, and can be stopped", async () => {
    const onCancel = vi.fn();
    await renderInApp(
      <ProgressJob
        title="Find duplicates"
        state="running"
        done={50}
        total={200}
        rate={2.5}
        secondsLeft={60}
        onCancel={onCancel}
      />,
    );
    const bar = screen.getByRole("progressbar", { name: "Find duplicates" });
    expect(bar).toHaveAttribute("aria-valuetext", "50 of 200, 2.5 per second, about 1 min left");
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it("shows no rate or time that would read as 0", async () => {
    await renderInApp(
      <ProgressJob title="A" state="running" done={1} total={3} rate={0.01} secondsLeft={0.4} />,
    );
    expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "1 of 3");
  });

  it("says when no worker answers, and why a job failed", async () => {
    await renderInApp(
      <>
        <ProgressJob title="A" state="queued" done={0} total={null} noWorker />
        <ProgressJob title="B" state="failed" done={1} total={2} error="The disk is full." />
      </>,
    );
    expect(screen.getByText(/no worker is running/)).toBeInTheDocument();
    expect(screen.getByText("The disk is full.")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Stop" })).not.toBeInTheDocument();
  });
});

it("a state is written in plain words", async () => {
  await renderInApp(<StatusBadge state="image.in_screening" />);
  expect(screen.getByText("To screen")).toBeInTheDocument();
});
