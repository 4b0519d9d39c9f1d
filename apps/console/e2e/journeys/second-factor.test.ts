import { createHmac } from "node:crypto";
import { signIn } from "#e2e/stack/console-api.ts";
import { administrator } from "#e2e/stack/test-stack.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoAxeFindings, expectNoHorizontalScroll } from "./page-checks.ts";

const stack = useTestStack();
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_MS = 30_000;

/** The code of RFC 6238 for a secret as the screen shows it, some steps from now. */
function codeOf(shown: string, steps = 0): string {
  const bits = shown
    .replaceAll(" ", "")
    .split("")
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0"));
  const key = Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps));
  const mac = createHmac("sha1", key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

test("a code of an app is set up, asked for at sign-in, and a recovery code stands in for it", async ({
  page,
  browser,
  watch,
}) => {
  // Wrong codes are tried.
  watch.allowConsoleLine(/status of 40[01]/);
  await signIn(page, stack());
  let secret = "";
  let recoveryCodes: string[] = [];

  await test.step("set up in My account", async () => {
    await page.goto(`${stack().pages}/account`);
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByLabel("Current password", { exact: true }).fill(administrator.password);
    await page.getByRole("button", { name: "Show the code for the app" }).click();
    await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
    secret = (await page.getByLabel("Secret for the app", { exact: true }).textContent()) ?? "";
    await expectNoAxeFindings(page, "setting up a second factor");
    for (const width of [390, 900, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoHorizontalScroll(page, `setting up a second factor at ${width}`);
    }
    await page.getByLabel("Code from the app").fill("000000");
    await page.keyboard.press("Enter");
    await expect(page.getByText(/must be the code that the app shows now/)).toBeVisible();
    await page.getByLabel("Code from the app").fill(codeOf(secret));
    await page.keyboard.press("Enter");
    const shown = page.getByLabel("Recovery codes", { exact: true });
    await expect(shown).toBeVisible();
    recoveryCodes = ((await shown.textContent()) ?? "").trim().split("\n");
    expect(recoveryCodes).toHaveLength(10);
    await page.getByRole("button", { name: "I have kept them" }).click();
    await expect(page.getByText(/10 of 10 recovery codes left/)).toBeVisible();
  });

  await test.step("the people's list says so", async () => {
    await page.goto(`${stack().pages}/people`);
    await page.getByRole("row", { name: new RegExp(administrator.email) }).click();
    await expect(page.getByText(/Signs in with password and code\./)).toBeVisible();
  });

  const visitor = await browser.newContext();
  const theirs = await visitor.newPage();
  const givePassword = async () => {
    await theirs.goto(`${stack().pages}/account`);
    await theirs.getByLabel("E-mail").fill(administrator.email);
    await theirs.getByLabel("Password", { exact: true }).fill(administrator.password);
    await theirs.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(theirs.getByLabel("Code")).toBeFocused();
  };

  await test.step("the password alone does not let in, a code of the app does", async () => {
    await givePassword();
    await expectNoAxeFindings(theirs, "the second step");
    await theirs.getByLabel("Code").fill("123");
    await theirs.keyboard.press("Enter");
    await expect(theirs.getByRole("alert")).toBeVisible();
    await theirs.getByLabel("Code").fill(codeOf(secret, 1));
    await theirs.getByRole("button", { name: "Sign in with the code" }).click();
    await expect(theirs.getByRole("heading", { name: "My account" })).toBeVisible();
  });

  await test.step("so does a recovery code, once", async () => {
    await visitor.clearCookies();
    await givePassword();
    await theirs.getByLabel("Code").fill(recoveryCodes[0] ?? "");
    await theirs.keyboard.press("Enter");
    await expect(theirs.getByText(/9 of 10 recovery codes left/)).toBeVisible();
  });

  await test.step("it is turned off with the password and a code", async () => {
    await theirs.getByRole("button", { name: "Turn off" }).click();
    await theirs.getByLabel("Current password", { exact: true }).fill(administrator.password);
    await theirs.getByLabel("Code", { exact: true }).fill(recoveryCodes[1] ?? "");
    await theirs.getByRole("button", { name: "Turn off the second factor" }).click();
    await expect(theirs.getByText("off: the password is enough")).toBeVisible();
  });
  await visitor.close();
});
