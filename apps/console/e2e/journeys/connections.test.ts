import { type ServiceProcess, startService } from "@dc/tooling/testing/service-process";
import { signIn } from "#e2e/stack/console-api.ts";
import { TestStack } from "#e2e/stack/test-stack.ts";
import { expectAccessible, heading, text } from "./accessible-screens.ts";
import { expect, test } from "./journey-test.ts";

/** A developer of the second service, of its own. */
const secondKey = "live_westside_key_8Rn4XbLd2Qz6";

let stack: TestStack;
let second: ServiceProcess;

test.beforeAll(async ({ spelling }) => {
  second = await startService({ spelling });
  stack = await TestStack.start({ spelling, settings: { SERVICE_ADDRESSES: second.url } });
});
test.afterAll(async () => {
  await stack[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
});

test("a second connection, live, stands beside the first: added with a test, switched to, and seen by nobody else", async ({
  page,
  browser,
  watch,
}) => {
  watch.allowConsoleLine(/status of 400/);
  const api = await signIn(page, stack);
  await api.createDirectory("Amara Okafor");
  const colleague = await browser.newContext();
  const theirs = await colleague.newPage();

  await test.step("a colleague has a role in the first connection alone", async () => {
    await page.goto(`${stack.pages}/people?invite=1`);
    const drawer = page.getByRole("dialog", { name: "Invite" });
    await drawer.getByLabel("Name").fill("Vera Lindqvist");
    await drawer.getByLabel("E-mail").fill("vera@example.org");
    await drawer.getByRole("button", { name: "Make an invitation link" }).click();
    const link = (await drawer.getByLabel("One-time link", { exact: true }).textContent()) ?? "";
    await theirs.goto(link);
    await theirs.getByLabel("New password").fill("seven lamps at the harbour");
    await theirs.getByRole("button", { name: "Save the password and sign in" }).click();
    await expect(theirs.getByRole("link", { name: "Amara Okafor", exact: true })).toBeVisible();
  });

  await test.step("an address that the operator does not allow is refused at its field, and nothing typed is lost", async () => {
    await page.goto(`${stack.pages}/connections`);
    await expect(page.getByRole("row", { name: /Test service.*kept by the operator/ })).toBeVisible();
    await page.keyboard.press("n");
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Westside Spine");
    await page.getByLabel("Base address").fill("http://169.254.169.254");
    await page.getByLabel("Key", { exact: true }).fill(secondKey);
    await page.getByRole("button", { name: "Test the connection" }).click();
    await expect(page.getByText(/must be at an address that the operator allows/)).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Westside Spine");
  });

  await test.step("the test says what it found, and what no answer can tell", async () => {
    await page.getByLabel("Base address").fill(second.url);
    await page.getByRole("radio", { name: /^Live/ }).check();
    await page.getByRole("button", { name: "Test the connection" }).click();
    const results = page.getByRole("region", { name: "What the test found" });
    await expect(results).toContainText("The key is accepted");
    await expect(results).toContainText("Test or live cannot be told from the answers");
    await expect(results).toContainText("Update and delete are not documented");
  });

  await test.step("live is saved by who types its name", async () => {
    await page.getByRole("button", { name: "Test and save live connection" }).click();
    await expect(page.getByText("Type “Westside Spine”, exactly as above.")).toBeVisible();
    await expect(page.getByLabel("Who has to approve a change")).toHaveValue("0");
    await page.getByLabel(/^Type “Westside Spine”/).fill("Westside Spine");
    await page.getByRole("button", { name: "Test and save live connection" }).click();
    const row = page.getByRole("row", { name: /Westside Spine/ });
    await expect(row).toContainText(`ends …${secondKey.slice(-4)}`);
    await expect(page.locator("body")).not.toContainText(secondKey);
  });

  await test.step("it is switched to by keyboard, and is live without a doubt", async () => {
    await page.keyboard.press("Control+Shift+KeyC");
    await expect(page.getByRole("menu", { name: "Connections" })).toBeVisible();
    await page.keyboard.press("2");
    await expect(page.getByRole("button", { name: /^Switch the connection: Westside Spine Live/ })).toBeVisible();
    await expect(page.getByRole("banner").getByText("Live", { exact: true })).toBeVisible();
    await expect(page.getByText("Amara Okafor")).toHaveCount(0);
  });

  await test.step("a directory that is made there is not in the first one", async () => {
    await page.goto(new URL("index-versions/new", page.url()).href);
    await page.getByLabel("Name").first().fill("Ingrid Sørensen");
    await page.getByRole("button", { name: /^Create/ }).click();
    await expect(page.getByRole("heading", { name: "Ingrid Sørensen" })).toBeVisible();
    await page.keyboard.press("Control+Shift+KeyC");
    await page.getByRole("menuitemradio", { name: /Test service/ }).click();
    await expect(page.getByRole("button", { name: /^Switch the connection: Test service Test/ })).toBeVisible();
    await page.goto(`${stack.pages}/index-versions`);
    await expect(page.getByRole("grid", { name: "Index versions" })).toContainText("Amara Okafor");
    await expect(page.getByText("Ingrid")).toHaveCount(0);
  });

  await test.step("the colleague sees nothing of it, in no list and under no address", async () => {
    await theirs.goto(`${stack.pages}/index-versions`);
    await expect(theirs.getByRole("grid", { name: "Index versions" })).toContainText("Amara Okafor");
    await expect(theirs.getByRole("link", { name: "Connections" })).toHaveCount(0);
    await expect(theirs.getByRole("button", { name: /^Switch the connection/ })).toHaveCount(0);
    const { items } = await page.evaluate(
      async () => (await (await fetch("/api/v1/connections")).json()) as { items: { id: string; name: string }[] },
    );
    const otherConnection = items.find(({ name }) => name === "Westside Spine")?.id ?? "";
    expect(otherConnection).not.toBe("");
    const answer = await colleague.request.get(`${stack.origin}/api/v1/connections/${otherConnection}/index-versions`);
    expect(answer.status()).toBe(404);
  });

  await test.step("its key is changed without a pause, and it is taken out of use", async () => {
    await page.goto(`${stack.pages}/connections`);
    await page.getByRole("button", { name: "Open Westside Spine" }).click();
    const drawer = page.getByRole("dialog", { name: "Westside Spine" });
    await drawer.getByRole("button", { name: "Change the key" }).click();
    await drawer.getByLabel("New key").fill("live_westside_key_of_tomorrow");
    await drawer.getByRole("button", { name: "Try and use the new key" }).click();
    await expect(drawer.getByText(/Ends …rrow/)).toBeVisible();
    await drawer.getByRole("button", { name: "Take Westside Spine out of use" }).click();
    await drawer.getByRole("button", { name: "Take out of use", exact: true }).click();
    await expect(page.getByRole("table", { name: "Out of use" })).toContainText("Westside Spine");
  });
  await colleague.close();
});

test("connections have no findings, light and dark, and fit their windows", async ({ page }) => {
  await signIn(page, stack);
  await expectAccessible(page, stack, [
    { name: "connections", path: "/connections", shows: text("kept by the operator") },
    { name: "add a connection", path: "/connections/new", shows: heading("Add a connection") },
    {
      name: "a connection of the operator",
      path: "/connections",
      async shows(on) {
        await on.getByRole("button", { name: "Open Test service" }).click();
        await expect(on.getByRole("dialog", { name: "Test service" })).toBeVisible();
      },
    },
  ]);
});
