import { expect, test } from "vitest";
import { composeDraft } from "./compose-draft.ts";

test("words of a set that read like keys of phones are words of their own", () => {
  const added = (element: string) => ({ op: "add" as const, element });
  const [older, newer] = [added("a;ext=1"), added("a;ext=1;label=x")];
  expect(composeDraft("set", older, newer, "US", () => false)).toEqual({ keepsOlder: true, newer });
  expect(composeDraft("phones", older, newer, "US", () => false).keepsOlder).toBe(false);
});

test("a number that the list has lost is replaced once, by what was asked last", () => {
  const replaced = (element: string, number: string) => ({
    op: "replace" as const,
    element,
    by: { number, extension: null, label: null },
  });
  const older = replaced("+18085550174;ext=5996;only;label=main", "+1 212 555 0112");
  const newer = replaced("+18085550174;ext=5996", "+1 212 555 0111");
  expect(composeDraft("phones", older, newer, "US", () => false)).toEqual({ keepsOlder: false, newer });
});

test("an entry that was moved and is removed then is removed alone", () => {
  const [element, other] = ["+12125550120;ext=", "+12125550121;ext="];
  const older = { op: "move" as const, element, before: null };
  const newer = { op: "remove" as const, element };
  expect(composeDraft("phones", older, newer, "US", () => true)).toEqual({ keepsOlder: false, newer });
  const beside = { op: "remove" as const, element: other };
  expect(composeDraft("phones", older, beside, "US", () => true)).toEqual({ keepsOlder: true, newer: beside });
});
