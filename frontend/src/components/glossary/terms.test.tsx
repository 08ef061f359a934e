import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";

import { chooseLocale } from "@/lib/i18n/i18n";
import { renderInApp } from "@/testing/render-in-app";

import { Term, TextWithTerms } from "./with-terms";

const TEXT = "A [near-duplicate](#near-duplicate) of an [item](#item).";

const term = (name: string) => screen.findByRole("button", { name });

afterEach(async () => {
  await act(() => chooseLocale("en"));
  localStorage.clear();
});

describe("a term", () => {
  it("is marked where the page uses it first, and plain after that", async () => {
    await renderInApp(
      <>
        <p>
          <TextWithTerms text={TEXT} />
        </p>
        <p data-testid="later">
          <TextWithTerms text="Each [item](#item)." /> <Term name="item">Items</Term>
        </p>
      </>,
    );
    expect(await term("near-duplicate")).toBeVisible();
    expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual([
      "near-duplicate",
      "item",
    ]);
    expect(screen.getByTestId("later")).toHaveTextContent(/^Each item\. Items$/);
  });

  it("is marked at its next use when the first one goes", async () => {
    function Two() {
      const [both, setBoth] = useState(true);
      return (
        <>
          {both && <Term name="item">first</Term>}
          <Term name="item">second</Term>
          <input aria-label="Hide" type="checkbox" onChange={() => setBoth(false)} />
        </>
      );
    }
    await renderInApp(<Two />);
    expect(await term("first")).toBeVisible();
    await userEvent.click(screen.getByLabelText("Hide"));
    expect(await term("second")).toBeVisible();
  });

  it("shows its definition on hover, and on a tap", async () => {
    await renderInApp(<TextWithTerms text={TEXT} />);
    const user = userEvent.setup();
    await user.hover(await term("item"));
    expect(await screen.findByText(/^The unit of work/)).toBeVisible();
    await user.unhover(await term("item"));
    await expect.poll(() => screen.queryByText(/^The unit of work/)).toBeNull();
    await user.pointer({ keys: "[TouchA]", target: await term("item") });
    expect(await screen.findByText(/^The unit of work/)).toBeVisible();
    await user.click(document.body);
    expect(screen.queryByText(/^The unit of work/)).toBeNull();
  });

  it("is reached by keys, described by its definition, and closed by Escape", async () => {
    await renderInApp(<TextWithTerms text="Each [item](#item)." />);
    const user = userEvent.setup();
    const button = await term("item");
    await user.tab();
    expect(button).toHaveFocus();
    expect(button).toHaveAccessibleDescription(/^item\s*The unit of work/);
    await user.tab();
    expect(screen.getByRole("link", { name: "See glossary" })).toHaveAttribute(
      "href",
      "/glossary#item",
    );
    expect(screen.getByRole("link", { name: "See glossary" })).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(screen.queryByText(/^The unit of work/)).toBeNull();
  });

  it("is defined in the language of the reader", async () => {
    await renderInApp(<Term name="item">条目</Term>);
    await act(() => chooseLocale("zh"));
    await userEvent.hover(await term("条目"));
    expect(await screen.findByText(/^工作的单位/)).toBeVisible();
  });
});

describe("a text", () => {
  it("of a person that looks like a mark is shown as words", async () => {
    await renderInApp(
      <p data-testid="text">
        <TextWithTerms text="See [this](#no-such-term) [list] (#1)." />
      </p>,
    );
    await expect.poll(() => screen.getByTestId("text").textContent).toBe("See this [list] (#1).");
    expect(screen.queryByRole("button")).toBeNull();
  });
});
