import { describe, expect, it } from "vitest";
import { checkedService, edited, lineAt } from "./mistaken-profile.fixture.ts";
import { onceSilent } from "./mistakes-once-silent.fixture.ts";

const { right, check } = checkedService("seed:4242");

describe("what was silent when a profile was first written for this spelling", () => {
  it("is told of no right profile", async () => {
    const { code, said } = await check(JSON.stringify(right));
    expect([code, said.includes("Nothing to change.")]).toEqual([0, true]);
    expect(said).not.toContain("would be lost");
  });

  it.each(onceSilent)("%s", async (_what, at, value, told, words) => {
    const { code, said } = await check(JSON.stringify(edited(right, at, value)));
    expect(code).toBe(2);
    expect(lineAt(said, told)).toContain(told);
    expect(lineAt(said, told)).toContain(words);
  });

  it("members of entries that nothing names, and that a new entry would lack", async () => {
    const element = "/records/schedule/meanings/acceptedInsurances/write/element";
    const { code, said } = await check(JSON.stringify(edited(right, element, { key: "{id}" })));
    expect(code).toBe(0);
    expect(said).toContain(`schedule /conditions/valid-policies/…/rel-type`);
    expect(said).toContain(`would be lost when an entry is written anew; put it into ${element} to keep it`);
  });
});
