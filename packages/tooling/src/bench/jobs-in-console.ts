import { chromium, type Page } from "playwright";
import { browserLaunchOptions } from "#/browser.ts";
import { type BenchStack, CONNECTION_ID } from "#/bench/bench-stack.ts";
import { PageHands, type Effort } from "#/bench/keystroke-level.ts";

/** The records that the three jobs are done on. */
export interface JobSubject {
  roster: string;
  practitionerId: string;
  practitionerName: string;
  scheduleId: string;
  scheduleName: string;
  plans: readonly string[];
  /** The phone that is replaced, as the service writes it. */
  phone: string;
  practitioners: number;
}

export const NAME = "Lindqvist referrals";
export const REASON = "Practice called: new number, plans not taken";
export const SOURCE = "Call";
export const NEW_PHONE = "3125550177";

/** Does the three jobs in a real browser, already signed in; `between` is called after the second. */
export async function jobsInConsole(
  stack: BenchStack,
  subject: JobSubject,
  between: () => Promise<void>,
): Promise<{ indexId: string; efforts: Effort[] }> {
  const browser = await chromium.launch(browserLaunchOptions());
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const [name = "", value = ""] = stack.cookie.split("=");
    await context.addCookies([{ name, value, url: stack.bff.url, httpOnly: true, sameSite: "Lax" }]);
    const page = await context.newPage();
    await page.goto(`${stack.bff.url}/c/${CONNECTION_ID}/index-versions`, { waitUntil: "networkidle" });
    const setUp = await setUpDirectory(page, subject);
    const indexId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const override = await overrideAndApply(page, subject);
    await between();
    await page.goto(`${stack.bff.url}/c/${CONNECTION_ID}/index-versions`, { waitUntil: "networkidle" });
    const compare = await findOutWhy(page, subject);
    return { indexId, efforts: [setUp, override, compare] };
  } finally {
    await browser.close();
  }
}

async function setUpDirectory(page: Page, { roster, practitioners }: JobSubject): Promise<Effort> {
  const hands = new PageHands(page);
  await hands.click(page.getByRole("link", { name: /Create/ }).first());
  await hands.click(page.getByLabel("Name of the referrer"));
  await hands.type("Dr. Lindqvist");
  await hands.click(page.getByLabel("Name of the index version"));
  await hands.type(NAME);
  await hands.click(page.locator("textarea").first());
  await hands.paste(roster);
  await hands.click(page.getByRole("button", { name: "Create in test" }));
  await hands.see(page.getByRole("heading", { level: 1, name: NAME, exact: true }));
  await hands.see(page.getByText(`${practitioners} of ${practitioners} shown`));
  return hands.effort;
}

async function overrideAndApply(page: Page, subject: JobSubject): Promise<Effort> {
  const hands = new PageHands(page);
  await openPractitioner(page, hands, subject);
  const row = page.getByRole("listitem").filter({ hasText: subject.phone }).last();
  await hands.click(row);
  await hands.click(row.getByRole("button", { name: /^Edit/ }));
  await hands.see(page.locator("input:focus"));
  await hands.chord("Control+A");
  await hands.type(NEW_PHONE);
  await hands.chord("Enter");
  await hands.see(page.getByRole("link", { name: "Review 1 change" }));
  await hands.click(page.getByRole("button", { name: `Edit plans of ${subject.scheduleName}` }));
  for (const plan of subject.plans) await hands.click(page.getByRole("button", { name: `Remove ${plan}` }));
  await hands.click(page.getByRole("link", { name: "Review 3 changes" }));
  await hands.click(page.getByLabel("Reason"));
  await hands.type(REASON);
  await hands.click(page.getByLabel("Source"));
  await hands.type(SOURCE);
  await hands.click(page.getByRole("button", { name: "Apply 3 changes to test" }));
  await hands.see(page.getByText("3 changes are held."));
  return hands.effort;
}

async function findOutWhy(page: Page, subject: JobSubject): Promise<Effort> {
  const hands = new PageHands(page);
  await hands.click(page.getByText(NAME, { exact: true }).first());
  await openPractitioner(page, hands, subject);
  await hands.click(page.getByRole("link", { name: "Compare" }).first());
  // Base has just moved, and the page may still show an earlier reading.
  await hands.click(page.getByRole("button", { name: "Read now" }));
  await hands.see(page.getByText("base moved"));
  await hands.click(page.getByText(/^Phone/).first());
  await hands.see(page.getByText(REASON));
  return hands.effort;
}

async function openPractitioner(page: Page, hands: PageHands, { practitionerName }: JobSubject): Promise<void> {
  await hands.click(page.getByText(practitionerName, { exact: true }).first());
  await hands.see(page.getByRole("heading", { level: 1, name: practitionerName, exact: true }));
}
