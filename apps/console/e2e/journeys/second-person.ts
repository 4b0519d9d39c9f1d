import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import type { TestStack } from "#e2e/stack/test-stack.ts";

export interface SecondPerson {
  page: Page;
  context: BrowserContext;
}

/** A second person in a browser of their own, a viewer or with one more role, who came in by an invitation of the administrator. */
export async function invite(
  admin: Page,
  browser: Browser,
  { stack, name, role }: { stack: TestStack; name: string; role?: "Editor" | "Approver" },
): Promise<SecondPerson> {
  await admin.goto(`${stack.pages}/people?invite=1`);
  const drawer = admin.getByRole("dialog", { name: "Invite" });
  await drawer.getByLabel("Name").fill(name);
  await drawer.getByLabel("E-mail").fill(`${name.toLowerCase().replaceAll(/[^a-z]/g, "")}@example.org`);
  if (role !== undefined) await drawer.getByRole("checkbox", { name: role }).check();
  await drawer.getByRole("button", { name: "Make an invitation link" }).click();
  const link = (await drawer.getByLabel("One-time link", { exact: true }).textContent()) ?? "";
  await drawer.getByRole("button", { name: "Done" }).click();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel("New password").fill("seven lamps at the harbour");
  await page.getByRole("button", { name: "Save the password and sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  return { page, context };
}
