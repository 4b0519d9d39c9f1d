import { expect, type Page } from "@playwright/test";
import { signIn } from "#e2e/stack/console-api.ts";
import { findPractitioner, samplePlans, scheduleNamed } from "#e2e/stack/sample-roster.ts";
import type { TestStack } from "#e2e/stack/test-stack.ts";
import { expectNoAxeFindings, expectNoHorizontalScroll, expectNoPageScroll } from "./page-checks.ts";

/** One state of a screen, reached from its address. */
export interface Screen {
  name: string;
  path: string;
  /** Takes the steps that lead to the state, and waits until it is shown. */
  shows: (page: Page) => Promise<void>;
}

export const heading = (name: string | RegExp) => async (page: Page) =>
  await expect(page.getByRole("heading", { name }).first()).toBeVisible();
export const text = (words: string | RegExp) => async (page: Page) =>
  await expect(page.getByText(words).first()).toBeVisible();

/** Checks a page with axe in both colour schemes. The dark one differs in colours alone, so that no other rule can find more. */
export async function expectNoFindings(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await expectNoAxeFindings(page, `${name}, light`);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoAxeFindings(page, `${name}, dark`, ["color-contrast"]);
}

/** Checks each screen with axe, and that it fits its window at three widths. */
export async function expectAccessible(page: Page, stack: TestStack, screens: readonly Screen[]): Promise<void> {
  for (const screen of screens) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${stack.pages}${screen.path}`);
    expect.soft(await screen.shows(page).then(() => "shown", String), screen.name).toBe("shown");
    await expectNoFindings(page, screen.name);
    for (const width of [900, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoHorizontalScroll(page, `${screen.name} at ${width}`);
      await expectNoPageScroll(page, `${screen.name} at ${width}`);
    }
  }
}

export interface SampleDirectory {
  indexId: string;
  practitionerId: string;
  scheduleId: string;
  heldId: string;
  draftId: string;
}

/**
 * Creates a directory with a held, a staged, a base-moved and a conflicting value, and a creation whose reply was lost.
 */
export async function createSampleDirectory(page: Page, stack: TestStack): Promise<SampleDirectory> {
  const api = await signIn(page, stack);
  await api.importSamplePlans();
  const indexId = await api.createDirectory("Amara Okafor", { notes: "Refers knees and hips." });
  const practitioner = await findPractitioner(stack, "Дмитрий Юрьев, NP");
  const { record: schedule } = scheduleNamed(practitioner, "Queen's Gate Children's Clinic");
  const { record } = practitioner;
  const plans = (await stack.service.read(schedule)).ids("acceptedInsurances");
  const added = (await samplePlans(stack)).find(({ id }) => !plans.includes(id))?.id;
  const heldId = await api.applyChanges(
    indexId,
    [
      { record, field: "preferredName", operation: { op: "set", value: "Dr. Yuryev" } },
      { record: schedule, field: "acceptedInsurances", operation: { op: "remove", element: plans[0] } },
      { record: schedule, field: "acceptedInsurances", operation: { op: "add", element: added } },
    ],
    "The practice called",
  );
  const before = await stack.service.read(record);
  const phones = before.phones.map((phone, index) => (index === 1 ? { ...phone, number: "+14085550177" } : phone));
  await stack.control("POST", "/drift", before.changeTo({ preferredName: "Dmitri", phones }));
  await api.call("GET", `/index-versions/${indexId}/practitioners/${practitioner.id}?maxAge=0`);
  const phone = { number: "(408) 555-0142", label: "Referrals" };
  const draft = await api.stageChanges(indexId, [
    { record, field: "phones", operation: { op: "add", element: phone } },
  ]);
  await stack.control("POST", "/faults", { kind: "reset-after", method: "POST", path: "index_version", times: 1 });
  await api.call("POST", "/index-versions", { name: "Reply lost", roster: "", startFrom: { kind: "standard" } });
  await api.call("POST", "/tokens", { name: "intake app", expiresInDays: 90 });
  return { indexId, practitionerId: practitioner.id, scheduleId: schedule.id, heldId, draftId: draft.id };
}
