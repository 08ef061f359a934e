import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { SecurityEvents } from "./security-events";

const more = {
  hasNextPage: false,
  isFetchingNextPage: false,
  fetchNextPage: () => undefined,
};

it.each([
  [true, 1],
  [false, 0],
])("says that nothing happened only once the record is loaded (%j)", async (isLoaded, count) => {
  await renderInApp(<SecurityEvents events={[]} isLoaded={isLoaded} more={more} />);
  expect(screen.queryAllByText(/No events/)).toHaveLength(count);
});
