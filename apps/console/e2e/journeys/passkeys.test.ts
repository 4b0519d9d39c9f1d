import type { CDPSession, Page } from "@playwright/test";
import { administrator } from "#e2e/stack/test-stack.ts";
import { expect, signInByForm, test, useTestStack } from "./journey-test.ts";
import { expectNoAxeFindings, expectNoHorizontalScroll } from "./page-checks.ts";

const stack = useTestStack();
/** Passkeys belong to a host name, and the stack listens at an address. */
const onLocalhost = (address: string) => address.replace("//127.0.0.1:", "//localhost:");

interface Device {
  session: CDPSession;
  authenticatorId: string;
}

/** A device of Chromium's own, on which the owner is always there and always says yes. */
async function deviceOf(page: Page): Promise<Device> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

async function expectToFit(page: Page, screen: string): Promise<void> {
  await expectNoAxeFindings(page, screen);
  for (const width of [390, 900, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoHorizontalScroll(page, `${screen} at ${width}`);
  }
}

test("a passkey is added, lets in by itself, is renamed, and lets nobody in once it is removed", async ({
  page,
  watch,
}) => {
  // A wrong password and a removed passkey are tried.
  watch.allowConsoleLine(/status of 40[01]/);
  const device = await deviceOf(page);
  const account = onLocalhost(`${stack().pages}/account`);
  const signOut = async () => {
    await page.context().clearCookies();
    await page.goto(account);
    await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
  };

  await test.step("added in My account, after the password", async () => {
    await signInByForm(page, stack(), account);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByLabel("Name of the passkey").fill("Laptop at the front desk");
    await page.getByLabel("Current password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Add the passkey" }).click();
    await expect(page.getByText("is not your password")).toBeVisible();
    await expectToFit(page, "adding a passkey");
    await page.getByLabel("Current password", { exact: true }).fill(administrator.password);
    await page.getByRole("button", { name: "Add the passkey" }).click();
    await expect(page.getByRole("list", { name: "Passkeys" })).toContainText("Laptop at the front desk");
    await expectToFit(page, "an account with a passkey");
  });

  await test.step("the device has it, and is not given another one", async () => {
    const { credentials } = await device.session.send("WebAuthn.getCredentials", {
      authenticatorId: device.authenticatorId,
    });
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: "localhost" }]);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByLabel("Current password", { exact: true }).fill(administrator.password);
    await page.getByRole("button", { name: "Add the passkey" }).click();
    await expect(page.getByText("This device has a passkey for your account already.")).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("lets in without the password, on the page that was asked for", async () => {
    await signOut();
    await expectToFit(page, "signing in where there are passkeys");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByRole("heading", { name: "My account" })).toBeVisible();
    await expect(page.getByRole("list", { name: "Passkeys" })).toContainText(/used .* ago/);
  });

  await test.step("whose owner is not verified by the device stays out", async () => {
    await signOut();
    await device.session.send("WebAuthn.setUserVerified", {
      authenticatorId: device.authenticatorId,
      isUserVerified: false,
    });
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByText("No passkey was used.")).toBeVisible();
    await device.session.send("WebAuthn.setUserVerified", {
      authenticatorId: device.authenticatorId,
      isUserVerified: true,
    });
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByRole("heading", { name: "My account" })).toBeVisible();
  });

  await test.step("is renamed, told in the list of people, and removed", async () => {
    await page.getByRole("button", { name: "Rename Laptop at the front desk" }).click();
    await page.getByLabel("Name of the passkey").fill("Old laptop");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("list", { name: "Passkeys" })).toContainText("Old laptop");
    await page.goto(onLocalhost(`${stack().pages}/people`));
    await expect(page.getByRole("row", { name: /password or passkey/ })).toBeVisible();
    await page.goto(account);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("button", { name: "Remove Old laptop" }).click();
    await expect(page.getByRole("list", { name: "Passkeys" })).toHaveCount(0);
  });

  await test.step("lets nobody in any more", async () => {
    await signOut();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByText("No account that may sign in has this passkey.")).toBeVisible();
  });
});

test("a console at an address instead of a host name offers no passkeys, and says why", async ({ page }) => {
  await signInByForm(page, stack(), `${stack().pages}/account`);
  await expect(page.getByText("Passkeys can be used where the console has a host name")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a passkey" })).toHaveCount(0);
});
