import { readFile } from "node:fs/promises";
import { inlineCell, workbookOf } from "@dc/bff/testing/hostile-workbook";
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
    "Updates of Harborlight, November;;;;",
    "Prov ID;Name;Called;Why;Referrals",
    `${a};;Zoë Müller;The practice called;call first, then fax`,
    `${b};;Ångström;The practice called;`,
    "nobody-here;;Nobody;;",
    `${c};;One;;`,
    `${c};;Two;;`,
  ];

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${stack().pages}/index-versions/${indexId}/overrides`);
  await page.getByRole("link", { name: "Import" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Import" })).toBeVisible();
  await expectNoFindings(page, "import, without a file");
  const buffer = Buffer.from(sheet.join("\r\n"), "latin1");
  await page.getByLabel("Choose a file").setInputFiles({ name: "harborlight.csv", mimeType: "text/csv", buffer });
  await expect(page.getByLabel("Encoding")).toHaveValue("windows-1252");
  await expect(page.getByLabel("Headings in row")).toHaveValue("2");
  await page.getByLabel("What column C says").selectOption({ label: "practitioner: Display name" });
  await page.getByLabel("What column D says").selectOption({ label: "reason" });
  await page.getByLabel("What column E says").selectOption({ label: "practitioner: Phone numbers" });
  await page.getByLabel("Label of the numbers in column E").fill("Referrals");
  await page.getByLabel("Label of the numbers in column E").blur();
  const rows = page.getByRole("table", { name: "Rows of the sheet" }).getByRole("row");
  // What is wrong in a row is told by its sign, and where it stands.
  await expect(rows.filter({ hasText: "Zoë Müller" })).toContainText("impossible");
  await expect(rows.filter({ hasText: "Zoë Müller" })).toContainText(
    "call first, then faxmust be a possible phone number",
  );
  await expect(rows.filter({ hasText: "nobody-here" })).toContainText("not found");
  await expect(rows.filter({ hasText: "contradict" })).toHaveCount(2);
  const wrong = page.getByRole("region", { name: "4 errors" });
  await expect(wrong.getByRole("listitem")).toHaveCount(3);
  await page.keyboard.press("F8");
  await expect(rows.filter({ hasText: "Zoë Müller" }).getByRole("cell", { name: /^call first/ })).toBeFocused();
  await wrong.getByRole("button", { name: "Go to row 5" }).click();
  await expect(rows.filter({ hasText: "nobody-here" })).toHaveAttribute("aria-current", "true");
  await expectNoFindings(page, "import");
  for (const width of [900, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoHorizontalScroll(page, `import at ${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Errors as a sheet" }).click();
  expect((await saved).suggestedFilename()).toBe("errors - harborlight.csv");

  // It comes back mended in the second sheet of a workbook, below merged headings, with formulas: one whose result the file has,
  // and one that was never calculated. So it does to whoever has the same headings before them in another browser.
  const [title = "", headings = "", ofA = "", , , ...rest] = sheet;
  const cellsOf = (line: string) => line.split(";").map(inlineCell).join("");
  const why = inlineCell("The practice called");
  const lines = [
    cellsOf(title),
    cellsOf("Who;;What;;"),
    cellsOf(headings),
    cellsOf(ofA.replace("call first, then fax", "(415) 555-0142")),
    `${cellsOf(`${b};`)}<c t="str"><f>CONCATENATE("Ång","ström")</f><v>Ångström</v></c>${why}<c><f>1/0</f></c>`,
    cellsOf(`${d};;Nobody;The practice called;`),
    ...rest.map(cellsOf),
  ];
  const merged = ["A1:E1", "A2:B2", "C2:E2"].map((ref) => `<mergeCell ref="${ref}"/>`).join("");
  const table = `<sheetData>${lines.map((row) => `<row>${row}</row>`).join("")}</sheetData>`;
  const mended = {
    name: "mended.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: workbookOf({
      before: `<sheetData><row>${inlineCell("Sent by Fatma, front desk")}</row></sheetData>`,
      sheet: `${table}<mergeCells count="3">${merged}</mergeCells>`,
    }),
  };
  await page.getByLabel("Choose the corrected file").setInputFiles(mended);
  await expect(page.getByText("Before this one you previewed harborlight.csv")).toBeVisible();
  await expect(page.getByText("2 errors of it left")).toBeVisible();
  await expect(page.getByLabel("Sheet")).toHaveValue("A");
  await expect(page.getByLabel("Headings in row")).toHaveValue("3");
  await expect(rows).toHaveCount(4);
  await expect(rows.filter({ hasText: "Nobody" })).toContainText("to change");
  await expect(rows.filter({ hasText: "(415) 555-0142" })).toContainText("new");
  await expect(rows.filter({ hasText: "has a formula whose result" })).toHaveCount(1);
  await expectNoFindings(page, "import of a mended file");
  await page.getByText("Also show what is unchanged since then").click();
  await expect(rows.filter({ hasText: "contradict" })).toHaveCount(2);
  const another = await (await browser.newContext()).newPage();
  await signIn(another, stack());
  await another.goto(`${stack().pages}/index-versions/${indexId}/import`);
  await another.getByLabel("Choose a file").setInputFiles(mended);
  await expect(another.getByText("as last mapped for these headings", { exact: false })).toBeVisible();
  await expect(another.getByLabel("What column C says")).toHaveValue("practitioner displayName");
  await another.context().close();

  await page.getByRole("button", { name: "Stage 4 changes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "mended.xlsx" })).toBeVisible();
  await page.getByRole("button", { name: /^Apply 4 changes/ }).click();
  await expect
    .poll(async () => memberOf(await api.call("GET", `/index-versions/${indexId}/overrides`), "total"))
    .toBe(4);

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
  await expect(page.getByRole("button", { name: "4 same" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Stage 0 changes" })).toBeDisabled();

  // Two who are called the same: one is chosen in a row, for all of that name, and for the sheets that come after.
  const called = { field: "displayName", operation: { op: "set", value: "Ursel Fenn" } };
  const namesakes = [c, d].map((id) => ({ record: { type: "practitioner", id }, ...called }));
  await api.applyChanges(indexId, namesakes, "They are called so");
  const calls = {
    name: "calls.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("name,preferred name\nUrsel Fenn,Ursa\nFenn Ursel,Ursa\n"),
  };
  await page.getByLabel("Choose the corrected file").setInputFiles(calls);
  const names = page.getByRole("region", { name: "Ambiguous names" });
  await expect(names).toContainText("1 to choose");
  await page.getByRole("button", { name: "2 ambiguous" }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "2 ambiguous" }).click();
  await expect(rows).toHaveCount(3);
  await expectNoFindings(page, "names of several in an import");
  const folder = process.env["IMPORT_PICTURES"];
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [390, 900, 1440]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await expectNoHorizontalScroll(page, `names of several at ${width}`);
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/names-${width}-${colorScheme}.png`, fullPage: true });
    }
  await page.emulateMedia({ colorScheme: "light" });
  await page.getByRole("button", { name: "Choose…" }).last().click();
  await expectNoFindings(page, "whom a name may mean");
  if (folder !== undefined) await page.screenshot({ path: `${folder}/menu.png` });
  await page.getByRole("menuitem", { name: new RegExp(d) }).click();
  await expect(page.getByRole("button", { name: "Stage 1 change" })).toBeEnabled();
  await expect(names).toContainText(`means Ursel Fenn ${d}`);
  await expectNoFindings(page, "a chosen name in an import");
  if (folder !== undefined) await page.screenshot({ path: `${folder}/chosen.png` });
  await page.goto(`${stack().pages}/index-versions/${indexId}/import`);
  await page.getByLabel("Choose a file").setInputFiles({ ...calls, name: "next.csv" });
  await expect(page.getByRole("button", { name: "Stage 1 change" })).toBeEnabled();
  await names.getByRole("button", { name: "Choose again whom “Ursel Fenn” means" }).click();
  await expect(page.getByRole("button", { name: "Stage 0 changes" })).toBeDisabled();
  await expect(names.getByRole("button", { name: `(${c}) for “Ursel Fenn”` })).toBeVisible();
});
