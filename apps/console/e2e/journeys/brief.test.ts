import { signIn } from "#e2e/stack/console-api.ts";
import { expectNoFindings } from "./accessible-screens.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoHorizontalScroll } from "./page-checks.ts";

const stack = useTestStack();

test("a directory that was set up is told in sentences and printed", async ({ page }) => {
  const api = await signIn(page, stack());
  await api.importSamplePlans();
  const id = await api.createDirectory("Ana Ortiz");
  const shots = process.env["SHOTS"];
  await page.goto(`${stack().pages}/index-versions/${id}/brief`);
  await expect(page.getByRole("heading", { level: 2, name: "Dr. Ana Ortiz" })).toBeVisible();
  for (const scheme of ["light", "dark"] as const)
    for (const width of [1440, 900, 390]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      await expectNoHorizontalScroll(page, `brief at ${width}`);
      if (width === 1440) await expectNoFindings(page, `brief ${scheme}`);
      await page.emulateMedia({ colorScheme: scheme });
      if (shots !== undefined) await page.screenshot({ path: `${shots}/brief-${width}-${scheme}.png` });
    }
  if (shots !== undefined)
    for (const format of ["A4", "Letter"]) await page.pdf({ format, path: `${shots}/brief-${format}.pdf` });
});
