import { expect, type Locator, type Page } from "@playwright/test";

/** From its next document on, a page does nothing where a pointer is pressed: what is shown of it, the keys did. */
export async function withoutPointer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const kind of ["pointerdown", "mousedown", "click"] as const)
      window.addEventListener(
        kind,
        (event) => {
          // The click of a key has no press of a button behind it.
          if (kind === "click" && event.detail === 0) return;
          event.preventDefault();
          event.stopImmediatePropagation();
        },
        { capture: true },
      );
  });
}

interface Keys {
  key?: string;
  /** More presses than these nobody would accept. */
  most?: number;
}

/** Presses a key until `wanted` has the focus, which is visible there; throws where it takes too many. */
export async function reach(wanted: Locator, { key = "Tab", most = 40 }: Keys = {}): Promise<void> {
  const page = wanted.page();
  await expect(wanted.first()).toBeVisible();
  await expect(wanted.first(), `${String(wanted)} can be pressed`).toBeEnabled();
  const focused = wanted.and(page.locator(":focus"));
  for (let presses = 0; (await focused.count()) === 0; presses += 1) {
    if (presses === most) throw new Error(`${key} does not reach ${String(wanted)}`);
    await page.keyboard.press(key);
  }
  // Of a radio button it is drawn around its label, of a row as a bar.
  const isSeen = await focused.evaluate((element) =>
    [element, element.closest("label") ?? element].some((of) => {
      const { outlineStyle, boxShadow } = getComputedStyle(of);
      return outlineStyle !== "none" || boxShadow !== "none";
    }),
  );
  expect(isSeen, `the focus on ${String(wanted)} is seen`).toBe(true);
}

/** What was pressed is gone, and the next key goes on from somewhere near, not from the top of the page. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect(page.locator(":focus")).toHaveCount(1);
}

/** Reaches `wanted` and presses Enter there. */
export async function enter(wanted: Locator, options: Keys = {}): Promise<void> {
  await reach(wanted, options);
  await wanted.page().keyboard.press("Enter");
}

/** Reaches a field and types over what it says. */
export async function typeInto(field: Locator, words: string, options: Keys = {}): Promise<void> {
  await reach(field, options);
  await field.page().keyboard.press("Control+a");
  await field.page().keyboard.type(words);
}
