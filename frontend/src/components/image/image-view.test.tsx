import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { ImageView } from "./image-view";

const PREVIEW = "/api/projects/demo/images/key/abc/preview/";
const PANE = { width: 800, height: 800 };

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(PANE.width);
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(PANE.height);
  HTMLImageElement.prototype.decode = () => Promise.resolve();
});

const image = () => screen.getByRole("img", { name: "Image 12" });
const frame = () => image().parentElement as HTMLElement;
const full = () => frame().querySelector<HTMLImageElement>('[src$="/full/"]');
const button = (name: string) => screen.getByRole("button", { name });

function load(element: HTMLElement, width: number, height: number) {
  Object.defineProperties(element, {
    naturalWidth: { value: width },
    naturalHeight: { value: height },
  });
  fireEvent.load(element);
}

async function show(width: number, height: number) {
  await renderInApp(
    <>
      <ImageView src={PREVIEW} alt="Image 12" width={width} height={height} />
      <textarea aria-label="Explanation" />
    </>,
  );
  return userEvent.setup();
}

it("loads all pixels once the preview has too few, and shows them when they are decoded", async () => {
  const user = await show(4000, 4000);
  load(image(), 1600, 1600);
  expect(full()).toBeNull();
  for (let press = 0; press < 3; press += 1) await user.click(button("Zoom in"));
  expect(full()).toBeNull();
  await user.click(button("Zoom in"));
  const loading = full();
  expect(loading).toHaveAttribute("src", PREVIEW.replace("preview", "full"));
  expect(loading?.className).toContain("hidden");
  expect(image()).toBeVisible();
  const box = frame().style.cssText;
  if (loading) load(loading, 4000, 4000);
  await waitFor(() => {
    expect(frame()).toHaveAttribute("data-full-size", "shown");
  });
  expect(full()?.className).not.toContain("hidden");
  expect(frame().style.cssText).toBe(box);
});

it("says so where the full-size file fails, and keeps the preview", async () => {
  const user = await show(4000, 4000);
  load(image(), 1600, 1600);
  await user.click(button("Show actual pixels"));
  const loading = full();
  if (loading) fireEvent.error(loading);
  expect(await screen.findByText("Full-size file could not be loaded")).toBeVisible();
  expect(image()).toBeVisible();
});

it("never asks for more of an image that its preview shows completely", async () => {
  const user = await show(500, 500);
  load(image(), 500, 500);
  for (let press = 0; press < 9; press += 1) await user.click(button("Zoom in"));
  expect(full()).toBeNull();
});

it("zooms and pans by keys while somebody types, also on a Mac", async () => {
  const user = await show(500, 9000);
  expect(frame().style).toMatchObject({ width: "800px", top: "0px" });
  const text = screen.getByRole("textbox", { name: "Explanation" });
  await user.type(text, "Typed");
  fireEvent.keyDown(text, { key: "∆", code: "KeyJ", altKey: true });
  expect(frame().style.top).toBe("-160px");
  fireEvent.keyDown(text, { key: "≠", code: "Equal", altKey: true });
  expect(frame().style.width).toBe("1000px");
  fireEvent.keyDown(text, { key: "π", code: "KeyP", altKey: true });
  expect(frame().style.width).toBe("500px");
  fireEvent.keyDown(text, { key: "=", code: "Equal" });
  expect(frame().style.width).toBe("500px");
  expect(text).toHaveValue("Typed");
});

it("keeps the fit for the next long image, and another for other images", async () => {
  const user = await show(500, 9000);
  expect(button("Fit to width")).toHaveAttribute("aria-pressed", "true");
  await user.click(button("Show actual pixels"));
  expect(localStorage).toHaveLength(1);
  cleanup();
  await show(400, 8000);
  expect(button("Show actual pixels")).toHaveAttribute("aria-pressed", "true");
  cleanup();
  await show(4000, 3000);
  expect(button("Show whole image")).toHaveAttribute("aria-pressed", "true");
});

it("scrolls by the wheel where the image fills the pane, and zooms with Ctrl", async () => {
  const user = await show(500, 9000);
  fireEvent.wheel(frame(), { deltaY: 120 });
  expect(frame().style).toMatchObject({ width: "800px", top: "-120px" });
  fireEvent.wheel(frame(), { deltaY: -5, ctrlKey: true });
  expect(parseFloat(frame().style.width)).toBeCloseTo(841, 0);
  await user.click(button("Show whole image"));
  const whole = parseFloat(frame().style.width);
  fireEvent.wheel(frame(), { deltaY: -120 });
  expect(parseFloat(frame().style.width) / whole).toBeCloseTo(1.24, 2);
});

it("leaves the wheel to the page at the end of the image", async () => {
  await show(500, 9000);
  expect(fireEvent.wheel(frame(), { deltaY: -120 })).toBe(true);
  expect(fireEvent.wheel(frame(), { deltaY: 120 })).toBe(false);
});

it("zooms by as much as two fingers part, and pans by one without taking the focus", async () => {
  const user = await show(500, 9000);
  Element.prototype.setPointerCapture = () => undefined;
  const finger = (pointerId: number, clientX: number, clientY: number) => ({
    pointerId,
    clientX,
    clientY,
    button: 0,
  });
  const text = screen.getByRole("textbox", { name: "Explanation" });
  await user.click(text);
  fireEvent.pointerDown(frame(), finger(1, 0, 0));
  expect(fireEvent.mouseDown(frame())).toBe(false);
  fireEvent.pointerMove(frame(), finger(1, 0, -100));
  expect(frame().style).toMatchObject({ width: "800px", top: "-100px" });
  fireEvent.pointerDown(frame(), finger(2, 0, 100));
  fireEvent.pointerMove(frame(), finger(2, 0, 300));
  expect(frame().style.width).toBe("1600px");
  fireEvent.pointerUp(frame(), finger(2, 0, 300));
  fireEvent.pointerUp(frame(), finger(1, 0, -100));
  fireEvent.pointerMove(frame(), finger(1, 0, 500));
  expect(frame().style.width).toBe("1600px");
});
