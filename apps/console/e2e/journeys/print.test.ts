import type { Page } from "@playwright/test";
import { extractText } from "unpdf";
import { memberOf, signIn, textAt } from "#e2e/stack/console-api.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

const stack = useTestStack();

/** What each page says, without its spaces. */
async function textOfPages(pdf: Buffer): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: false });
  return text.map((page) => page.normalize("NFKC").replaceAll(/\s/g, ""));
}

/** The pages of a printout, and whether anything of what is printed is cut off or drawn for a dark screen. */
async function printed(page: Page): Promise<{ pages: number; isCut: boolean; isLight: boolean }> {
  const pdf = await page.pdf({ format: "A4" });
  await page.emulateMedia({ media: "print" });
  const [isCut, canvas] = await page.evaluate(() => {
    const scrolling = [...document.querySelectorAll("main, main *")].filter(
      (element) => getComputedStyle(element).overflowY === "auto",
    );
    const isTall = document.documentElement.scrollHeight > innerHeight;
    return [
      !isTall || scrolling.some((element) => element.scrollHeight > element.clientHeight),
      getComputedStyle(document.body).backgroundColor,
    ];
  });
  await page.emulateMedia({ media: null });
  return {
    pages: (await textOfPages(pdf)).length,
    isCut,
    isLight: canvas === "rgb(255, 255, 255)",
  };
}

test("a roster and a review are printed whole, on as many pages as they take, also from a dark screen", async ({
  page,
}) => {
  const api = await signIn(page, stack());
  const id = await api.createDirectory("Elm Street");
  const roster = await api.call("GET", `/index-versions/${id}/roster?limit=60`);
  const entries = memberOf(roster, "items") as readonly unknown[];
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`${stack().pages}/index-versions/${id}`);
  await expect(page.getByText(`${entries.length} of ${entries.length} shown`)).toBeVisible();
  expect(await printed(page)).toEqual({ pages: expect.any(Number), isCut: false, isLight: true });
  expect((await printed(page)).pages).toBeGreaterThan(1);

  const draft = await api.stageChanges(
    id,
    entries.map((entry, at) => ({
      record: { type: "practitioner", id: textAt(memberOf(entry, "record"), "id") },
      field: "preferredName",
      operation: { op: "set", value: `Dr. Number ${at}` },
    })),
  );
  await page.goto(`${stack().pages}/change-sets/${draft.id}`);
  await expect(page.getByText(`Dr. Number ${entries.length - 1}`).first()).toBeVisible();
  expect(await printed(page)).toEqual({ pages: expect.any(Number), isCut: false, isLight: true });
  expect((await printed(page)).pages).toBeGreaterThan(2);
});

test("the brief of forty practitioners takes two pages, on A4 and on Letter, each with its headings and a foot", async ({
  page,
}) => {
  const api = await signIn(page, stack());
  const id = await api.createDirectory('Oak "Street" \\ Cédar');
  await page.goto(`${stack().pages}/index-versions/${id}/brief`);
  await expect(page.getByText("You can refer to 40 practitioners", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "Print" })).toBeEnabled();
  const folder = process.env["BRIEF_PICTURES"];
  for (const format of ["A4", "Letter"]) {
    const pdf = await page.pdf({ format, ...(folder === undefined ? {} : { path: `${folder}/print-${format}.pdf` }) });
    const pages = await textOfPages(pdf);
    expect(pages, format).toHaveLength(2);
    for (const [at, text] of pages.entries()) {
      expect(text, `${format}, page ${at + 1}`).toContain("Whoisinit");
      expect(text, `${format}, page ${at + 1}`).toContain("PractitionerCallPlaces,andwhatdiffersVerified");
      expect(text, `${format}, page ${at + 1}`).toMatch(/DirectoryforDr\.Oak"Street"\\Cédar,asof\d+\w{3}\d\d:\d\d/);
      expect(text, `${format}, page ${at + 1}`).toContain(`page${at + 1}of2`);
    }
  }
  // What is printed next is not of that directory.
  await page.goto(`${stack().pages}/index-versions/${id}`);
  await expect(page.getByText("40 of 40 shown")).toBeVisible();
  expect((await textOfPages(await page.pdf())).join("")).not.toContain("Directoryfor");
});
