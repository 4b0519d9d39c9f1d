import { memberOf, signIn } from "#e2e/stack/console-api.ts";
import { expectNoFindings } from "./accessible-screens.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoHorizontalScroll } from "./page-checks.ts";

const stack = useTestStack();

test("a file of names becomes a directory and its brief: its columns are mapped once, also for copied cells, who is known is found, and a person chooses among namesakes", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const api = await signIn(page, stack());
  const known = await api.createDirectory("Harborlight");
  const roster = memberOf(await api.call("GET", `/index-versions/${known}/roster`), "items");
  const people = (Array.isArray(roster) ? roster : []).map((entry) => ({
    id: String(memberOf(memberOf(entry, "record"), "id")),
    name: String(memberOf(entry, "name")),
  }));
  const [one, namesake, other] = people;
  if (one === undefined || namesake === undefined || other === undefined) throw new TypeError("too few people");
  await api.applyChanges(
    known,
    [
      {
        record: { type: "practitioner", id: namesake.id },
        field: "displayName",
        operation: { op: "set", value: one.name },
      },
    ],
    "They are called so",
  );
  // As spreadsheets save "Unicode text".
  const sheet = ["Our doctors", "Whom\tWhere", other.name.toUpperCase(), one.name, "Nobody Nowhere\tElm"].join("\r\n");

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${stack().pages}/index-versions/new`);
  await page.getByLabel("Name of the referrer").fill("Dr. Oak");
  const file = {
    name: "doctors.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(`\uFEFF${sheet}`, "utf16le"),
  };
  await page.getByLabel("Choose a file").setInputFiles(file);
  await expect(page.getByLabel("Encoding")).toHaveValue("utf-16le");
  await expect(page.getByLabel("Headings in row")).toHaveValue("2");
  await page.getByLabel("What column A says").selectOption({ label: "name of the practitioner" });
  await expect(page.getByRole("textbox", { name: "Roster", exact: true })).toHaveValue(/^\nname\n/);
  await page.getByLabel("What column B says").selectOption({ label: "place" });
  await expect(page.getByRole("textbox", { name: "Roster", exact: true })).toHaveValue(/^\nname,place\n/);
  const field = page.getByRole("textbox", { name: "Roster", exact: true });
  await field.fill("");
  // A rectangle of cells is copied: every row has its tab.
  const cells = sheet.split("\r\n").map((row) => (row.includes("\t") ? row : `${row}\t`));
  await page.evaluate(async (text) => await navigator.clipboard.writeText(text), cells.join("\r\n"));
  await field.focus();
  await page.keyboard.press("ControlOrMeta+v");
  await expect(page.getByText("Pasted from a spreadsheet")).toBeVisible();
  await expect(page.getByText("as last mapped for these headings")).toBeVisible();
  await expect(field).toHaveValue(/^\nname,place\n/);
  await expect(page.getByText("3 lines without an id are looked up by name or number")).toBeVisible();
  await expectNoFindings(page, "a roster from a file");
  for (const width of [900, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoHorizontalScroll(page, `a roster from a file at ${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: /^Create in test/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Oak" })).toBeVisible();

  await page.getByRole("button", { name: "Correct 2 lines" }).click();
  const drawer = page.getByRole("dialog", { name: "Lines that could not be added" });
  await expect(drawer.getByText("Several found 1")).toBeVisible();
  await expect(drawer.getByRole("list", { name: "Whom line 4 may mean" }).getByRole("listitem")).toHaveCount(2);
  await expectNoFindings(page, "whom a line may mean");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoHorizontalScroll(page, "whom a line may mean at 390");
  await page.setViewportSize({ width: 1440, height: 900 });
  await drawer.getByRole("button", { name: `(${namesake.id}) for line 4` }).click();
  await expect(drawer.getByText("Nothing is found by name “Nobody Nowhere”")).toBeVisible();
  await page.keyboard.press("Escape");
  const rows = page.getByRole("grid", { name: "Roster" });
  await expect(rows).toContainText(namesake.id);
  await expect(rows).toContainText(other.id);
  await page.getByRole("link", { name: "Brief", exact: true }).click();
  const brief = page.getByRole("article");
  await expect(brief).toContainText("2 practitioners");
  await expect(brief).toContainText(other.name);
  await expect(brief).toContainText(/at [1-9]\d* places?/);
  await page.goBack();

  const report = page.getByRole("region", { name: "Roster import" });
  await report.getByRole("button", { name: "Close this report" }).click();
  await page.getByRole("button", { name: "Earlier imports" }).click();
  await report.getByRole("button", { name: "Take it back" }).click();
  await expectNoFindings(page, "asking whether an import is taken back");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoHorizontalScroll(page, "asking whether an import is taken back at 390");
  await page.setViewportSize({ width: 1440, height: 900 });
  await report.getByRole("button", { name: "Take it back" }).click();
  await expect(report).toContainText("Taken back by");
  await page.keyboard.press("Escape");
  await expect(rows).not.toContainText(other.id);
  await expectNoFindings(page, "an import that was taken back");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoHorizontalScroll(page, "an import that was taken back at 390");
});
