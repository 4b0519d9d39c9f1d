import { mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { browserLaunchOptions } from "@dc/tooling/browser";
import { chromium, type Page } from "playwright";
import { signIn } from "#e2e/stack/console-api.ts";
import prepareRun from "#e2e/stack/prepare-run.ts";
import { findPractitioner, samplePlans, scheduleNamed } from "#e2e/stack/sample-roster.ts";
import { TestStack } from "#e2e/stack/test-stack.ts";
import { waitUntilQuiet } from "#e2e/quiet-page.ts";

// Takes the README's pictures from a real console with the sandbox: `pnpm pictures [folder [spelling [screen…]]]`. With a folder
// it takes every screen, or those named, at three widths, light and dark, with a service of any spelling.

const readme = fileURLToPath(new URL("../../../docs/pictures/", import.meta.url));
const [, , folder, spelling = "default", ...only] = process.argv;
const mostBytes = 256 * 1024;
const personName = "Дмитрий Юрьев, NP";
const scheduleName = "Queen's Gate Children's Clinic";

interface Picture {
  name: string;
  path: string;
  /** Waits for the content that the picture needs, and scrolls or opens what it should show. */
  ready: (page: Page) => Promise<void>;
}

const shows = (words: string | RegExp) => async (page: Page) =>
  await page.getByText(words).filter({ visible: true }).first().waitFor();

await prepareRun();
await using stack = await TestStack.start({ spelling });
const browser = await chromium.launch(browserLaunchOptions());
try {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    locale: "en-US",
  });
  const page = await context.newPage();
  const pictures = await prepare(page);
  if (folder === undefined) await takeForReadme(page, pictures);
  else await takeAll(page, pictures, folder);
} finally {
  await browser.close();
}

async function takeForReadme(page: Page, pictures: readonly Picture[]): Promise<void> {
  mkdirSync(readme, { recursive: true });
  const wanted: [name: string, scheme: "light" | "dark"][] = [
    ["roster", "light"],
    ["practitioner", "light"],
    ["compare", "light"],
    ["compare", "dark"],
    ["held", "light"],
    ["create", "light"],
  ];
  for (const [name, colorScheme] of wanted) {
    const picture = pictures.find((candidate) => candidate.name === name);
    if (picture === undefined) throw new Error(`There is no picture ${name}`);
    const file = `${readme}${name}${colorScheme === "dark" ? "-dark" : ""}.png`;
    await take(page, picture, { file, colorScheme, width: 1440 });
    const { size } = statSync(file);
    if (size > mostBytes)
      throw new Error(`${file} has ${size} bytes; a picture of the README has at most ${mostBytes}.`);
    console.log(`${(size / 1024).toFixed(0).padStart(4)} KiB  ${file}`);
  }
}

async function takeAll(page: Page, all: readonly Picture[], to: string): Promise<void> {
  const pictures = all.filter(({ name }) => only.length === 0 || only.includes(name));
  mkdirSync(to, { recursive: true });
  for (const picture of pictures) {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [1440, 900, 390])
        await take(page, picture, { file: `${to}/${picture.name}-${width}-${colorScheme}.png`, colorScheme, width });
    }
  }
  console.log(`${pictures.length * 6} pictures in ${to}`);
}

async function take(
  page: Page,
  { name, path, ready }: Picture,
  { file, colorScheme, width }: { file: string; colorScheme: "light" | "dark"; width: number },
): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: width < 860 ? 844 : 900 });
  await page.goto(`${stack.pages}${path}`);
  await ready(page).catch((error: unknown) => {
    throw new Error(`${name} at ${width}: ${String(error)}`, { cause: error });
  });
  await waitUntilQuiet(page);
  await page.screenshot({ path: file });
}

