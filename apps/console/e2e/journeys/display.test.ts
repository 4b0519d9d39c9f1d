import type { Page } from "@playwright/test";
import { createSampleDirectory } from "./accessible-screens.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoHorizontalScroll } from "./page-checks.ts";

const stack = useTestStack();

const lookOf = async (page: Page, selector: string, part?: string) =>
  await page
    .locator(selector)
    .first()
    .evaluate((element, pseudo) => {
      const { backgroundColor, outlineStyle } = getComputedStyle(element, pseudo);
      return { backgroundColor, outlineStyle };
    }, part);

test("200 % zoom, forced colours, 1,024 px and a name of 200 characters take nothing away", async ({ page }) => {
  const { indexId, practitionerId } = await createSampleDirectory(page, stack());
  const { pages } = stack();
  const directory = `${pages}/index-versions/${indexId}`;
  const practitioner = `${directory}/practitioners/${practitionerId}`;

  await test.step("at 200 % zoom Compare shows rows between its bars, before anything is scrolled", async () => {
    await page.setViewportSize({ width: 720, height: 450 });
    await page.goto(`${practitioner}/compare`);
    const row = page
      .getByRole("row")
      .filter({ has: page.getByRole("button", { name: "Preferred name", exact: true }) });
    await expect(row).toBeVisible();
    await expect(page.getByRole("region", { name: "Staged changes" })).toBeVisible();
    const inSight = await row.getByRole("rowheader").evaluate((element) => {
      const { left, top, bottom } = element.getBoundingClientRect();
      const elementAt = (y: number) => document.elementFromPoint(left + 4, y);
      return [elementAt(top + 2), elementAt(bottom - 2)].map(
        (hit) => hit !== null && element.parentElement?.contains(hit) === true,
      );
    });
    expect(inSight).toEqual([true, true]);
    await expectNoHorizontalScroll(page, "Compare at 200 %");
  });

  await test.step("the request log keeps its index at 1,024 px", async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto(`${pages}/developer`);
    await expect(page.getByRole("columnheader", { name: "Index" })).toBeVisible();
    const link = page.getByRole("grid", { name: "Requests" }).getByRole("link", { name: indexId }).first();
    await expect(link).toBeVisible();
    const { scroll, client } = await link.evaluate(({ scrollWidth, clientWidth }) => ({
      scroll: scrollWidth,
      client: clientWidth,
    }));
    expect(scroll).toBeLessThanOrEqual(client);
    await expectNoHorizontalScroll(page, "the request log at 1,024");
  });

  await test.step("a long decision in the rail is not clipped", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await stack().control("POST", "/outside", {
      index: indexId,
      ...(await stack().service.read({ type: "practitioner", id: practitionerId }, indexId)).changeTo({
        displayName: "Somebody else",
      }),
    });
    await page.goto(`${practitioner}?at=practitioner/${practitionerId}/displayName`);
    await page.getByRole("button", { name: "Read now" }).first().click();
    const restore = page.getByRole("complementary").getByRole("button", { name: "Restore the previous value" });
    await expect(restore).toBeVisible();
    const cut = await restore.evaluate((button) =>
      [button, ...button.querySelectorAll("*")].some(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          clientWidth > 0 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1),
      ),
    );
    expect(cut).toBe(false);
  });

  await test.step("forced colours keep switches, choices, current rows, marks and the focus apart", async () => {
    await page.emulateMedia({ forcedColors: "active" });
    await page.goto(`${practitioner}/compare?all=1`);
    await expect(page.getByRole("switch", { name: "Only changed" })).toBeVisible();
    const off = [await lookOf(page, "[role=switch]"), await lookOf(page, "[role=switch]", "::after")];
    await page.goto(`${practitioner}/compare`);
    await expect(page.getByRole("switch", { name: "Only changed" })).toBeVisible();
    const on = [await lookOf(page, "[role=switch]"), await lookOf(page, "[role=switch]", "::after")];
    expect(on[0]?.backgroundColor).not.toBe(off[0]?.backgroundColor);
    for (const [track, knob] of [on, off]) expect(knob?.backgroundColor).not.toBe(track?.backgroundColor);
    const apart = async (first: string, second: string) =>
      expect((await lookOf(page, first)).backgroundColor, `${first} and ${second}`).not.toBe(
        (await lookOf(page, second)).backgroundColor,
      );
    const verdicts = "[role=group][aria-label=Verdicts] button";
    await apart(`${verdicts}[aria-pressed=true]`, `${verdicts}[aria-pressed=false]`);
    const views = "[role=radiogroup][aria-label=View] label";
    await apart(`${views}:has(:checked)`, `${views}:not(:has(:checked))`);
    const nav = "nav[aria-label=Console] a";
    await apart(`${nav}[aria-current=page]`, `${nav}:not([aria-current])[href*=activity]`);
    const current = await lookOf(page, "main [role=row][data-current]");
    const otherLook = await lookOf(page, "main [role=row]:has([data-row]):not([data-current])");
    expect([current.outlineStyle, otherLook.outlineStyle]).toEqual(["dashed", "none"]);
    const marks = page.locator("main [role=row] [data-row-status] svg");
    expect(new Set(await marks.evaluateAll((all) => all.map(({ innerHTML }) => innerHTML))).size).toBeGreaterThan(2);
    const cross = await page
      .locator(`${verdicts}:has-text("conflict") svg`)
      .first()
      .evaluate((svg) =>
        [...svg.children].map((shape) => getComputedStyle(shape)).map(({ fill, stroke }) => [fill, stroke]),
      );
    expect(cross[1]?.[1]).not.toBe(cross[0]?.[0]);
    await page.keyboard.press("j");
    const focused = page.locator(":focus");
    expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("solid");
    await page.emulateMedia({ forcedColors: "none" });
  });

  await test.step("a name of 200 characters uses the room there is", async () => {
    const name = `${"Praxisgemeinschaft für Orthopädie und Unfallchirurgie am Alten Markt ".repeat(3).slice(0, 195)}, MD`;
    await stack().control(
      "POST",
      "/drift",
      (await stack().service.read({ type: "practitioner", id: practitionerId })).changeTo({ displayName: name }),
    );
    await page.goto(`${practitioner}/compare`);
    const cell = page.getByRole("row").filter({ has: page.getByRole("button", { name: "Display name", exact: true }) });
    await expect(cell).toBeVisible();
    await page.getByRole("button", { name: "Read now" }).click();
    await expect(cell.getByText(name, { exact: true })).toBeVisible();
    await expectNoHorizontalScroll(page, "Compare with a long name");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoHorizontalScroll(page, "Compare with a long name, on a phone");
  });
});
