import { readFile } from "node:fs/promises";
import { memberOf, signIn } from "#e2e/stack/console-api.ts";
import { expectNoFindings } from "./accessible-screens.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoHorizontalScroll } from "./page-checks.ts";

const stack = useTestStack();

test("a messy spreadsheet is mapped, staged and applied, and what is exported then is the same when it is imported", async ({
  page,
  browser,
}) => {
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory("Harborlight");
  const roster = memberOf(await api.call("GET", `/index-versions/${indexId}/roster`), "items");
  const ids = (Array.isArray(roster) ? roster : []).map((entry) => String(memberOf(memberOf(entry, "record"), "id")));
  const [a = "", b = "", c = "", d = ""] = ids;
  const sheet = [
    "Updates of Harborlight, November;;;",
    "Prov ID;Name;Called;Why",
    `${a};;Zoë Müller;The practice called`,
    `${b};;Ångström;The practice called`,
    "nobody-here;;Nobody;",
    `${c};;One;`,
    `${c};;Two;`,
  ].join("\r\n");

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${stack().pages}/index-versions/${indexId}/overrides`);
  await page.getByRole("link", { name: "Import" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Import" })).toBeVisible();
  await expectNoFindings(page, "import, without a file");
  const buffer = Buffer.from(sheet, "latin1");
  await page.getByLabel("Choose a file").setInputFiles({ name: "harborlight.csv", mimeType: "text/csv", buffer });
  await expect(page.getByLabel("Encoding")).toHaveValue("windows-1252");
  await expect(page.getByLabel("Headings in row")).toHaveValue("2");
  await page.getByLabel("What column C says").selectOption({ label: "practitioner: Display name" });
  await page.getByLabel("What column D says").selectOption({ label: "reason" });
  const cells = page.getByRole("table", { name: "Cells of the sheet" });
  await expect(cells.getByRole("row").filter({ hasText: "Zoë Müller" })).toContainText("change something");
  await expect(cells.getByRole("row").filter({ hasText: "nobody-here" })).toContainText("not found");
  await expect(cells.getByRole("row").filter({ hasText: "contradict" })).toHaveCount(2);
  await expectNoFindings(page, "import");
  for (const width of [900, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoHorizontalScroll(page, `import at ${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Errors as a sheet" }).click();
  expect((await saved).suggestedFilename()).toBe("errors.csv");

  // It comes back with a row mended, to whoever has the same headings before them in another browser.
  const mended = {
    name: "mended.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(sheet.replace("nobody-here;;Nobody;", `${d};;Nobody;The practice called`), "latin1"),
  };
  await page.getByLabel("Choose the mended file").setInputFiles(mended);
  await expect(page.getByText("Before this one you previewed harborlight.csv")).toBeVisible();
  await expect(cells.getByRole("row")).toHaveCount(2);
  await expect(cells.getByRole("row").filter({ hasText: "Nobody" })).toContainText("change something");
  await expectNoFindings(page, "import of a mended file");
  await page.getByText("Show what is as it was there, too").click();
  await expect(cells.getByRole("row").filter({ hasText: "contradict" })).toHaveCount(2);
  const another = await (await browser.newContext()).newPage();
  await signIn(another, stack());
  await another.goto(`${stack().pages}/index-versions/${indexId}/import`);
  await another.getByLabel("Choose a file").setInputFiles(mended);
  await expect(another.getByText("as they were mapped last for these headings")).toBeVisible();
  await expect(another.getByLabel("What column C says")).toHaveValue("practitioner displayName");
  await another.context().close();

  await page.getByRole("button", { name: "Stage 3 changes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "mended.csv" })).toBeVisible();
  await page.getByRole("button", { name: /^Apply 3 changes/ }).click();
  await expect
    .poll(async () => memberOf(await api.call("GET", `/index-versions/${indexId}/overrides`), "total"), {
      timeout: 20_000,
    })
    .toBe(3);

  await page.goto(`${stack().pages}/index-versions/${indexId}/overrides`);
  await page.getByRole("button", { name: "Export" }).click();
  const exported = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Excel (XLSX)" }).click();
  const path = await (await exported).path();
  await page.goto(`${stack().pages}/index-versions/${indexId}/import`);
  await page.getByLabel("Choose a file").setInputFiles({
    name: "overrides.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: await readFile(path),
  });
  await expect(page.getByRole("button", { name: "3 same" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Stage 0 changes" })).toBeDisabled();
});