/** Creates three directories with overrides, drift and drafts, and returns the screens that show them. */
async function prepare(page: Page): Promise<Picture[]> {
  const api = await signIn(page, stack);
  await api.importSamplePlans();
  const indexId = await api.createDirectory("Amara Okafor", { notes: "Refers knees and hips." });
  for (const name of ["Ortiz Villalobos", "Lakeside Orthopedics"]) await api.createDirectory(name);
  const { service } = stack;
  const practitioner = await findPractitioner(stack, personName);
  const schedule = scheduleNamed(practitioner, scheduleName);
  const otherSchedule = practitioner.schedules.find(({ record }) => record.id !== schedule.record.id);
  const { record } = practitioner;
  const plans = (await service.read(schedule.record)).ids("acceptedInsurances");
  const [added = "", moved = ""] = (await samplePlans(stack)).map(({ id }) => id).filter((id) => !plans.includes(id));
  const withPhones = await service.read(schedule.phonesRecord);
  const [office, ...phones] = withPhones.phones;
  const label = office?.label === null ? null : "Front desk";
  const place = { indexId, practitionerId: practitioner.id, record: schedule.phonesRecord };
  const plan = { record: schedule.record, field: "acceptedInsurances" };
  const held = await api.applyChanges(
    indexId,
    [
      {
        record: schedule.phonesRecord,
        field: "phones",
        operation: {
          op: "replace",
          element: await api.phoneElement(place, office?.number ?? ""),
          by: { number: "(408) 555-0142", label, extension: "7" },
        },
      },
      { record, field: "preferredName", operation: { op: "set", value: "Dr. Yuryev" } },
      ...plans.slice(0, 2).map((element) => ({ ...plan, operation: { op: "remove", element } })),
      { ...plan, operation: { op: "add", element: added } },
    ],
    "The practice called: new front desk, two plans given up",
  );
  const drifted = [office, ...phones].flatMap((phone) => phone ?? []);
  await stack.control("POST", "/drift", {
    changes: [
      (await service.read(record)).changeTo({ preferredName: "Dmitri" }),
      (await service.read(schedule.phonesRecord)).changeTo({
        phones: drifted.map((phone, line) => (line === 1 ? { ...phone, number: "+14085550177" } : phone)),
      }),
      (await service.read(schedule.record)).changeTo({ acceptedInsurances: [...plans, moved] }),
    ],
  });
  await api.call("GET", `/index-versions/${indexId}/practitioners/${practitioner.id}?maxAge=0`);
  const draft = await api.stageChanges(indexId, [
    {
      record: schedule.phonesRecord,
      field: "phones",
      operation: { op: "add", element: { number: "(408) 555-0171", label: label === null ? null : "Referrals" } },
    },
    ...(otherSchedule === undefined
      ? []
      : [{ ...plan, record: otherSchedule.record, operation: { op: "add", element: moved } }]),
  ]);
  const directory = `/index-versions/${indexId}`;
  const practitionerPath = `${directory}/practitioners/${practitioner.id}`;
  return [
    { name: "list", path: "/index-versions", ready: shows(/of \d+ shown/) },
    {
      name: "create",
      path: "/index-versions/new?roster=sample",
      ready: async (on) => {
        await on.getByLabel("Name of the referrer").fill("Dr. Noor Haddad");
        await on.getByText("not used by a known index").waitFor();
      },
    },
    { name: "roster", path: `${directory}?sort=need`, ready: shows(/40 of 40 shown/) },
    { name: "overrides", path: `${directory}/overrides`, ready: shows(/of \d+ shown/) },
    {
      name: "practitioner",
      path: practitionerPath,
      ready: async (on) =>
        await on
          .getByRole("heading", { name: /^Phones/ })
          .first()
          .waitFor(),
    },
    {
      name: "plans",
      path: practitionerPath,
      ready: async (on) => {
        await on.getByRole("button", { name: `Edit plans of ${schedule.name}` }).click();
        await on.getByRole("option").first().waitFor();
      },
    },
    {
      name: "compare",
      path: `${practitionerPath}/compare`,
      ready: async (on) => await on.getByRole("main").getByText("conflict").first().waitFor(),
    },
    { name: "sentences", path: `${practitionerPath}/compare?view=sentences`, ready: shows("Needs a person") },
    {
      name: "raw",
      path: `${practitionerPath}/compare?view=raw`,
      ready: shows(stack.spelling.ignoredMember("practitioner")),
    },
    { name: "draft", path: `/change-sets/${draft.id}`, ready: shows("Evidence") },
    { name: "held", path: `/change-sets/${held}`, ready: shows(/changes are held/) },
    { name: "change-sets", path: "/change-sets", ready: shows(/of \d+ shown/) },
    { name: "settings", path: `${directory}/settings`, ready: shows("Amara Okafor") },
    { name: "catalogue", path: "/plans", ready: shows(/of \d+ shown/) },
    { name: "activity", path: "/activity", ready: shows("Administrator") },
    { name: "matrix", path: `/matrix/${practitioner.id}`, ready: shows(/in 3 directories/) },
    {
      name: "statement",
      path: "/statements",
      ready: async (on) => {
        await on.getByLabel("Phone is now").fill("(415) 555-0186");
        await on.getByLabel("Instead of the number").fill(office?.number ?? "");
        await on.getByLabel("Said by").fill("Siobhán Mac Gabhann, practice manager, by phone");
        await on.getByRole("button", { name: "Find where it applies" }).click();
        await on
          .getByRole("button", { name: /^1, .* in / })
          .first()
          .waitFor();
      },
    },
    { name: "developer", path: "/developer/gateway", ready: shows("Tokens") },
    { name: "requests", path: "/developer", ready: shows("GET") },
    { name: "profile", path: "/developer/profile", ready: shows("documented") },
    { name: "overview", path: "/overview", ready: shows("Overview") },
    { name: "inbox", path: "/inbox", ready: shows("Inbox") },
    { name: "undecided", path: `${directory}/to-decide`, ready: shows("To decide") },
    { name: "directory-change-sets", path: `${directory}/change-sets`, ready: shows("Change sets") },
    { name: "history", path: `${directory}/history`, ready: shows("History") },
    { name: "brief", path: `${directory}/brief`, ready: shows("Changed since") },
    { name: "import", path: `${directory}/import`, ready: shows("Import") },
    { name: "verifications", path: "/verifications", ready: shows("Verif") },
    { name: "referrers", path: "/referrers", ready: shows("Referrers") },
    { name: "people", path: "/people", ready: shows("People") },
    { name: "connections", path: "/connections", ready: shows("Connections") },
    { name: "account", path: "/account", ready: shows("Password") },
    { name: "booking-check", path: "/booking-check", ready: shows("Booking check") },
  ];
}
