"""What is in sight on a screen, and what a toast covers."""

from playwright.sync_api import Locator, Page, expect

COVERED = """() => {
  const shown = (query) => [...document.querySelectorAll(query)]
    .map((element) => [element, element.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && box.height > 0);
  const meet = (a, b) => a.left < b.right && b.left < a.right
    && a.top < b.bottom && b.top < a.bottom;
  return shown(".mantine-Notification-root").flatMap(([, toast]) =>
    shown("main h1, main img")
      .filter(([, box]) => meet(toast, box))
      .map(([element]) => element.textContent || element.alt || element.tagName));
}"""
IN_SIGHT = """(element) => {
  const box = element.getBoundingClientRect();
  let within = [0, innerHeight];
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (!/auto|scroll/.test(getComputedStyle(parent).overflowY)) continue;
    const { top, bottom } = parent.getBoundingClientRect();
    within = [Math.max(within[0], top), Math.min(within[1], bottom)];
  }
  return box.height > 0 && box.top >= within[0] - 1 && box.bottom <= within[1] + 1;
}"""


def expect_toast(page: Page, text: str) -> None:
    """A toast says it, alone, and covers neither a title nor an image."""
    expect(page.get_by_text(text)).to_be_visible()
    expect(page.locator(".mantine-Notification-root")).to_have_count(1)
    assert page.evaluate(COVERED) == [], text


def in_sight(found: Locator) -> int:
    """Count the elements that are whole in sight, inside of what scrolls them, too."""
    return sum(bool(one.evaluate(IN_SIGHT)) for one in found.all())
