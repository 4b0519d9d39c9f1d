import { expect, it } from "vitest";
import { InvalidCallError } from "#/errors/invalid-call-error.ts";
import { createProfile } from "#/profile/profile.ts";
import { buildRequest } from "./build-request.ts";

it("makes no dot segment of a path template and its values", () => {
  const path = "/people/.{lastName}/{firstName}";
  const create = { method: "POST", path, query: { on: "{dateOfBirth}" }, body: { insurance: "{insuranceId}" } };
  const profile = createProfile({ extends: "default", operations: { createPatient: create } });
  const operation = profile.data.operations["createPatient"];
  if (operation === undefined) throw new Error("The profile has the operation.");
  const built = (lastName: string, firstName: string) =>
    buildRequest(profile, "createPatient", operation, { lastName, firstName }, null, "2026-09-01").path;
  expect(built("x.", "a/../b")).toBe("/people/.x./a%2F..%2Fb");
  for (const [lastName, firstName] of [
    [".", "x"],
    ["x", ".."],
    ["x", "."],
    ["", "x"],
  ] as const)
    expect(() => built(lastName, firstName)).toThrow(InvalidCallError);
});
