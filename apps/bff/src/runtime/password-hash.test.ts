import { expect, it } from "vitest";
import { passwordsAtFullCost } from "#/testing/people/cheap-passwords.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";

passwordsAtFullCost();

it("hashes with a salt of its own, and takes the right password alone", async () => {
  const [one, other] = [await hashPassword("harbour lamps"), await hashPassword("harbour lamps")];
  expect(one).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  expect(one).not.toBe(other);
  expect(await verifyPassword(one, "harbour lamps")).toBe(true);
  expect(await verifyPassword(one, "harbour lamp")).toBe(false);
});

it("takes a password in whatever form a keyboard composes its letters", async () => {
  expect(await verifyPassword(await hashPassword("\u00e5ngstr\u00f6m"), "a\u030angstro\u0308m")).toBe(true);
});

it.each(["", ":", "00", "00:", "00:00", `00:${"00".repeat(63)}`])("takes nothing for the hash %j", async (hash) => {
  expect(await verifyPassword(hash, "")).toBe(false);
});
