import { devices } from "@playwright/test";
import { ConsoleApi } from "#e2e/stack/console-api.ts";
import { expect, signInByForm, test, useTestStack } from "./journey-test.ts";
import { expectNoAxeFindings, expectNoHorizontalScroll, expectNoPageScroll } from "./page-checks.ts";

const { viewport: _, userAgent, deviceScaleFactor } = devices["Pixel 7"];
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, userAgent, deviceScaleFactor });

const stack = useTestStack();

test("on a phone one signs in, opens a practitioner, changes a number and applies it, and nothing scrolls sideways", async ({
  page,
}) => {
  await signInByForm(page, stack());
  const api = new ConsoleApi(page, stack());
  await api.importSamplePlans();
  await api.createDirectory("Amara Okafor");
  const fits = async (name: string) => {
    await expectNoHorizontalScroll(page, name);
    await expectNoPageScroll(page, name);
    await expectNoAxeFindings(page, `${name} on a phone`);
  };

  await page.goto(`${stack().pages}/index-versions`);
  await expect(page.getByText("Amara Okafor").first()).toBeVisible();
  await fits("the list");
  await page.getByRole("button", { name: "Open the menu" }).tap();
  await expect(page.getByRole("dialog", { name: "Directory Console" })).toBeVisible();
  await fits("the menu");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).tap();

  await page.getByText("Amara Okafor").first().tap();
  await expect(page.getByText(/40 of 40 shown/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Export" })).toBeVisible();
  await fits("the roster");
  await page.getByLabel("Filter by name or id").fill("Raúl");
  await expect(page.getByText(/^1 of 1 shown/)).toBeVisible();
  await page.getByText("Raúl de la Cruz, NP").tap();
  await expect(page.getByRole("heading", { name: "Phones" })).toBeVisible();
  await fits("the practitioner");

  await page.getByRole("button", { name: "Edit: Phone, Accueil" }).tap();
  await page.getByLabel("Number").fill("(312) 555-0142");
  await fits("the editor of a phone");
  await page.getByRole("button", { name: "Stage" }).tap();
  await expect(page.getByRole("link", { name: "Review 1 change" })).toBeVisible();
  await fits("the practitioner with a draft");
  await page.getByRole("link", { name: "Compare" }).first().tap();
  await expect(page.getByRole("heading", { level: 1, name: "Compare" })).toBeVisible();
  await fits("the compare view");
  await page.getByText("Raw JSON").tap();
  await fits("raw JSON");
  await page.getByRole("link", { name: "Review 1 change" }).tap();
  await expect(page.getByRole("button", { name: /^Apply / })).toBeVisible();
  await page.getByLabel("Reason").fill("The practice called");
  await fits("the review");
  await page.getByRole("button", { name: "Apply 1 change to test" }).tap();
  await expect(page.getByText("1 change is held")).toBeVisible();
  await fits("the held change set");
  await page.getByRole("button", { name: "Open runbook" }).tap();
  await expect(page.getByRole("dialog").getByText("(312) 555-0142").first()).toBeVisible();
  await fits("the runbook");
});

test("what one taps on a phone is at least 24 by 24, and 40 high where it is the main verb", async ({ page }) => {
  await signInByForm(page, stack());
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, a, input, select, [role=button]")]
      .filter(
        (element) =>
          element.checkVisibility() &&
          !element.closest(".unseen") &&
          element.closest("p, dd, li, footer, td, [role=gridcell], [role=note]") === null,
      )
      .map((element) => ({ html: element.outerHTML.slice(0, 90), box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.y >= 0 && (box.width < 24 || box.height < 24))
      .map(({ html, box }) => `${Math.round(box.width)}×${Math.round(box.height)} ${html}`),
  );
  expect(small).toEqual([]);
});
