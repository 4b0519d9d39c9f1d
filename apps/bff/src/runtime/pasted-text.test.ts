import { expect, test } from "vitest";
import { refuseLongText } from "./pasted-text.ts";

test("a text of the most lines is taken, whether the last one is ended or not, and one more is refused", () => {
  const refused = (text: string) => () => refuseLongText(text, { most: 3, what: "A list", pointer: "/text" });
  for (const text of ["a\nb\nc", "a\nb\nc\n", "a\r\nb\r\nc\r\n", ""]) expect(refused(text)).not.toThrow();
  expect(refused("a\nb\nc\nd")).toThrow(expect.objectContaining({ code: "invalid_request" }));
});
