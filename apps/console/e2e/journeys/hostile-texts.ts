import { expect, type Page } from "@playwright/test";

const marker = "hostileword";

/**
 * Texts that do harm if they are not shown as plain text: markup, addresses, templates, formulas, direction marks,
 * great length.
 */
export const hostileTexts: readonly string[] = [
  `<script>document.title="${marker}";alert(1)</script>`,
  `<img src=x onerror="document.title='${marker}';alert(1)">`,
  `"><svg/onload=alert(1)><b class="${marker}">`,
  `' onmouseover='alert(1)' x='`,
  `javascript:alert(1)//`,
  `{{constructor.constructor('alert(1)')()}}`,
  `\${alert(1)}`,
  `=cmd()|' /C calc'!A0`,
  `@SUM(1+1)*cmd`,
  `\u202Egnihtemos\u202C \u2066x\u2069`,
  `👩‍⚕️🩺🏳️‍🌈`,
  `</title></textarea></style><iframe src="javascript:alert(1)">`,
  "w".repeat(500),
  `a\u0000b\u2028c`.replaceAll("\u0000", ""),
];

/** Checks that the page shows these texts as plain text: they produced no element, handler, address or title. */
export async function expectOnlyText(page: Page, name: string): Promise<void> {
  const injected = await page.evaluate(
    (word) => ({
      title: document.title.startsWith(word),
      nodes: [
        ...document.querySelectorAll(`main script, main iframe, img[src="x"], main object, main embed, .${word}`),
      ].map((node) => node.outerHTML),
      handlers: [...document.querySelectorAll("*")]
        .filter((node) => [...node.attributes].some((attribute) => attribute.name.startsWith("on")))
        .map((node) => node.outerHTML.slice(0, 200)),
      links: [...document.querySelectorAll("a")]
        .filter((link) => !/^https?:$/.test(link.protocol))
        .map((link) => link.href),
    }),
    marker,
  );
  expect.soft(injected, name).toEqual({ title: false, nodes: [], handlers: [], links: [] });
}
