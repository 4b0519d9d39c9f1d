import { ListedPerson, PersonLink, type RoleName } from "@dc/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CONNECTION_ID } from "#/operations/connection/save.ts";
import { createTestApp, type TestApp } from "#/testing/app.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

const ROUNDS = 8;

interface Entered {
  person: Pick<ListedPerson, "id" | "rolesVersion">;
  signedIn: TestApp["signedIn"];
}

describeOnPostgres("people and their roles on PostgreSQL", () => {
  let app: TestApp;
  /** Whoever administers at the moment. */
  let administrator: Entered;
  beforeAll(async () => {
    app = await createTestApp({ store: await openTestStoreOnPostgres() });
    administrator = { person: { id: app.context.personId, rolesVersion: "" }, signedIn: app.signedIn };
  });
  afterAll(async () => await app?.[Symbol.asyncDispose]());

  async function entered(name: string, role: RoleName): Promise<Entered> {
    const invited = await administrator.signedIn("POST", "/api/v1/people", {
      name,
      email: `${name}@example.org`,
      roles: [{ role, connectionId: CONNECTION_ID }],
    });
    const { person, secret } = PersonLink.parse(await invited.json());
    const answer = await app.request("POST", "/api/v1/join", { secret, password: "seven-lamps-at-harbour" });
    const Cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    return { person, signedIn: (method, path, body) => app.request(method, path, body, { Cookie }) };
  }

  test("of two administrators who disable each other at once one is left, each time", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const other = await entered(`administrator${round}`, "admin");
      const disable = (who: Entered, whom: Entered) => who.signedIn("POST", `/api/v1/people/${whom.person.id}/disable`);
      const [byFirst, bySecond] = await Promise.all([disable(administrator, other), disable(other, administrator)]);
      expect([byFirst.ok, bySecond.ok].filter(Boolean)).toHaveLength(1);
      if (bySecond.ok) administrator = other;
    }
  });

  test("of many who saw the same roles and give others at once, one does", async () => {
    const { person } = await entered("viewer", "viewer");
    const answers = await Promise.all(
      Array.from({ length: ROUNDS }, () =>
        administrator.signedIn("PUT", `/api/v1/people/${person.id}/roles/${CONNECTION_ID}`, {
          roles: [{ role: "editor" }],
          rolesVersion: person.rolesVersion,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array.from({ length: ROUNDS - 1 }, () => 409),
    ]);
  });
});
