import { expect, test } from "vitest";
import { composeDraft } from "./compose-draft.ts";

test("words of a set that read like keys of phones are words of their own", () => {
  const added = (element: string) => ({ op: "add" as const, element });
  const [older, newer] = [added("a;ext=1"), added("a;ext=1;label=x")];
  expect(composeDraft("set", older, newer, "US", () => false)).toEqual({ keepsOlder: true, newer });
  expect(composeDraft("phones", older, newer, "US", () => false).keepsOlder).toBe(false);
});
