import axe from "axe-core";
import type { Page } from "playwright";

/**
 * The findings of axe on a page, by all rules or only these, each with its elements. Axe runs in the page, because the
 * Playwright builder also collects the passes and opens a page of its own, and takes ten times as long.
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  const isThere = await page.evaluate(() => "axe" in globalThis);
  if (!isThere) await page.evaluate(axe.source);
  return await page.evaluate(async (only) => {
    // The axe source that was just evaluated defines this global.
    const inPage = (globalThis as unknown as { axe: typeof axe }).axe;
    const runOnly = only === undefined ? {} : { runOnly: [...only] };
    const { violations } = await inPage.run(document, { resultTypes: ["violations"], ...runOnly });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.target.join(" ")} ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`).join(" | ")}`,
    );
  }, rules);
}
