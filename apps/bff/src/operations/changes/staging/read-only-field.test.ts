import { expect, test } from "vitest";
import { change } from "#/testing/changes.ts";
import { createGatewayStack } from "#/testing/gateway-stack.ts";

test("what the profile never writes is refused by its label", async () => {
  await using stack = await createGatewayStack({
    profile: "of the sandbox",
    sandbox: { spelling: "respelled" },
    extendProfile: (text) =>
      text.replace(/("npi":\{"kind":"text","at":"[^"]*"),"write":\{[^}]*\}/, '$1,"label":"NPI","write":"never"'),
  });
  const { practitionerId: id } = stack;
  const staged = stack.applied(change({ type: "practitioner", id }, "npi", { op: "set", value: "1" }));
  await expect(staged).rejects.toThrow("“NPI” is only read");
});
