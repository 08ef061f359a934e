import { render } from "@testing-library/react";
import { expect, it } from "vitest";

import { PersonName } from "./person-name";

it("draws the user name that tells namesakes apart as an element of its own", () => {
  const { container } = render(<PersonName name="Li Wei (liwei.2)" />);
  expect(container.textContent).toBe("Li Wei liwei.2");
  expect(container.querySelector("span span")?.textContent).toBe("liwei.2");
});

it.each(["Li Wei", "Li Wei (on leave)", "(liwei)", ""])("leaves the name %j as it is", (name) => {
  const { container } = render(<PersonName name={name} />);
  expect(container.innerHTML).toBe(name);
});
