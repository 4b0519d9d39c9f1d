import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startIdentityProvider, type TestIdentityProvider } from "@dc/bff/testing/identity-provider";
import { freePort } from "@dc/tooling/testing/free-port";
import type { Page } from "@playwright/test";
import { TestStack } from "#e2e/stack/test-stack.ts";
import { expect, test } from "./journey-test.ts";
import { expectNoAxeFindings, expectNoHorizontalScroll } from "./page-checks.ts";

const PASSWORD = "seven lamps at the harbour";

let stack: TestStack;
let provider: TestIdentityProvider;
const folder = mkdtempSync(join(tmpdir(), "group-roles-"));

/** The console's address must be known to the provider before the console starts. */
test.beforeAll(async ({ spelling }) => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  provider = await startIdentityProvider({ redirectUri: `${origin}/sign-in/callback` });
  const groupRoles = join(folder, "group-roles.json");
  writeFileSync(groupRoles, JSON.stringify([{ group: "directory-viewers", role: "viewer" }]));
  stack = await TestStack.start({
    spelling,
    setUpByLink: true,
    settings: {
      PORT: String(port),
      PUBLIC_URL: origin,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.client.clientId,
      OIDC_CLIENT_SECRET: provider.client.clientSecret,
      OIDC_LABEL: "Harbour login",
      OIDC_SCOPE: "openid profile email groups",
      OIDC_GROUP_ROLES: groupRoles,
      OIDC_UNKNOWN_PEOPLE: "create",
    },
  });
});

