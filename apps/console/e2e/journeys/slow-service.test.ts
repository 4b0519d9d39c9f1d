import { signIn } from "#e2e/stack/console-api.ts";
import { findPractitioner } from "#e2e/stack/sample-roster.ts";
import { createSampleDirectory } from "./accessible-screens.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoLayoutShift, layoutShifts } from "./page-checks.ts";
import { waitUntilQuiet } from "#e2e/quiet-page.ts";

const stack = useTestStack();

const personName = "Дмитрий Юрьев, NP";
const otherName = "Raúl de la Cruz, NP";

const readsOfService = async () =>
  (
    (await stack().control("GET", "/requests")) as {
      requests: { method: string; path: string; index?: string | null }[];
    }
  ).requests.filter(({ method }) => method === "GET");

test("with the service 200 ms away nothing jumps while lists, a creation, a draft, a practitioner and a comparison load", async ({
  page,
}) => {
  const [practitioner, otherPractitioner] = [
    await findPractitioner(stack(), personName),
    await findPractitioner(stack(), otherName),
  ];
  // With a conflict and an unknown creation, so that there are counts in the navigation, and a notice that the service did not answer.
  const { indexId, draftId } = await createSampleDirectory(page, stack());
  await stack().control("PUT", "/dials", { latencyMs: 200 });
  const directory = `${stack().pages}/index-versions/${indexId}`;
  const screens: [name: string, address: string, ready: RegExp][] = [
    ["the list", `${stack().pages}/index-versions`, /of \d+ shown/],
    ["the creation", `${stack().pages}/index-versions/new`, /It is not known whether it was created/],
    ["what is to be verified", `${stack().pages}/verifications`, /^All 40$/],
    ["a draft", `${stack().pages}/change-sets/${draftId}`, /^Plan: nothing is sent/],
    ["the roster", directory, /40 of 40 shown/],
    [
      "a practitioner read before",
      `${directory}/practitioners/${practitioner.id}`,
      /accepted insurances belong to a schedule/,
    ],
    ["a comparison", `${directory}/practitioners/${practitioner.id}/compare`, /same/],
    [
      "a practitioner never read",
      `${stack().pages}/index-versions/${stack().spelling.profile.indexes.test}/practitioners/${otherPractitioner.id}`,
      /accepted insurances belong to a schedule/,
    ],
  ];
  for (const [name, address, ready] of screens) {
    await page.goto(address);
    await expect(page.getByText(ready).first()).toBeVisible();
    await waitUntilQuiet(page);
    await expectNoLayoutShift(page, name);
  }

  await test.step("a jump would have been seen", async () => {
    await page.evaluate(() =>
      document
        .querySelector("main")
        ?.prepend(
          Object.assign(document.createElement("div"), { textContent: "\n".repeat(20), style: "block-size: 300px" }),
        ),
    );
    await page.waitForTimeout(200);
    expect((await layoutShifts(page)).reduce((total, { value }) => total + value, 0)).toBeGreaterThan(0.02);
  });
});

test("what was read before is shown at once with its age while it is read again, and equal reads become one", async ({
  page,
}) => {
  const practitioner = await findPractitioner(stack(), personName);
  const [schedule] = practitioner.schedules;
  const [number = ""] = schedule === undefined ? [] : (await stack().service.read(schedule.phonesRecord)).numbers;
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory("Second");
  const address = `${stack().pages}/index-versions/${indexId}/practitioners/${practitioner.id}`;
  await page.goto(address);
  await expect(page.getByRole("heading", { name: /^Phones/ }).first()).toBeVisible();
  await waitUntilQuiet(page);
  await stack().control("PUT", "/dials", { latencyMs: 3000 });

  await test.step("the kept values stand there while the service takes its time, and say that they are being read", async () => {
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: practitioner.name })).toBeVisible();
    await expect(page.getByRole("button", { name: "Read now" })).toBeVisible();
    await page.getByRole("button", { name: "Read now" }).click();
    await expect(page.getByText("reading now")).toBeVisible();
    await expect(page.getByText(number).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Read now" })).toBeEnabled();
    await expect(page.getByText(/^read \d+ s ago$/)).toBeVisible();
  });

  await test.step("five windows that ask for the same read it once", async () => {
    await stack().control("PUT", "/dials", { latencyMs: 1000 });
    await stack().control("DELETE", "/requests");
    const path = `/index-versions/${indexId}/practitioners/${practitioner.id}?maxAge=0`;
    await Promise.all(Array.from({ length: 5 }, () => api.call("GET", path)));
    const seen = await readsOfService();
    const once = new Set(seen.map((read) => `${read.path} ${read.index ?? ""}`));
    expect(seen).toHaveLength(once.size);
    // The practitioner and its schedules, each read in this index and in the standard one, and the records that they
    // share.
    expect(once.size).toBeGreaterThanOrEqual(2 * (1 + practitioner.schedules.length));
  });
});
