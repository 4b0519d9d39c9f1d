import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { signIn } from "#e2e/stack/console-api.ts";
import { findPractitioner } from "#e2e/stack/sample-roster.ts";
import { serviceKey, serviceKeyForms, serviceKeyIn } from "#e2e/stack/service-key.ts";
import { administrator } from "#e2e/stack/test-stack.ts";
import { waitUntilQuiet } from "#e2e/quiet-page.ts";
import { expect, signInByForm, test, useTestStack } from "./journey-test.ts";

const stack = useTestStack();
const dist = fileURLToPath(new URL("../../dist/", import.meta.url));

test("the page comes with a policy without unsafe words, a nonce of its own each time, and the headers that go with it", async ({
  page,
}) => {
  const { standard } = stack().spelling.profile.indexes;
  const nonces = new Set<string>();
  const { origin, pages } = stack();
  for (const address of [
    `${origin}/`,
    `${origin}/sign-in`,
    `${pages}/index-versions/${standard}`,
    `${origin}/nowhere`,
  ]) {
    const response = await page.goto(address);
    const headers = response?.headers() ?? {};
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).not.toMatch(/unsafe-|\*|https?:|blob:/);
    for (const directive of [
      "default-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "connect-src 'self'",
    ]) {
      expect(policy.split("; ")).toContain(directive);
    }
    expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]{20,}'(?:;|$)/);
    nonces.add(/nonce-([^']+)/.exec(policy)?.[1] ?? "");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
    expect(headers["cache-control"]).toContain("no-store");
  }
  expect(nonces.size).toBe(4);
});

test("the session is a cookie that no script reads, gone after signing out, and nothing of it is kept in the browser", async ({
  page,
  context,
}) => {
  await signInByForm(page, stack(), `${stack().pages}/index-versions/${stack().spelling.profile.indexes.standard}`);
  await expect(page.getByText("read-only").first()).toBeVisible();
  const cookies = await context.cookies();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/" });
  const readable = await page.evaluate(() =>
    [document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join("\n"),
  );
  for (const { value } of cookies) expect(readable).not.toContain(value);
  const json = await page.request.get(`${stack().origin}/api/v1/session`);
  expect(json.headers()["cache-control"]).toContain("no-store");
  for (const { value } of cookies) expect(await json.text()).not.toContain(value);

  await page.getByRole("button", { name: /Administrator/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  const old = await fetch(`${stack().origin}/api/v1/connections`, {
    headers: { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") },
  });
  expect(old.status).toBe(401);
});

test("signing out takes back what is being read, in every window, and goes on with it where it fails", async ({
  page,
  context,
  watch,
}) => {
  watch.allowConsoleLine(/status of 500/);
  const { pages, spelling } = stack();
  const address = `${pages}/index-versions/${spelling.profile.indexes.standard}`;
  const readings: (() => void)[] = [];
  await context.route(/\/waiting-counts$/, async (route) => {
    await new Promise<void>((goOn) => readings.push(goOn));
    await route.continue();
  });
  await signInByForm(page, stack(), address);
  const other = await context.newPage();
  await other.goto(address);
  await expect.poll(() => readings.length).toBe(2);
  const signOut = async () => {
    await page.getByRole("button", { name: /Administrator/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
  };
  await page.route("**/api/v1/session", (route) => route.fulfill({ status: 500 }), { times: 1 });
  await signOut();
  await expect(page.getByText("Still signed in.")).toBeVisible();
  await expect.poll(() => readings.length).toBe(4);
  await signOut();
  await expect(page).toHaveURL(/\/sign-in$/);
  await expect(other.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
  for (const goOn of readings) goOn();
  await Promise.all([page, other].map(waitUntilQuiet));
  expect(readings.length).toBe(4);
});

test("what was typed is not lost when a sign-in is refused, and the address one wanted is opened after it", async ({
  page,
  watch,
}) => {
  watch.allowConsoleLine(/status of 401/);
  const wanted = `${stack().pages}/index-versions/${stack().spelling.profile.indexes.standard}?q=x`;
  await page.goto(wanted);
  await page.getByLabel("E-mail").fill(administrator.email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue(administrator.email);
  await page.getByLabel("Password", { exact: true }).fill(administrator.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(wanted);
});

test("a session that ends while somebody types is begun again over the page, and what was typed is staged", async ({
  page,
  context,
  watch,
}) => {
  watch.allowConsoleLine(/status of 401/);
  const practitioner = await findPractitioner(stack(), "Дмитрий Юрьев, NP");
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory("Interrupted", { roster: practitioner.schedules[0]?.record.id ?? "" });
  await context.clearCookies();
  await signInByForm(page, stack(), `${stack().pages}/index-versions/${indexId}/practitioners/${practitioner.id}`);
  await page.getByRole("button", { name: "Edit: Preferred name" }).click();
  await page.getByRole("textbox", { name: "Preferred name" }).fill("Dr. Yuryev");
  // As when the session was ended elsewhere, or its time is over.
  await context.clearCookies();
  await page.getByRole("button", { name: "Stage" }).click();
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog).toContainText("What you typed on this page is still there.");
  await dialog.getByLabel("E-mail").fill(administrator.email);
  await dialog.getByLabel("Password", { exact: true }).fill(administrator.password);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Preferred name" })).toHaveValue("Dr. Yuryev");
  await page.getByRole("button", { name: "Stage" }).click();
  await expect(page.getByRole("link", { name: "Review 1 change" })).toBeVisible();
});

test("the service's key is in no file of the bundle, in no form, and the forms are those that a call carries", async ({
  page,
  watch,
}) => {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name),
  );
  expect(files.length).toBeGreaterThan(5);
  for (const file of files)
    expect(serviceKeyIn(readFileSync(`${file.parentPath}/${file.name}`, "latin1")), file.name).toEqual([]);
  expect(
    serviceKeyIn(`Authorization: Basic ${Buffer.from(`${serviceKey}:`).toString("base64")}`).length,
  ).toBeGreaterThan(0);
  expect(serviceKeyForms.length).toBeGreaterThan(4);

  const api = await signIn(page, stack());
  await page.goto(`${stack().pages}/developer/gateway`);
  await expect(page.getByRole("heading", { name: "Tokens" })).toBeVisible();
  for (const path of [
    "",
    "/activity",
    "/tokens",
    "/requests?limit=200",
    "/profile",
    "/index-versions",
    "/search?q=key",
  ]) {
    expect(serviceKeyIn(JSON.stringify(await api.call("GET", path))), path).toEqual([]);
  }
  await watch.problems();
  expect(watch.searchedResponses).toBeGreaterThan(3);
});

test("errors of the gateway and of the console do not show the key either", async ({ page }) => {
  const api = await signIn(page, stack());
  const secret = await api.createToken("app");
  const { spelling } = stack();
  const read = spelling.readOperation("practitioner").path;
  const gateway = stack().gateway(secret);
  await stack().control("POST", "/faults", [
    { kind: "status", status: 500, times: 1 },
    { kind: "reset-before", times: 6 },
  ]);
  for (const path of [
    read.replace("{id}", "b1a7sx2o9v"),
    read.replace("{id}", "nope"),
    spelling.operation("findPatients").path,
    spelling.operation("createIndexVersion").path,
    read.replace("{id}", "b1a7sx2o9v"),
  ]) {
    const response = await gateway.fetch(path, spelling.profile.indexes.test);
    expect(serviceKeyIn(`${await response.text()} ${JSON.stringify([...response.headers])}`), path).toEqual([]);
  }
  await stack().control("DELETE", "/faults");
});
