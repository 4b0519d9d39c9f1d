import { afterEach, expect, test, vi } from "vitest";

const { rawJSON } = JSON;
afterEach(() => {
  Object.assign(JSON, { rawJSON });
  vi.resetModules();
});

test("a browser that does not keep the text of numbers shows and compares each digit", async () => {
  Reflect.deleteProperty(JSON, "rawJSON");
  vi.resetModules();
  const { parseJson } = await import("./parse-json.ts");
  const { numberText } = await import("./exact-number.ts");
  const { equalNumbers } = await import("./number-value.ts");
  const parsed = parseJson('{"id":9007199254740993,"n":[1.50,-0,7],"text":"is 9007199254740993, \\" 1.50"}') as {
    id: unknown;
    n: unknown[];
    text: string;
  };
  expect([parsed.id, ...parsed.n].map(numberText)).toEqual(["9007199254740993", "1.50", "-0", "7"]);
  expect(parsed.text).toBe('is 9007199254740993, " 1.50');
  expect(equalNumbers(parsed.id, 9007199254740992)).toBe(false);
  expect(JSON.stringify(parsed.n)).toBe("[1.5,0,7]");
});
