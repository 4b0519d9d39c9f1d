import type { Page } from "@playwright/test";
import { memberOf, signIn } from "#e2e/stack/console-api.ts";
import { expectNoFindings } from "./accessible-screens.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoHorizontalScroll } from "./page-checks.ts";

const stack = useTestStack();

/** Looks at a page at three widths, light and dark; keeps pictures where a folder is named. */
async function lookAt(page: Page, name: string): Promise<void> {
  const folder = process.env["BRIEF_PICTURES"];
  await expectNoFindings(page, name);
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1440, 900, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await expectNoHorizontalScroll(page, `${name} at ${width}`);
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  if (folder !== undefined)
    for (const format of ["A4", "Letter"]) await page.pdf({ format, path: `${folder}/${name}-${format}.pdf` });
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("a brief is shared, its reader says that a number is wrong, and the correction is in the directory with its proof", async ({
  page,
  browser,
}) => {
  const api = await signIn(page, stack());
  await api.importSamplePlans();
  const id = await api.createDirectory("Ana Ortiz");
  await page.goto(`${stack().pages}/index-versions/${id}/brief`);
  await expect(page.getByRole("heading", { level: 2, name: "Dr. Ana Ortiz" })).toBeVisible();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.getByLabel("With whom")).toBeFocused();
  await page.getByLabel("With whom").fill("The office of Dr. Ortiz");
  await page.getByRole("button", { name: "Create a link" }).click();
  const address = await page
    .getByText(/\/brief#dcl_/)
    .first()
    .textContent();
  await expect(page.getByRole("list", { name: "Links" })).toContainText("not opened yet");

  const reader = await (await browser.newContext({ locale: "en-US", reducedMotion: "reduce" })).newPage();
  const asked: string[] = [];
  reader.on("request", (request) => asked.push(request.url()));
  await reader.goto(address ?? "");
  await expect(reader.getByRole("heading", { level: 2, name: "Dr. Ana Ortiz" })).toBeVisible();
  expect(asked.filter((url) => url.replace(/#.*/, "").includes("dcl_"))).toEqual([]);
  await expect(reader.getByText("Shared by Administrator with The office of Dr. Ortiz")).toBeVisible();
  const wrong = reader.getByRole("button", { name: /^This is wrong: / }).first();
  await wrong.click();
  await reader.getByLabel("What should it say?").fill("(415) 555-0174");
  await reader.getByLabel("Your name").fill("Lucía Ferrer, front desk");
  await reader.getByLabel("How do you know?").fill("The practice told us on Monday.");
  await lookAt(reader, "reader");
  await reader.getByRole("button", { name: "Send to Administrator" }).click();
  await expect(reader.getByText("You said it is wrong")).toBeVisible();
  for (const confirmed of [1, 2]) {
    await reader
      .getByRole("button", { name: /^This is right: / })
      .first()
      .click();
    await expect(reader.getByText("You confirmed it")).toHaveCount(confirmed);
  }

  await page.goto(`${stack().pages}/inbox`);
  await expect(
    page.getByRole("heading", { name: "3 answers to the brief, the last by Lucía Ferrer, front desk" }),
  ).toBeVisible();
  // The newest of them, with the line that it is about.
  const entry = page.getByRole("group", { name: "Answers of readers" });
  const { 0: newest } = memberOf(await api.call("GET", `/index-versions/${id}/claims`), "items") as { line: string }[];
  await expect(entry).toContainText(`right: “${newest?.line}”`);
  await lookAt(page, "inbox");
  await page.getByRole("link", { name: /^Settle: / }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeHidden();
  await expect(page.getByRole("heading", { name: "Answers of readers" })).toBeVisible();
  await expect(
    page
      .getByRole("listitem")
      .filter({ hasText: newest?.line ?? "" })
      .first(),
  ).toBeFocused();
  await lookAt(page, "brief");
  await page.getByRole("button", { name: "Take all 2 that are right as verified" }).click();
  await expect(page.getByRole("button", { name: /^Take as verified: / })).toHaveCount(0);
  await page.getByRole("button", { name: /^Correct it: / }).click();
  await page.waitForURL(/\/practitioners\//);
  await page.locator("[data-phone]").first().getByRole("button", { name: /^Edit/ }).click();
  await page.getByLabel("Number").fill("(415) 555-0174");
  await page.getByRole("button", { name: "Stage" }).click();
  const draft = page.getByRole("region", { name: "Staged changes" });
  await expect(draft).toContainText("phone");
  const set = memberOf(memberOf(await api.call("GET", "/change-sets"), "items"), "0");
  const changeSet = `/change-sets/${String(memberOf(set, "id"))}`;
  expect(await api.call("GET", `${changeSet}/changes`)).toMatchObject({
    items: [
      {
        operation: { op: "replace", by: { number: "(415) 555-0174" } },
        evidence: { source: "Lucía Ferrer, front desk, by the link of The office of Dr. Ortiz" },
      },
    ],
  });
  const { version } = (await api.call("GET", changeSet)) as { version: number };
  await api.call("POST", `${changeSet}/apply`, { version });

  await page.goto(`${stack().pages}/index-versions/${id}/brief`);
  await expect(page.getByText(/\(415\) 555-0174/).first()).toBeVisible();
  await expect(page.getByText(/Lucía Ferrer, front desk, by the link/).first()).toBeVisible();
  await reader.reload();
  await expect(reader.getByText("It is being corrected.")).toBeVisible();
  await expect(reader.getByText("It was taken as verified.")).toHaveCount(2);
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Revoke the link" }).click();
  await expect(page.getByRole("list", { name: "Links" })).toHaveCount(0);
  await reader.reload();
  await expect(reader.getByText("This link has ended or was revoked.")).toBeVisible();
});
