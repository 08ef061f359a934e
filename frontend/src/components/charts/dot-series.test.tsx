import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { DotSeries } from "./dot-series";

it("reads out every point and names the first and the last", async () => {
  await renderInApp(
    <DotSeries
      label="Domain"
      formatValue={(value) => value.toFixed(2)}
      points={[
        { key: "1", label: "2 March", value: 0.5, low: 0.2, high: 0.8, n: 12 },
        { key: "2", label: "3 March", value: null, n: 1 },
        { key: "3", label: "4 March", value: 0.9, n: 3 },
      ]}
    />,
  );
  const chart = screen.getByRole("img", { name: /^Domain: 2 March: 0\.50.*0\.20.*0\.80.*12/ });
  expect(chart).toHaveAccessibleName(/3 March: –.*4 March: 0\.90/);
  expect(screen.getByText("2 March")).toBeInTheDocument();
  expect(screen.getByText("4 March")).toBeInTheDocument();
  expect(screen.queryByText("3 March")).toBeNull();
});
