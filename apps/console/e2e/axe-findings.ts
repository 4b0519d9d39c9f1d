import axe from "axe-core";
import type { Page } from "playwright";

/**
 * What axe finds on a page, by all rules or these, each finding with its elements. It runs in the page itself, as the console has no frames, and hands
 * over the findings alone: the builder for Playwright takes ten times as long, for the passes and a page of its own.
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  const isThere = await page.evaluate(() => "axe" in globalThis);
  if (!isThere) await page.evaluate(axe.source);
  return await page.evaluate(async (only) => {
    // The source that was run just now puts it there.
    const inPage = (globalThis as unknown as { axe: typeof axe }).axe;
    const runOnly = only === undefined ? {} : { runOnly: [...only] };
    const { violations } = await inPage.run(document, { resultTypes: ["violations"], ...runOnly });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.target.join(" ")} ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`).join(" | ")}`,
    );
  }, rules);
}
