import type { Page } from "@playwright/test";
import { ConsoleApi } from "./directory.ts";
import { expect, test, useHouse } from "./journey.ts";
import { personNamed } from "./people.ts";

const house = useHouse();

const personName = "Дмитрий Юрьев, NP";
const otherName = "Raúl de la Cruz, NP";

interface Shift {
  value: number;
  moved: string[];
}

/** The layout shifts of the page since it was loaded that nobody caused by typing or clicking. */
async function shiftsOf(page: Page): Promise<Shift[]> {
  return await page.evaluate(
    () =>
      new Promise<Shift[]>((resolve) => {
        const shifts: Shift[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
              value: number;
              hadRecentInput: boolean;
              sources: { node: Node | null }[];
            };
            if (!hadRecentInput)
              shifts.push({
                value,
                moved: sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 100) : "text")),
              });
          }
        });
        observer.observe({ type: "layout-shift", buffered: true });
        setTimeout(() => {
          observer.disconnect();
          resolve(shifts);
        }, 200);
      }),
  );
}

async function expectNoLayoutJump(page: Page, name: string): Promise<void> {
  const shifts = await shiftsOf(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect.soft(sum, `layout shift of ${name}: ${JSON.stringify(shifts)}`).toBeLessThan(0.02);
}

const reads = async () =>
  (
    (await house().control("GET", "/requests")) as {
      requests: { method: string; path: string; index?: string | null }[];
    }
  ).requests.filter(({ method }) => method === "GET");

test("with the service 200 ms away nothing jumps while a list, a roster, a practitioner and a comparison load", async ({
  page,
}) => {
  const [practitioner, other] = [await personNamed(house(), personName), await personNamed(house(), otherName)];
  const api = new ConsoleApi(page, house());
  await api.signIn();
  await api.importSamplePlans();
  const indexId = await api.createDirectory("Amara Okafor");
  await house().control("PUT", "/settings", { latencyMs: 200 });
  const directory = `${house().origin}/index-versions/${indexId}`;
  const screens: [name: string, address: string, ready: RegExp][] = [
    ["the list", `${house().origin}/index-versions`, /of \d+ shown/],
    ["the roster", directory, /40 of 40 shown/],
    [
      "a practitioner read before",
      `${directory}/practitioners/${practitioner.id}`,
      /accepted insurances belong to a schedule/,
    ],
    ["a comparison", `${directory}/practitioners/${practitioner.id}/compare`, /same/],
    [
      "a practitioner never read",
      `${house().origin}/index-versions/${house().wire.profile.indexes.test}/practitioners/${other.id}`,
      /accepted insurances belong to a schedule/,
    ],
  ];
  for (const [name, address, ready] of screens) {
    await page.goto(address);
    await expect(page.getByText(ready).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expectNoLayoutJump(page, name);
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
    expect((await shiftsOf(page)).reduce((total, { value }) => total + value, 0)).toBeGreaterThan(0.02);
  });
});

test("what was read before is shown at once with its age while it is read again, and equal reads become one", async ({
  page,
}) => {
  const practitioner = await personNamed(house(), personName);
  const [spot] = practitioner.schedules;
  const [number = ""] = spot === undefined ? [] : (await house().service.read(spot.phones)).numbers;
  const api = new ConsoleApi(page, house());
  await api.signIn();
  const indexId = await api.createDirectory("Second");
  const address = `${house().origin}/index-versions/${indexId}/practitioners/${practitioner.id}`;
  await page.goto(address);
  await expect(page.getByRole("heading", { name: /^Phones/ }).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await house().control("PUT", "/settings", { latencyMs: 3000 });

  await test.step("the kept values stand there while the service takes its time, and say that they are being read", async () => {
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: practitioner.name })).toBeVisible();
    await expect(page.getByRole("button", { name: "Read now" })).toBeVisible();
    await page.getByRole("button", { name: "Read now" }).click();
    await expect(page.getByText("reading now")).toBeVisible();
    await expect(page.getByText(number).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Read now" })).toBeEnabled({ timeout: 20_000 });
    await expect(page.getByText(/^read \d+ s ago$/)).toBeVisible();
  });

  await test.step("five windows that ask for the same read it once", async () => {
    await house().control("PUT", "/settings", { latencyMs: 1000 });
    await house().control("DELETE", "/requests");
    const path = `/index-versions/${indexId}/practitioners/${practitioner.id}?maxAge=0`;
    await Promise.all(Array.from({ length: 5 }, () => api.call("GET", path)));
    const seen = await reads();
    const once = new Set(seen.map((read) => `${read.path} ${read.index ?? ""}`));
    expect(seen).toHaveLength(once.size);
    // The practitioner and its schedules, each in this index and in the standard one, and whatever they share with others.
    expect(once.size).toBeGreaterThanOrEqual(2 * (1 + practitioner.schedules.length));
  });
});