test.afterAll(async () => {
  await stack[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Says who one is on the page of the provider. */
async function signInAtProvider(page: Page, subject: string): Promise<void> {
  await page.getByLabel("Subject").fill(subject);
  await page.getByRole("button", { name: "Continue" }).click();
}

async function expectToFit(page: Page, screen: string): Promise<void> {
  await expectNoAxeFindings(page, screen);
  for (const width of [390, 900, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoHorizontalScroll(page, `${screen} at ${width}`);
  }
}

test("from the first run to people who sign in with the identity provider", async ({ page, browser, watch }) => {
  // Somebody is refused.
  watch.allowConsoleLine(/status of 401/);
  const visitor = await browser.newContext();
  const theirs = await visitor.newPage();
  const invited = await browser.newContext();
  const guest = await invited.newPage();
  let link = "";

  await test.step("the set-up link makes the first administrator, who invites somebody", async () => {
    await page.goto(stack.setUpUrl ?? "");
    await page.getByLabel("Your name").fill("Ada Lindqvist");
    await page.getByLabel("E-mail").fill("ada@example.org");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create the administrator" }).click();
    await expect(page.getByRole("link", { name: "People" })).toBeVisible();
    await page.goto(`${stack.pages}/people?invite=1`);
    const drawer = page.getByRole("dialog", { name: "Invite" });
    await drawer.getByLabel("Name").fill("Vera Okafor");
    await drawer.getByLabel("E-mail").fill("vera@example.org");
    await drawer.getByRole("button", { name: "Make an invitation link" }).click();
    link = (await drawer.getByLabel("One-time link", { exact: true }).textContent()) ?? "";
    await drawer.getByRole("button", { name: "Done" }).click();
  });

  await test.step("who has no group with a role is refused, and told so", async () => {
    provider.people.set("stranger", { name: "Stranger", email: "stranger@example.org", email_verified: true });
    await theirs.goto(`${stack.pages}/activity`);
    await expect(theirs.getByRole("button", { name: "Sign in with Harbour login" })).toBeVisible();
    await expectToFit(theirs, "signing in with a provider");
    await theirs.getByRole("button", { name: "Sign in with Harbour login" }).click();
    await signInAtProvider(theirs, "stranger");
    await expect(theirs.getByRole("heading", { name: "Not signed in" })).toBeVisible();
    await expect(theirs.getByText("None of your groups at Harbour login has a role here.")).toBeVisible();
    await expect(theirs).toHaveURL(`${stack.origin}/sign-in/callback`);
    await expectToFit(theirs, "a refusal after the provider");
    await theirs.getByRole("link", { name: "Back to sign in" }).click();
  });

  await test.step("who has one comes in with that role, on the page that was asked for", async () => {
    provider.people.set("nia", {
      name: "Nia Haddad",
      email: "nia@example.org",
      email_verified: true,
      groups: ["directory-viewers"],
    });
    await visitor.clearCookies();
    await theirs.goto(`${stack.pages}/activity`);
    await theirs.getByRole("button", { name: "Sign in with Harbour login" }).click();
    await signInAtProvider(theirs, "nia");
    await expect(theirs).toHaveURL(`${stack.pages}/activity`);
    await expect(theirs.getByRole("heading", { name: "Activity" })).toBeVisible();
    await expect(theirs.getByRole("link", { name: "People" })).toHaveCount(0);
    expect(await theirs.evaluate(() => [sessionStorage.length, document.cookie])).toEqual([0, ""]);
    await theirs.goto(`${stack.pages}/account`);
    await expect(theirs.getByText(/^linked .* ago, used/)).toBeVisible();
    await expectToFit(theirs, "the account of somebody from the provider");
  });

  await test.step("an invitation is accepted with the provider, whatever the address there", async () => {
    provider.people.set("vera", { name: "V. Okafor", email: "v.okafor@elsewhere.example" });
    await guest.goto(link);
    await expect(guest.getByRole("button", { name: "Accept with Harbour login" })).toBeVisible();
    await expectToFit(guest, "an invitation");
    await guest.getByRole("button", { name: "Accept with Harbour login" }).click();
    await signInAtProvider(guest, "vera");
    await expect(guest.getByRole("heading", { name: "Index versions" })).toBeVisible();
  });

  await test.step("the people's list says how each comes in, and that groups decide", async () => {
    await page.goto(`${stack.pages}/people`);
    await expect(page.getByRole("row", { name: /Nia Haddad.*viewer.*Harbour login/ })).toBeVisible();
    await expect(page.getByRole("row", { name: /Vera Okafor.*viewer.*Harbour login/ })).toBeVisible();
    await page.getByRole("row", { name: /Nia Haddad/ }).click();
    const drawer = page.getByRole("dialog", { name: "Nia Haddad" });
    await expect(drawer.getByText(/Groups at Harbour login decide/)).toBeVisible();
    await expect(drawer.getByRole("button", { name: "Save the roles" })).toHaveCount(0);
    await expectToFit(page, "a person whose groups decide");
    await drawer.getByRole("button", { name: "Disable Nia Haddad" }).click();
    await drawer.getByRole("button", { name: "Disable and sign out" }).click();
    await expect(page.getByRole("row", { name: /Nia Haddad.*disabled/ })).toBeVisible();
  });

  await test.step("who is disabled is out, and does not come in again", async () => {
    await theirs.goto(`${stack.pages}/index-versions`);
    await theirs.getByRole("button", { name: "Sign in with Harbour login" }).click();
    await expect(theirs.getByText(/No account that may sign in is linked/)).toBeVisible();
  });

  await test.step("the administrator links her own account, after the password", async () => {
    provider.people.set("ada", { name: "Ada", email: "ada@example.org", email_verified: true });
    await page.goto(`${stack.pages}/account`);
    await page.getByRole("button", { name: "Link", exact: true }).click();
    await page.getByLabel("Current password", { exact: true }).fill(PASSWORD);
    await expectToFit(page, "linking the account");
    await page.getByRole("button", { name: "Go to Harbour login" }).click();
    await signInAtProvider(page, "ada");
    await expect(page).toHaveURL(`${stack.pages}/account`);
    await expect(page.getByText(/^linked .* ago, used/)).toBeVisible();
    await page.getByRole("button", { name: "End the link" }).click();
    await page.getByLabel("Current password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "End the link with Harbour login" }).click();
    await expect(page.getByText("not linked; your administrator offers it")).toBeVisible();
  });
  await visitor.close();
  await invited.close();
});
